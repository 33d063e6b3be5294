import { entries, type JsonObject, objectField, stringField, valueAt } from "../../object/json.ts";
import { creationTimestampOf, isTerminating, nameOf } from "../../object/metadata.ts";
import { compareText } from "../../object/object-ref.ts";
import { conditionOf, isTrue, messageOf, reasonOf } from "../condition/condition.ts";
import { type Container, containersOf, endText } from "../condition/container.ts";
import { reasonWord, failed, inProgress } from "../condition/readiness-result.ts";
import type { Readiness, Surroundings } from "../readiness.ts";
import { parseTimestamp } from "../../object/timestamp.ts";
import { toleranceOf } from "./failure-grace.ts";

/** An obstacle to a pod's readiness. The smaller the rank, the more it explains. */
interface Trouble {
  readonly rank: number;
  readonly readiness: Readiness;
}

const [hopeless, stuck, unplaced, slow] = [0, 1, 2, 3];

/** The rules by which pods count towards the readiness of their owner. */
interface PodRules extends Pick<Surroundings, "now"> {
  /** A crash loop is reported, but is not a failure: the kind counts failures itself. */
  readonly countsFailures?: boolean;
  /** The number of tolerated pod failures; if absent, each reason has its own tolerance. */
  readonly allowed?: number;
}

/**
 * The readiness of a workload combined with the state of its pods: a container beyond its tolerance makes it
 * Failed, any other obstacle of a pod is appended to the message. Current is left as it is. Complexity:
 * O(pods × log pods).
 */
export function withPodDiagnosis(said: Readiness, pods: readonly JsonObject[], rules: PodRules): Readiness {
  if (said.state !== "InProgress" && said.state !== "Failed") {
    return said;
  }
  const worst = worstOf(pods, rules);
  if (worst === undefined) {
    return said;
  }
  const readiness = counted(worst, pods, rules);
  if (said.state === "InProgress" && readiness.state === "Failed") {
    return readiness;
  }
  const message = `${said.message}; ${readiness.message}`;
  const isSpecific = worst.rank < slow && said.state === "InProgress";
  const reported = { state: said.state, reason: isSpecific ? readiness.reason : said.reason, message };
  return readiness.askAgain === undefined || said.state === "Failed"
    ? reported
    : { ...reported, askAgain: readiness.askAgain };
}

/** The verdict if failures are counted: one too many is Failed, whatever the reason; until then none is. */
function counted({ rank, readiness }: Trouble, pods: readonly JsonObject[], rules: PodRules): Readiness {
  if (rules.allowed === undefined) {
    return readiness;
  }
  const failures = failuresIn(pods, rules);
  if (failures > rules.allowed) {
    const times = failures === 1 ? "once" : `${failures} times`;
    const message = `its pods have failed ${times}, ${rules.allowed} allowed: ${readiness.message}`;
    return failed(rank < slow ? readiness.reason : "TooManyFailures", message);
  }
  return readiness.state === "Failed" ? { ...readiness, state: "InProgress" } : readiness;
}

/**
 * Counts restarts, failed pods, and containers that cannot start and so never count a restart. A pod that is
 * ready again has recovered.
 */
function failuresIn(pods: readonly JsonObject[], rules: PodRules): number {
  return pods
    .filter((pod) => isAwaited(pod))
    .reduce((sum, pod) => {
      const hasFailed = stringField(objectField(pod, "status"), "phase") === "Failed";
      const containers = containersOf(pod);
      const restarts = containers.reduce((own, container) => own + container.restarts, 0);
      const unstarted = containers.filter(
        (container) => container.restarts === 0 && containerTrouble(pod, container, rules)?.rank === hopeless,
      );
      return sum + restarts + unstarted.length + (hasFailed ? 1 : 0);
    }, 0);
}

/**
 * The trouble that explains most; among equals that of the first pod by name, with the shortest time to ask
 * again.
 */
function worstOf(pods: readonly JsonObject[], rules: PodRules): Trouble | undefined {
  const troubles = pods
    .filter((pod) => isAwaited(pod))
    .toSorted((left, right) => compareText(nameOf(left), nameOf(right)))
    .flatMap((pod) => troublesOf(pod, rules));
  const worst = troubles.toSorted((left, right) => left.rank - right.rank).at(0);
  const askAgain = troubles.reduce(
    (soonest, { readiness }) => Math.min(soonest, readiness.askAgain ?? Infinity),
    Infinity,
  );
  return worst === undefined || worst.rank === hopeless || askAgain === Infinity
    ? worst
    : { ...worst, readiness: { ...worst.readiness, askAgain } };
}

/**
 * Reports whether a pod is waited for: pods being deleted, and those that have completed, hold nothing up.
 */
function isAwaited(pod: JsonObject): boolean {
  const phase = stringField(objectField(pod, "status"), "phase");
  return !isTerminating(pod) && phase !== "Succeeded" && !isTrue(pod, "Ready");
}

function troublesOf(pod: JsonObject, rules: PodRules): readonly Trouble[] {
  const ofContainers = containersOf(pod).flatMap((container) => {
    const trouble = containerTrouble(pod, container, rules);
    return trouble === undefined ? [] : [trouble];
  });
  const ofPod = podTrouble(pod);
  return ofPod === undefined || ofContainers.length > 0 ? ofContainers : [ofPod];
}

function containerTrouble(pod: JsonObject, container: Container, rules: PodRules): Trouble | undefined {
  const who = `${container.isInit ? "init container" : "container"} ${container.name} in pod ${nameOf(pod)}`;
  const why = [container.reason, waitingWords(container)].filter((words) => words !== "").join(": ");
  const tolerance = toleranceOf(container.reason, container.restarts);
  if (container.state === "waiting" && tolerance !== undefined) {
    const left = tolerance === 0 ? 0 : startOf(pod, container) + tolerance - rules.now;
    return waitingTrouble({ reason: container.reason, message: `${who}: ${why}`, left }, rules);
  }
  const message = unreadyText(pod, container);
  return message === undefined
    ? undefined
    : { rank: slow, readiness: inProgress("PodNotReady", `${who}: ${message}`) };
}

/**
 * The text for a waiting container; in a crash loop its last termination first, without which the crash
 * remains unexplained.
 */
function waitingWords({ reason, message, lastEnd }: Container): string {
  const ended = reason === "CrashLoopBackOff" && lastEnd !== undefined ? endText(lastEnd) : "";
  return [ended, message].filter((words) => words !== "").join("; ");
}

function waitingTrouble(
  { reason, message, left }: { readonly reason: string; readonly message: string; readonly left: number },
  { countsFailures }: PodRules,
): Trouble {
  if (countsFailures === true && reason === "CrashLoopBackOff") {
    return { rank: stuck, readiness: inProgress(reason, message) };
  }
  return left <= 0
    ? { rank: hopeless, readiness: failed(reason, message) }
    : { rank: stuck, readiness: { ...inProgress(reason, message), askAgain: left } };
}

/**
 * The reason a container without trouble is not ready either; undefined if it is ready, or only waits for
 * others.
 */
function unreadyText(pod: JsonObject, container: Container): string | undefined {
  switch (container.state) {
    case "terminated":
      return container.exitCode === 0 ? undefined : endText(container);
    case "waiting":
      return container.reason === "PodInitializing" ? undefined : container.reason || "waiting";
    case "running":
      return runningText(pod, container);
    case "unknown":
      return undefined;
    default:
      return container.state satisfies never;
  }
}

/**
 * A sidecar (an init container that keeps running) has been `started`, and blocks the pod only by its
 * readiness.
 */
function runningText(pod: JsonObject, container: Container): string | undefined {
  if (container.ready) {
    return undefined;
  }
  const text = container.isInit && container.started !== true ? "still running" : probeText(pod, container);
  const { lastEnd } = container;
  return lastEnd === undefined || lastEnd.exitCode === 0
    ? text
    : `${text}; previously, it ${endText(lastEnd)}`;
}

function probeText(pod: JsonObject, container: Container): string {
  const spec = objectField(pod, "spec");
  const declared = [...entries(spec["initContainers"]), ...entries(spec["containers"])].find(
    (entry) => stringField(entry, "name") === container.name,
  );
  if (container.started === false && valueAt(declared, ["startupProbe"]) !== undefined) {
    return "its startup probe has not succeeded yet";
  }
  return valueAt(declared, ["readinessProbe"]) === undefined
    ? "running, but not ready"
    : "its readiness probe does not succeed";
}

/** The trouble of the pod as a whole: no node for it, or a closed readiness gate. */
function podTrouble(pod: JsonObject): Trouble | undefined {
  const scheduled = conditionOf(pod, "PodScheduled");
  if (scheduled?.status === "False") {
    const message = `pod ${nameOf(pod)} is not scheduled: ${messageOf(scheduled)}`;
    return { rank: unplaced, readiness: inProgress(reasonOf(scheduled, "Unschedulable"), message) };
  }
  const status = objectField(pod, "status");
  if (stringField(status, "phase") === "Failed") {
    const reason = reasonWord(stringField(status, "reason") ?? "", "PodFailed");
    return { rank: slow, readiness: inProgress(reason, `pod ${nameOf(pod)} has failed: ${reason}`) };
  }
  const ready = conditionOf(pod, "Ready");
  return ready?.reason === "ReadinessGatesNotReady"
    ? { rank: slow, readiness: inProgress("PodNotReady", `pod ${nameOf(pod)}: ${messageOf(ready)}`) }
    : undefined;
}

/**
 * The start of a container's tolerance, in milliseconds since 1970: when the kubelet accepted the pod, or
 * later, when the init containers had completed, or the container itself terminated and is to start with
 * another image. In a crash loop it terminates again and again, so there it is when the pod was last ready.
 */
function startOf(pod: JsonObject, own: Container): number {
  const created = creationTimestampOf(pod);
  const started = stringField(objectField(pod, "status"), "startTime");
  const ends = containersOf(pod)
    .filter(({ isInit, state }) => isInit && state === "terminated")
    .map(({ endedAt }) => endedAt ?? 0);
  const ownEnd = own.reason === "CrashLoopBackOff" ? conditionOf(pod, "Ready")?.since : own.endedAt;
  return Math.max(parseTimestamp(created) ?? 0, parseTimestamp(started) ?? 0, ...ends, ownEnd ?? 0);
}
