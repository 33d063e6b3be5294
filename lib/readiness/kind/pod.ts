import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import { annotationOf, creationTimestampOf } from "../../object/metadata.ts";
import { conditionOf, isTrue } from "../condition/condition.ts";
import type { KindRule } from "./kind-rule.ts";
import { containersOf, containersWaitingFor, endText } from "../condition/container.ts";
import type { Readiness, Surroundings } from "../readiness.ts";
import { parseTimestamp } from "../../object/timestamp.ts";
import { current, failed, inProgress, unknownReadiness } from "../condition/readiness-result.ts";

/**
 * A Pod is ready when its condition Ready is true or it has succeeded; as a hook only when it has succeeded,
 * unless it is annotated as one that runs on.
 * For kstatus also when it has failed.
 */
export const pod: KindRule = { kinds: ["/Pod"], converge: readyOrDone, kstatus };

/** The time the scheduler has before kstatus calls a pod failed, in milliseconds. */
const scheduleWindow = 15_000;

function readyOrDone(object: JsonObject, { completes }: Pick<Surroundings, "completes">): Readiness {
  switch (stringField(objectField(object, "status"), "phase") ?? "") {
    case "Succeeded":
      return succeeded;
    case "Failed":
      return failed("PodFailed", whyFailed(object));
    case "Running":
      if (completes === true && !staysRunning(object)) {
        return running;
      }
      return isTrue(object, "Ready") ? ready : notReady;
    default:
      return pending;
  }
}

/** Reports whether Argo CD would judge a pod as one that runs on, whatever its restart policy. */
function staysRunning(object: JsonObject): boolean {
  return annotationOf(object, "argocd.argoproj.io/ignore-restart-policy") === "true";
}

const succeeded = current("Completed", "completed");
const ready = current("Ready", "ready");
const running = inProgress("PodRunning", "running, not completed yet");
const notReady = inProgress("PodRunningNotReady", "running, but not ready");
const pending = inProgress("PodPending", "pending");

/** The kubelet's message about the pod, and about the first container that failed. */
function whyFailed(object: JsonObject): string {
  const status = objectField(object, "status");
  const ended = containersOf(object).find(({ exitCode }) => exitCode !== 0);
  const ofContainer = ended === undefined ? "" : `container ${ended.name} ${endText(ended)}`;
  const said = [stringField(status, "reason") ?? "", stringField(status, "message") ?? "", ofContainer];
  return said.filter((text) => text !== "").join(": ") || "it has failed";
}

function kstatus(object: JsonObject, { now }: Surroundings): Readiness {
  const phase = stringField(objectField(object, "status"), "phase") ?? "";
  switch (phase) {
    case "Succeeded":
      return succeeded;
    case "Failed":
      return current("PodFailed", "completed, but not successfully");
    case "Running":
      return isTrue(object, "Ready") ? ready : crashLooping(object);
    case "Pending":
      return unscheduled(object, now) ?? pending;
    case "":
      return inProgress("PodNotObserved", "it has no phase yet");
    default:
      return unknownReadiness(`its phase ${phase} is not one of Kubernetes`);
  }
}

function crashLooping(object: JsonObject): Readiness {
  const names = containersWaitingFor(object, "CrashLoopBackOff");
  return names.length === 0
    ? notReady
    : failed("ContainerCrashLooping", `containers in a crash loop: ${names.join(", ")}`);
}

function unscheduled(object: JsonObject, now: number): Readiness | undefined {
  const scheduled = conditionOf(object, "PodScheduled");
  if (scheduled?.status !== "False" || scheduled.reason !== "Unschedulable") {
    return undefined;
  }
  const created = parseTimestamp(creationTimestampOf(object)) ?? 0;
  const left = created + scheduleWindow - now;
  return left > 0
    ? { ...inProgress("PodNotScheduled", "not scheduled yet"), askAgain: left }
    : failed("PodUnschedulable", "it cannot be scheduled");
}
