import type { RuleCase } from "../../rule-definition.ts";
import { current, failed, failedOn, phase, suspended, waiting } from "./rule-shape.ts";

/** The strategies and their fields in the status, by the API of Argo Rollouts. */
const blueGreenHash =
  "status.?blueGreen.?activeSelector.orValue(status.?activeSelector.orValue(status.currentPodHash))";
const canaryHash = "status.?canary.?stableRS.orValue(status.?stableRS.orValue(status.currentPodHash))";

/**
 * Cases for a Rollout of Argo Rollouts (https://argo-rollouts.readthedocs.io/en/stable/features/specification/):
 * by its phase, or by its fields in versions before 1.0 that write no phase.
 */
export const rolloutCases: readonly RuleCase[] = [
  failed("status.abort == true && !has(status.phase)", "'the rollout is aborted'"),
  ...failedOn(
    "InvalidSpec",
    "Progressing=False/ProgressDeadlineExceeded",
    "Progressing=False/RolloutAborted",
  ),
  waiting(
    "string(status.observedGeneration).matches('^[0-9]{1,9}$') && generation > 0 && int(string(status.observedGeneration)) < generation",
  ),
  waiting(
    "has(status.workloadObservedGeneration) && metadata.annotations['rollout.argoproj.io/workload-generation'] != status.workloadObservedGeneration",
  ),
  ...phase(
    "status.phase",
    { current: "healthy", failed: "degraded error invalid", suspended: "paused" },
    "status.message",
  ),
  suspended("spec.?paused.orValue(false) == true || status.?controllerPause.orValue(false) == true"),
  suspended("size(status.pauseConditions) > 0 || has(status.pauseStartTime)"),
  waiting("status.?updatedReplicas.orValue(0) < spec.?replicas.orValue(1)"),
  waiting("status.?availableReplicas.orValue(0) < status.?updatedReplicas.orValue(0)"),
  waiting("spec.replicas < status.replicas"),
  waiting(`${blueGreenHash} != status.currentPodHash || ${canaryHash} != status.currentPodHash`),
  current("has(status.currentPodHash)"),
  waiting(),
];
