import type { Clock, Random } from "../../../async/clock.ts";
import { RegistryError } from "../model/registry-error.ts";
import { TransientError } from "./transient-error.ts";

/** What repeated attempts go by. */
export interface RetryClock {
  readonly clock: Clock;
  readonly random: Random;
}

/** How often one thing is tried without any progress. */
const mostAttempts = 5;
const firstDelay = 250;
const longestDelay = 10_000;
/** A server that asks for more is told of instead. */
const longestAsked = 60_000;

/**
 * Milliseconds until the next attempt (`attempt`: how many were made): 250, 500, … up to 10,000, half to one
 * and a half times, and never sooner than the server asks.
 */
export function retryDelay(attempt: number, trouble: TransientError, random: Random): number {
  const exponential = Math.min(longestDelay, firstDelay * 2 ** Math.min(attempt - 1, 20));
  return Math.max(exponential * (0.5 + random()), Math.min(trouble.retryAfter ?? 0, longestAsked));
}

/** One thing that is tried until it succeeds. */
export interface RetryOptions<T> {
  /** What it is about, for the message: the image or the host. */
  readonly about: string;
  readonly attempt: () => Promise<T>;
  /**
   * How far it has come, for what goes on where it was broken off; a step forward makes the count of attempts
   * begin anew.
   */
  readonly progress?: () => number;
  readonly signal: AbortSignal;
}

/**
 * Tries until it succeeds, five times without progress. Throws RegistryError `unreachable` then, and the
 * signal's reason when it aborts.
 */
export async function retry<T>(task: RetryOptions<T>, { clock, random }: RetryClock): Promise<T> {
  const { about, attempt, progress = () => 0, signal } = task;
  let reached = progress();
  for (let made = 1; ; made += 1) {
    signal.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof TransientError)) {
        throw error;
      }
      made = progress() > reached ? 1 : made;
      reached = Math.max(reached, progress());
      if (made >= mostAttempts) {
        throw new RegistryError("unreachable", `${about}: ${error.message}`);
      }
      await clock.sleep(retryDelay(made, error, random), signal);
    }
  }
}
