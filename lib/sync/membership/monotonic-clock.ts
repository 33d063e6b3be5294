import type { Clock } from "../../async/clock.ts";

/**
 * Milliseconds that a clock has counted since now, never fewer than before: when the clock is set back, that
 * time counts as none. When it is set forward, that counts as time that has passed.
 */
export function steadyTime(clock: Pick<Clock, "now">): () => number {
  let last = clock.now();
  let total = 0;
  return () => {
    const now = clock.now();
    total += Math.max(0, now - last);
    last = now;
    return total;
  };
}
