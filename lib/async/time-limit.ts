import type { Clock } from "./clock.ts";
import type { Duration } from "../object/duration.ts";

/** The time that some work may take. */
export interface TimeLimit {
  readonly clock: Pick<Clock, "after">;
  readonly time: Duration;
  /** The reason the work's signal aborts with when the time is over. */
  readonly reason: () => Error;
  /** Aborts the work before that. */
  readonly signal?: AbortSignal;
}

/** Runs work whose signal aborts when the time is over; `lift` ends the limit before the work ends. */
export async function withinTime<Done>(
  { clock, time, reason, signal }: TimeLimit,
  work: (signal: AbortSignal, lift: () => void) => Promise<Done>,
): Promise<Done> {
  const late = new AbortController();
  const lift = clock.after(time, () => late.abort(reason()));
  try {
    return await work(signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]), lift);
  } finally {
    lift();
  }
}
