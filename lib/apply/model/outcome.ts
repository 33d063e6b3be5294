import { BugError } from "../../object/bug-error.ts";
import type { Change, Operation, Outcome, Reconcile, Target } from "./event.ts";
import type { Task } from "./task.ts";
import type { Written } from "../../client/model/cluster.ts";
import { type JsonObject, sameJson } from "../../object/json.ts";
import { metadataOf, resourceVersionOf } from "../../object/metadata.ts";

/** The outcome of a task, without what it is about. */
export type OutcomeFields = Omit<Outcome, "target" | "operation" | "group">;

const goodEnds: ReadonlySet<Reconcile> = new Set<Reconcile>(["Succeeded", "Suspended", "Skipped"]);

/** Reports whether dependents may go on: the task has succeeded, or its failure does not count. */
export function isGood({ actuation, reconcile, tolerated }: OutcomeFields): boolean {
  return actuation === "Succeeded" && (tolerated === true || goodEnds.has(reconcile));
}

/** The outcome of a task whose object was written. `isTolerated`: its failure or timeout does not count. */
export function writtenFacts({
  reconcile,
  change,
  message,
  isTolerated,
}: {
  readonly reconcile: Exclude<Reconcile, "Pending">;
  readonly change: Change | undefined;
  readonly message: string | undefined;
  readonly isTolerated: boolean;
}): OutcomeFields {
  const hasFailed = reconcile === "Failed" || reconcile === "Timeout";
  return {
    actuation: "Succeeded",
    reconcile,
    ...(change === undefined ? {} : { change }),
    ...(message === undefined || message === "" ? {} : { message }),
    ...(isTolerated && hasFailed ? { tolerated: true } : {}),
  };
}

/** Reports whether an error comes from the cluster or environment, as opposed to a bug of ours. */
export function isRefusal(error: unknown): error is Error {
  return (
    error instanceof Error &&
    !(error instanceof BugError || error instanceof TypeError || error instanceof RangeError)
  );
}

/** The fields that events and outcomes share with their task. */
export function taskFields({ target, operation }: Task): {
  readonly target: Target;
  readonly operation: Operation;
} {
  return { target, operation };
}

/** Returns those of the named fields that are defined. */
export function pick<Value extends object, Name extends keyof Value>(
  value: Value,
  names: readonly Name[],
): Partial<Pick<Value, Name>> {
  const picked: Partial<Pick<Value, Name>> = {};
  for (const name of names) {
    if (value[name] !== undefined) {
      picked[name] = value[name];
    }
  }
  return picked;
}

/**
 * Classifies the change that a write made, or would make in a dry run. `live`: the object before the write;
 * undefined if it did not exist.
 */
export function classifyChange(
  live: JsonObject | undefined,
  { object, created }: Pick<Written, "object" | "created">,
  isDry: boolean,
): "created" | "configured" | "unchanged" {
  if (created) {
    return "created";
  }
  // A dry run never assigns a new resourceVersion, whatever it changes.
  const isSame = live !== undefined && (isDry ? hasSameContent : isSameVersion)(live, object);
  return isSame ? "unchanged" : "configured";
}

function isSameVersion(live: JsonObject, written: JsonObject): boolean {
  return resourceVersionOf(live) === resourceVersionOf(written);
}

function hasSameContent(live: JsonObject, written: JsonObject): boolean {
  return sameJson(withoutCounters(live), withoutCounters(written));
}

function withoutCounters(object: JsonObject): JsonObject {
  const { managedFields: _, resourceVersion: __, generation: ___, ...metadata } = metadataOf(object);
  return { ...object, metadata };
}
