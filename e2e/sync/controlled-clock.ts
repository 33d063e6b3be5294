/** The system clock, with timers that a test may fire early, and a time that it may set forward or back. */
import type { Clock } from "../../lib/async/clock.ts";
import { wallClock } from "../open-test-cluster.ts";

/** A pending timer. */
export interface Timer {
  /** Its duration in milliseconds. */
  readonly length: number;
  /** The time at which it fires, as the clock was when it was set, in milliseconds since 1970. */
  readonly due: number;
}

/** A clock that a test controls, and which runs by itself. */
export interface ControlledClock extends Clock {
  /** Fires timers at once. Returns their number. */
  readonly wake: (isMeant: (timer: Timer) => boolean) => number;
  /** Sets the clock forward or back by milliseconds; timers are not affected. */
  readonly set: (milliseconds: number) => void;
}

/** The options of such a clock. */
export interface ControlledClockOptions {
  /** Durations of timers, in milliseconds, that always fire after a fiftieth of that. */
  readonly fastTimers?: readonly number[];
}

/** A clock with the system time until it is set. */
export function controlledClock({ fastTimers = [] }: ControlledClockOptions = {}): ControlledClock {
  const timers = new Map<() => void, Timer>();
  let offset = 0;
  const now = (): number => wallClock.now() + offset;
  const after: Clock["after"] = (length, callback) => {
    const wake = (): void => {
      cancel();
      callback();
    };
    const stop = wallClock.after(fastTimers.includes(length) ? length / 50 : length, wake);
    const cancel = (): void => {
      stop();
      timers.delete(wake);
    };
    timers.set(wake, { length, due: now() + length });
    return cancel;
  };
  return {
    now,
    after,
    sleep: async (length, signal) =>
      new Promise((resolve) => {
        const cancel = after(length, resolve);
        signal.addEventListener("abort", () => {
          cancel();
          resolve();
        });
      }),
    wake: (isMeant) => {
      const meant = [...timers].filter(([, timer]) => isMeant(timer));
      for (const [wake] of meant) {
        wake();
      }
      return meant.length;
    },
    set: (milliseconds) => {
      offset += milliseconds;
    },
  };
}
