import { BugError } from "../object/bug-error.ts";
import type { Operation, Outcome, Target } from "./event.ts";
import type { Task } from "./task.ts";

/** How a task ended, without what it is about. */
export type OutcomeFacts = Omit<Outcome, "target" | "operation" | "group">;

/** Whether those who wait for it may go on. */
export function isGood({ actuation, reconcile }: OutcomeFacts): boolean {
  return actuation === "Succeeded" && (reconcile === "Succeeded" || reconcile === "Skipped");
}

/** Whether it is the world that refuses, and no bug of ours. */
export function isRefusal(error: unknown): error is Error {
  return (
    error instanceof Error &&
    !(error instanceof BugError || error instanceof TypeError || error instanceof RangeError)
  );
}

/** The fields that events and outcomes share with their task. */
export function sameTask({ target, operation }: Task): {
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
