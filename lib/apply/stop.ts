import { LockLostError } from "./lock.ts";
import type { Stop } from "./running.ts";

/** Why a run that was told to end did so: the lock that was lost, or a signal. */
export function interruption(reason: unknown): Stop {
  return reason instanceof LockLostError
    ? { reconcile: "Failed", message: reason.message, isOrderly: false }
    : { reconcile: "Interrupted", message: "interrupted", isOrderly: false };
}

/** The run has used up its time. */
export function lateness(): Stop {
  return { reconcile: "Timeout", message: "the time of the whole run is over", isOrderly: true };
}

/** A failure that ends the run at once. */
export function failure(key: string): Stop {
  return { reconcile: "Failed", message: `stopped: ${key} failed`, isOrderly: true };
}
