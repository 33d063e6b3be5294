import { LockLostError } from "./lock.ts";
import type { Stop } from "./running.ts";

/** Why a run that was told to end did so: the lock that was lost, or a signal. */
export function interruption(reason: unknown): Stop {
  return { reconcile: "Failed", message: reason instanceof LockLostError ? reason.message : "interrupted" };
}

/** The run has used up its time. */
export function lateness(): Stop {
  return { reconcile: "Timeout", message: "the time of the whole run is over" };
}
