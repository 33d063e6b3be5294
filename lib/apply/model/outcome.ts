import { BugError } from "../../object/bug-error.ts";
import type { Change, Operation, Outcome, Reconcile, Target } from "./event.ts";
import type { Task } from "./task.ts";

/** How a task ended, without what it is about. */
export type OutcomeFields = Omit<Outcome, "target" | "operation" | "group">;

/** Whether those who wait for it may go on: it has ended well, or its failure is not to count. */
export function isGood({ actuation, reconcile, tolerated }: OutcomeFields): boolean {
  return (
    actuation === "Succeeded" && (tolerated === true || reconcile === "Succeeded" || reconcile === "Skipped")
  );
}

/**
 * How a task ended that was written. `isTolerated`: where it has failed or timed out, that does not count.
 */
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

/** Whether it is the world that refuses, and no bug of ours. */
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

/** Those of the fields that are there. */
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
