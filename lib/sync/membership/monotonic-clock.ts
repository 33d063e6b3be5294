import type { Clock } from "../../async/clock.ts";

/**
 * Returns a clock that counts milliseconds from now and never goes back: when the underlying clock is set
 * back, no time passes; when it is set forward, that counts as time that has passed.
 */
export function monotonicTime(clock: Pick<Clock, "now">): () => number {
  let last = clock.now();
  let total = 0;
  return () => {
    const now = clock.now();
    total += Math.max(0, now - last);
    last = now;
    return total;
  };
}
