/** Selects the containers and pods whose logs are worth following, based on the status of the pods. */
import {
  type JsonObject,
  field,
  listField,
  type JsonValue,
  objectField,
  stringField,
} from "../../object/json.ts";
import { creationTimestampOf, nameOf, namespaceOf, uidOf } from "../../object/metadata.ts";
import { compareText } from "../../object/object-ref.ts";

/** One run of a container, from its start to its end. */
export interface ContainerRun {
  /** Distinguishes it from all others, including earlier runs of the same container. */
  readonly key: string;
  readonly namespace: string;
  readonly pod: string;
  readonly container: string;
  /** Whether another run has followed: its log is the previous one. */
  readonly previous: boolean;
  /** Whether it has ended: its log is complete. */
  readonly isOver: boolean;
  /** Whether its pod is ready: then its log says little. */
  readonly isReady: boolean;
}

/**
 * The runs of a pod's containers that have a log, init containers first, the earlier run of a container
 * before the later.
 */
export function containerRuns(pod: JsonObject): readonly ContainerRun[] {
  const status = objectField(pod, "status");
  return ["initContainerStatuses", "containerStatuses"].flatMap((list) =>
    listField(status, list).flatMap((each) => livesOfContainer(pod, each)),
  );
}

/**
 * Sorts pods of a workload by the order in which they are followed: those that are not ready first, then the
 * newest.
 */
export function byPriority(pods: readonly JsonObject[]): readonly JsonObject[] {
  return pods.toSorted(
    (left, right) =>
      Number(isReady(left)) - Number(isReady(right)) ||
      compareText(createdAt(right), createdAt(left)) ||
      compareText(nameOf(left), nameOf(right)),
  );
}

/** Reports whether the containers of a pod have ended for good. */
export function hasFinished(pod: JsonObject): boolean {
  const phase = phaseOf(pod);
  return phase === "Succeeded" || phase === "Failed";
}

/** Reports whether a pod has failed for good: another one takes its place. */
export function hasFailed(pod: JsonObject): boolean {
  return phaseOf(pod) === "Failed";
}

/** Reports whether a container of a pod has ended with an error, or was restarted after one. */
export function isInTrouble(pod: JsonObject): boolean {
  const status = objectField(pod, "status");
  return listField(status, "containerStatuses").some((each) =>
    [objectField(each, "state"), objectField(each, "lastState")].some(
      (state) => (field(objectField(state, "terminated"), "exitCode") ?? 0) !== 0,
    ),
  );
}

/** Reports whether a pod is ready to serve requests. */
export function isReady(pod: JsonObject): boolean {
  return listField(objectField(pod, "status"), "conditions").some(
    (condition) => field(condition, "type") === "Ready" && field(condition, "status") === "True",
  );
}

function livesOfContainer(pod: JsonObject, status: JsonValue): readonly ContainerRun[] {
  const state = objectField(status, "state");
  const hasEndedBefore = has(objectField(status, "lastState"), "terminated");
  const isWaiting = !has(state, "running") && !has(state, "terminated");
  if (isWaiting && !hasEndedBefore) {
    return [];
  }
  const restarts = Number(field(status, "restartCount") ?? 0);
  const life = (number: number, previous: boolean): ContainerRun => {
    const container = stringField(status, "name") ?? "";
    return {
      key: `${uidOf(pod)}/${container}/${number}`,
      namespace: namespaceOf(pod),
      pod: nameOf(pod),
      container,
      previous,
      isOver: previous || !has(state, "running"),
      isReady: isReady(pod),
    };
  };
  // While it waits for its next run, the log is that of the last one.
  const isFollowed = !isWaiting && hasEndedBefore && restarts > 0;
  return isFollowed ? [life(restarts - 1, true), life(restarts, false)] : [life(restarts, false)];
}

function has(state: JsonObject, name: string): boolean {
  return field(state, name) !== undefined && field(state, name) !== null;
}

function phaseOf(pod: JsonObject): string | undefined {
  return stringField(objectField(pod, "status"), "phase");
}

function createdAt(pod: JsonObject): string {
  return creationTimestampOf(pod) ?? "";
}
