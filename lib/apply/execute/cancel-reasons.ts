import { LockLostError } from "../store/lock.ts";
import type { CancelReason } from "./executor-options.ts";

/** The reason why an interrupted run ended: a lost lock, or a signal. */
export function interrupted(reason: unknown): CancelReason {
  return reason instanceof LockLostError
    ? { reconcile: "Failed", message: reason.message, isOrderly: false }
    : { reconcile: "Interrupted", message: "interrupted", isOrderly: false };
}

/** The run has exceeded its timeout. */
export function deadlineExceeded(): CancelReason {
  return { reconcile: "Timeout", message: "the time of the whole run is over", isOrderly: true };
}

/** A failure that stops the run at once. */
export function failure(key: string): CancelReason {
  return { reconcile: "Failed", message: `stopped: ${key} failed`, isOrderly: true };
}
