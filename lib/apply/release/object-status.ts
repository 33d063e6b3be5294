import type { ParentState, UndoneObject } from "../../inventory/parent-state.ts";
import type { JsonObject } from "../../object/json.ts";
import { refOf } from "../../object/metadata.ts";
import { compareText, type ObjectRef, parseRef } from "../../object/object-ref.ts";
import type { Readiness, ReadinessState } from "../../readiness/readiness.ts";
import { type Actuation, actuations, type Reconcile, reconciles, type Target } from "../model/event.ts";
import { targetOf } from "../model/live-object.ts";
import { keptBecause } from "../effect/pruning.ts";

/** The status of one object of a release. */
export interface ObjectStatus {
  readonly target: Target;
  /** The outcome of the last run's write. */
  readonly actuation: Actuation;
  /** The progress of the cluster with it by now. */
  readonly reconcile: Reconcile;
  /**
   * Describes its state in the cluster and what the last run reported; empty if there is nothing to report.
   */
  readonly message: string;
  /** The reason why it is kept when the release is deleted. */
  readonly kept?: string;
}

/** The known state of a release's objects. */
export interface KnownObjects {
  /** Its live objects, by reference. */
  readonly objects: ReadonlyMap<string, JsonObject>;
  /** The objects that its newest revision sent and that should exist. */
  readonly sent: readonly ObjectRef[];
  readonly judge: (object: JsonObject) => Readiness | undefined;
}

/**
 * Returns the status of every object that the release has or should have, or that its last run did not
 * finish, sorted by reference.
 */
export function objectStatuses(
  { lastRun, finished }: Pick<ParentState, "lastRun" | "finished">,
  { objects, sent, judge }: KnownObjects,
): readonly ObjectStatus[] {
  const undone = new Map((lastRun?.undone ?? []).map((each) => [each.key, each]));
  const present = [...objects].map(([key, object]) => {
    const readiness = judge(object) ?? unknown;
    return presentStatus(object, readiness, undone.get(key));
  });
  const absent = [...undone.values()].filter(({ key }) => !objects.has(key)).flatMap(absentStatus);
  const done = [...finished.keys()]
    .filter((key) => !objects.has(key) && !undone.has(key))
    .flatMap(finishedStatus);
  const missing = sent
    .map((ref) => targetOf(ref))
    .filter(({ key }) => !objects.has(key) && !undone.has(key) && !finished.has(key))
    .map(missingStatus);
  return [...present, ...absent, ...done, ...missing].toSorted((left, right) =>
    compareText(left.target.key, right.target.key),
  );
}

const unknown: Readiness = { state: "Unknown", reason: "Unknown", message: "its state is unknown" };

const reconcileOf: Readonly<Record<ReadinessState, Reconcile>> = {
  Current: "Succeeded",
  Suspended: "Suspended",
  InProgress: "Pending",
  Terminating: "Pending",
  Failed: "Failed",
  NotFound: "Failed",
  Unknown: "Pending",
};

function presentStatus(
  object: JsonObject,
  { state, message }: Readiness,
  undone: UndoneObject | undefined,
): ObjectStatus {
  const kept = keptBecause(object);
  const said = state === "Current" ? "" : message;
  return {
    target: targetOf(refOf(object)),
    actuation: wordOf(undone?.actuation, actuations) ?? "Succeeded",
    reconcile: reconcileOf[state],
    message: [wordsOf(undone), said].filter((words) => words !== "").join("; "),
    ...(kept === undefined ? {} : { kept }),
  };
}

/** An object that was written but not ready in time is described by its current state instead. */
function wordsOf(undone: UndoneObject | undefined): string {
  if (undone === undefined || undone.actuation === "Succeeded") {
    return "";
  }
  return undone.operation === "apply" ? undone.message : `to ${undone.operation}: ${undone.message}`;
}

/**
 * The status of an object that the last run did not finish, with that run's message. An object that it was to
 * delete and that is gone by now is as wanted.
 */
function absentStatus({
  key,
  operation,
  actuation,
  reconcile,
  message,
}: UndoneObject): readonly ObjectStatus[] {
  const ref = parseRef(key);
  if (ref === undefined || operation !== "apply") {
    return [];
  }
  return [
    {
      target: targetOf(ref),
      actuation: wordOf(actuation, actuations) ?? "Failed",
      reconcile: wordOf(reconcile, reconciles) ?? "Failed",
      message,
    },
  ];
}

/** Written by an earlier run and no longer there. */
function missingStatus(target: Target): ObjectStatus {
  const message = "it is not in the cluster: converge apply recreates it";
  return { target, actuation: "Succeeded", reconcile: "Failed", message };
}

function finishedStatus(key: string): readonly ObjectStatus[] {
  const ref = parseRef(key);
  const message = "the Job has completed and was removed by its ttl";
  return ref === undefined
    ? []
    : [{ target: targetOf(ref), actuation: "Succeeded", reconcile: "Succeeded", message }];
}

/** The record may be from a converge version that uses other values. */
function wordOf<Word extends string>(text: string | undefined, words: readonly Word[]): Word | undefined {
  return words.find((word) => word === text);
}
