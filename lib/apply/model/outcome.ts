import { BugError } from "../../object/bug-error.ts";
import type { Change, Operation, Outcome, Reconcile, Target } from "./event.ts";
import type { Task } from "./task.ts";

/** The outcome of a task, without what it is about. */
export type OutcomeFields = Omit<Outcome, "target" | "operation" | "group">;

/** Reports whether dependents may go on: the task has succeeded, or its failure does not count. */
export function isGood({ actuation, reconcile, tolerated }: OutcomeFields): boolean {
  return (
    actuation === "Succeeded" && (tolerated === true || reconcile === "Succeeded" || reconcile === "Skipped")
  );
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
