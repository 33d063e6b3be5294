import type { ParentState, UndoneObject } from "../../inventory/parent-state.ts";
import type { JsonObject } from "../../object/json.ts";
import { compareText, type ObjectRef, parseRef } from "../../object/object-ref.ts";
import type { Readiness, ReadinessState } from "../../readiness/readiness.ts";
import { type Actuation, actuations, type Reconcile, reconciles, type Target } from "../model/event.ts";
import { refOf, targetOf } from "../model/live-object.ts";
import { keptBecause } from "../effect/pruning.ts";

/** How one object of a release stands. */
export interface ObjectStatus {
  readonly target: Target;
  /** How the last run's write of it has ended. */
  readonly actuation: Actuation;
  /** How far the cluster has come with it now. */
  readonly reconcile: Reconcile;
  /**
   * What its state in the cluster says, and what the last run said of it; empty where there is nothing to
   * say.
   */
  readonly message: string;
  /** Why it stays when the release goes. */
  readonly kept?: string;
}

/** What is known of the objects of a release. */
export interface KnownObjects {
  /** What it has in the cluster, by written form. */
  readonly objects: ReadonlyMap<string, JsonObject>;
  /** What its newest revision has sent and is to be there. */
  readonly sent: readonly ObjectRef[];
  readonly judge: (object: JsonObject) => Readiness | undefined;
}

/**
 * How every object stands that a release has, or should have, or that its last run did not bring about,
 * sorted by written form.
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

const unknown: Readiness = { state: "Unknown", reason: "Unknown", message: "nothing is known of it" };

const reconcileOf: Readonly<Record<ReadinessState, Reconcile>> = {
  Current: "Succeeded",
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

/** What was written and only waited for in vain is told by its state of today. */
function wordsOf(undone: UndoneObject | undefined): string {
  if (undone === undefined || undone.actuation === "Succeeded") {
    return "";
  }
  return undone.operation === "apply" ? undone.message : `to ${undone.operation}: ${undone.message}`;
}

/**
 * What the last run did not bring about, in its words; what it was to take away and is gone now is as wanted.
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

/** Written by an earlier run, and not there any more. */
function missingStatus(target: Target): ObjectStatus {
  const message = "it is not in the cluster: converge apply creates it again";
  return { target, actuation: "Succeeded", reconcile: "Failed", message };
}

function finishedStatus(key: string): readonly ObjectStatus[] {
  const ref = parseRef(key);
  const message = "the Job has completed and was removed by its ttl";
  return ref === undefined
    ? []
    : [{ target: targetOf(ref), actuation: "Succeeded", reconcile: "Succeeded", message }];
}

/** The record may be of a converge that knows other words. */
function wordOf<Word extends string>(text: string | undefined, words: readonly Word[]): Word | undefined {
  return words.find((word) => word === text);
}
