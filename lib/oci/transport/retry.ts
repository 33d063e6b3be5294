import { backoff, jitter } from "../../async/timer.ts";
import type { Clock, Random } from "../../async/clock.ts";
import { RegistryError, TransientError } from "../model/registry-error.ts";

/** Dependencies of retries. */
export interface RetryClock {
  readonly clock: Clock;
  readonly random: Random;
}

/** The limit of consecutive attempts without progress. */
const mostAttempts = 5;
const delays = { first: 250, longest: 10_000 };
/** The longest Retry-After that is respected, in milliseconds. */
const longestAsked = 60_000;

/**
 * Returns the milliseconds until the next attempt (`attempt`: the number of attempts made): 250, 500, … up to
 * 10,000, times 0.5 to 1.5, and at least as long as the server asks, up to a minute.
 */
export function retryDelay(attempt: number, trouble: TransientError, random: Random): number {
  const jittered = jitter(backoff(attempt, delays), [0.5, 1], random);
  return Math.max(jittered, Math.min(trouble.retryAfter ?? 0, longestAsked));
}

/** An operation that is retried until it succeeds. */
export interface RetryOptions<T> {
  /** The image or host that the message names. */
  readonly about: string;
  readonly attempt: () => Promise<T>;
  /** The progress of a resumable operation; an increase resets the count of attempts. */
  readonly progress?: () => number;
  readonly signal: AbortSignal;
}

/**
 * Retries until it succeeds, at most five times without progress. Throws RegistryError `unreachable` after
 * that, and the signal's reason when it aborts.
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
