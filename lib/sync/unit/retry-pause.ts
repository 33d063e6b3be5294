import type { Random } from "../../async/clock.ts";
import type { Duration } from "../../object/duration.ts";

/**
 * Milliseconds before a failed run is retried: at first, then twice as long with each failure, up to the
 * longest.
 */
const first = 5000;
const longest = 300_000;

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
  const pause = isRefused ? longest : first * 2 ** Math.min(failures - 1, 10);
  return Math.min(pause, longest) * (0.9 + 0.2 * random());
}
