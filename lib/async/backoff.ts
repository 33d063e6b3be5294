import type { Random } from "./clock.ts";
import type { Duration } from "../object/duration.ts";

/** Delays that grow with each failure. */
export interface Backoff {
  /** The delay after the first failure; it doubles with each further one. */
  readonly first: Duration;
  readonly longest: Duration;
}

/** The delay before the attempt after the nth (from 1). */
export function backoff(attempt: number, { first, longest }: Backoff): Duration {
  return Math.min(longest, first * 2 ** (attempt - 1));
}

/** Multiplies a delay by a random factor: at least `least`, and less than `spread` more. */
export function jitter(
  delay: Duration,
  [least, spread]: readonly [number, number],
  random: Random,
): Duration {
  return delay * (least + spread * random());
}
