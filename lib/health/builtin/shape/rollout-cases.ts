import type { RuleCase } from "../../rule-definition.ts";
import { currentWhen, failedWhen, failedOn, phase, suspendedWhen, waitingWhen } from "./rule-shape.ts";

/** The strategies and their fields in the status, by the API of Argo Rollouts. */
const blueGreenHash =
  "status.?blueGreen.?activeSelector.orValue(status.?activeSelector.orValue(status.currentPodHash))";
const canaryHash = "status.?canary.?stableRS.orValue(status.?stableRS.orValue(status.currentPodHash))";

/**
 * Cases for a Rollout of Argo Rollouts
 * (https://argo-rollouts.readthedocs.io/en/stable/features/specification/): by its phase, or by its fields in
 * versions before 1.0 that write no phase.
 */
export const rolloutCases: readonly RuleCase[] = [
  failedWhen("status.abort == true && !has(status.phase)", "'the rollout is aborted'"),
  ...failedOn(
    "InvalidSpec",
    "Progressing=False/ProgressDeadlineExceeded",
    "Progressing=False/RolloutAborted",
  ),
  waitingWhen(
    "string(status.observedGeneration).matches('^[0-9]{1,9}$') && generation > 0 && int(string(status.observedGeneration)) < generation",
  ),
  waitingWhen(
    "has(status.workloadObservedGeneration) && metadata.annotations['rollout.argoproj.io/workload-generation'] != status.workloadObservedGeneration",
  ),
  ...phase(
    "status.phase",
    { current: "healthy", failed: "degraded error invalid", suspended: "paused" },
    "status.message",
  ),
  suspendedWhen("spec.?paused.orValue(false) == true || status.?controllerPause.orValue(false) == true"),
  suspendedWhen("size(status.pauseConditions) > 0 || has(status.pauseStartTime)"),
  waitingWhen("status.?updatedReplicas.orValue(0) < spec.?replicas.orValue(1)"),
  waitingWhen("status.?availableReplicas.orValue(0) < status.?updatedReplicas.orValue(0)"),
  waitingWhen("spec.replicas < status.replicas"),
  waitingWhen(`${blueGreenHash} != status.currentPodHash || ${canaryHash} != status.currentPodHash`),
  currentWhen("has(status.currentPodHash)"),
  waitingWhen(),
];
