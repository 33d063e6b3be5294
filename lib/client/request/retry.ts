import { backoff, jitter, pause } from "../../async/timer.ts";
import type { Random, Clock } from "../../async/clock.ts";
import { ApiError } from "../model/api-error.ts";
import { ConnectionLostError } from "../transport/connection.ts";

/** Whether a failed request is retried: until its time ends, a few times, or not at all. */
export type Verdict = "again" | "few" | "never";

/** The maximum number of attempts of a request whose refusal may be final. */
export const fewAttempts = 4;

/** Messages of the API server that blame its store, another server or a timeout, not the request. */
const passing =
  /etcdserver: |leader changed|context deadline exceeded|connection refused|connection reset|too many requests|\bEOF\b|i\/o timeout|apiserver is shutting down|request timed out|transport is closing/i;
/** Messages of server-side apply about a manifest that does not match its kind: a retry cannot succeed. */
const misfit = /failed to create typed patch object|failed to create manager for existing fields/i;
/** Messages that only the caller can act on: a webhook has failed, and may keep failing until it is up. */
const webhook = /failed calling .*webhook|conversion webhook .*failed|admission webhook/i;

const waitedFor = new Set([429, 502, 503, 504]);

/**
 * Decides on a retry of a failed request. `repeatable`: sending it twice does no harm. The server's refusal
 * is final unless it says, or its kind shows, that it will pass; a 500 of unknown cause gets a few more
 * attempts.
 */
export function judge(error: unknown, repeatable: boolean): Verdict {
  if (error instanceof ConnectionLostError) {
    return repeatable || error.unprocessed ? "again" : "never";
  }
  return error instanceof ApiError ? judgeRefusal(error) : "never";
}

function judgeRefusal(error: ApiError): Verdict {
  if (waitedFor.has(error.status) || error.reason === "ServerTimeout" || error.reason === "Timeout") {
    return "again";
  }
  return error.status === 500 ? judgeInternal(error) : "never";
}

function judgeInternal(error: ApiError): Verdict {
  if (webhook.test(error.message) || misfit.test(error.message)) {
    return "never";
  }
  return error.retryAfter !== undefined || passing.test(error.message) ? "again" : "few";
}

const delays = { first: 100, longest: 10_000 };

/**
 * Milliseconds until the next attempt (`attempt` is the number made so far, from 1): 100, 200, … up to
 * 10,000, times 0.5 to 1.5, and never sooner than the server asks for. A request that the server has
 * certainly not begun is resent at once, the first time.
 */
export function requestDelay(attempt: number, error: unknown, random: Random): number {
  if (error instanceof ConnectionLostError && error.unprocessed && attempt === 1) {
    return 0;
  }
  const jittered = jitter(backoff(attempt, delays), [0.5, 1], random);
  const asked = error instanceof ApiError ? error.retryAfter : undefined;
  // Clients asked to retry in a second would all return together: add some jitter.
  return asked === undefined ? jittered : Math.max(jittered, jitter(asked, [1, 0.2], random));
}

/** Minimum milliseconds of a rest, even if the server is back: a waiter is woken at most once a second. */
const shortestRest = 1000;

/** Rests after connection failures, all of which end when a request succeeds: the server is back. */
export class RetryWakeup {
  readonly #clock: Clock;
  readonly #resting = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Records that a request has succeeded. */
  wake(): void {
    for (const wake of this.#resting) {
      wake();
    }
    this.#resting.clear();
  }

  /** Resolves after that many milliseconds, or sooner if a request succeeds meanwhile. Never rejects. */
  async rest(milliseconds: number, signal: AbortSignal): Promise<void> {
    const wakeup = new AbortController();
    const wake = (): void => wakeup.abort();
    this.#resting.add(wake);
    await pause(Math.min(milliseconds, shortestRest), this.#clock, signal);
    await pause(milliseconds - shortestRest, this.#clock, AbortSignal.any([signal, wakeup.signal]));
    this.#resting.delete(wake);
  }
}
