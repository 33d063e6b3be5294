/** The environment of the real process, for the library and the command line. */
import { homedir, hostname } from "node:os";

import { pause } from "../async/timer.ts";
import type { Clock, Random } from "../async/clock.ts";

/** In milliseconds, some 25 days: longer timers of Node fire immediately. */
const longestTimer = 2 ** 31 - 1;

/** The system clock. */
export const systemClock: Clock = {
  now: Date.now,
  sleep: async (milliseconds, signal) => pause(milliseconds, systemClock, signal),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, Math.min(milliseconds, longestTimer));
    return () => {
      clearTimeout(timer);
    };
  },
};

/** The random numbers of the system. */
export const systemRandom: Random = Math.random;

/** ProcessVariables variables by name. */
export type ProcessVariables = Readonly<Record<string, string | undefined>>;

/** Returns the environment of the process. */
export function processEnvironment(): ProcessVariables {
  return process.env;
}

/** Returns the folder that contains `.kube`; empty for a user that is unknown to the system. */
export function homeFolder({ HOME }: ProcessVariables): string {
  try {
    return HOME ?? homedir();
  } catch {
    return "";
  }
}

/** Returns a new id that distinguishes a run from all others: `ci-7-4711-k3x9`. */
export function newRunId(): string {
  return `${hostname()}-${process.pid}-${Math.random().toString(36).slice(2, 8)}`;
}
