import { backoff, jitter } from "../../async/backoff.ts";
import type { Random } from "../../async/clock.ts";
import type { Duration } from "../../object/duration.ts";

/** The delays before a failed run is retried. */
const delays = { first: 5000, longest: 300_000 };

/** Milliseconds after which it is checked again whether it is known what other units will bring. */
export const unknownPause = 30_000;

/**
 * Returns the time to wait before a run is retried that has failed so often in a row. One that was refused
 * needs a person, and is rarely retried.
 */
export function retryPause(
  failures: number,
  { isRefused, random }: { readonly isRefused: boolean; readonly random: Random },
): Duration {
  return jitter(isRefused ? delays.longest : backoff(failures, delays), [0.9, 0.2], random);
}
