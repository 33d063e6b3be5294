/**
 * The time of the machine, whose timers a test may have ring early, and which it may set as somebody sets a
 * clock on a wall.
 */
import type { Clock } from "../../lib/async/clock.ts";
import { wallClock } from "../open-test-cluster.ts";

/** A timer that has not rung yet. */
export interface Timer {
  /** For how long it was set, in milliseconds. */
  readonly length: number;
  /** When it rings as the clock stood then, in milliseconds since 1970. */
  readonly due: number;
}

/** A clock in the hands of a test, which goes on by itself. */
export interface RingingClock extends Clock {
  /** Has timers ring at once. Gives how many there were. */
  readonly wake: (isMeant: (timer: Timer) => boolean) => number;
  /** Sets the clock forward or back by so many milliseconds; timers take no notice. */
  readonly set: (milliseconds: number) => void;
}

/** How one is made. */
export interface RingingSetup {
  /** Lengths of timers, in milliseconds, that always ring after a fiftieth of that. */
  readonly hurried?: readonly number[];
}

/** A clock that says the time of the machine until it is set. */
export function ringingClock({ hurried = [] }: RingingSetup = {}): RingingClock {
  const timers = new Map<() => void, Timer>();
  let offset = 0;
  const now = (): number => wallClock.now() + offset;
  const after: Clock["after"] = (length, callback) => {
    const wake = (): void => {
      callOff();
      callback();
    };
    const stop = wallClock.after(hurried.includes(length) ? length / 50 : length, wake);
    const callOff = (): void => {
      stop();
      timers.delete(wake);
    };
    timers.set(wake, { length, due: now() + length });
    return callOff;
  };
  return {
    now,
    after,
    sleep: async (length, signal) =>
      new Promise((resolve) => {
        const callOff = after(length, resolve);
        signal.addEventListener("abort", () => {
          callOff();
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
