/** The source of time, passed as an argument: tests bring their own. */
export interface Clock {
  /** Milliseconds since 1970 in UTC. */
  readonly now: () => number;
  /** Resolves after that many milliseconds, or at once when the signal aborts: never rejects. */
  readonly sleep: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Calls back once after that many milliseconds; the returned function cancels that. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
}

/** A random number from 0 up to, not including, 1: for jitter. */
export type Random = () => number;

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
