import type { Random } from "../../async/clock.ts";
import { ApiError } from "../model/api-error.ts";
import { ConnectionLostError } from "../transport/connection.ts";

/** Whether a failed request is sent again: until its time ends, a few times, or not at all. */
export type Verdict = "again" | "few" | "never";

/** How often a request is sent at most where it may be refused for good. */
export const fewAttempts = 4;

/**
 * What the API server says when it was its store, another server or the time that failed, not the request.
 */
const passing =
  /etcdserver: |leader changed|context deadline exceeded|connection refused|connection reset|too many requests|\bEOF\b|i\/o timeout|apiserver is shutting down|request timed out|transport is closing/i;
/** What server-side apply says of a manifest that does not fit its kind: no second attempt will. */
const misfit = /failed to create typed patch object|failed to create manager for existing fields/i;
/**
 * What only the caller can decide on: someone's webhook has failed, and may do so for as long as it is not
 * up.
 */
const webhook = /failed calling .*webhook|conversion webhook .*failed|admission webhook/i;

const waitedFor = new Set([429, 502, 503, 504]);

/**
 * What to do about the failure of a request. `repeatable`: sent twice it does no harm. A refusal of the
 * server is its last word unless it says, or its kind shows, that it will pass; a 500 of unknown cause gets a
 * few more tries.
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

const firstDelay = 100;
const longestDelay = 10_000;

/**
 * Milliseconds until the next attempt (the number of those made so far, from 1): 100, 200, … up to 10,000,
 * half to one and a half times, and never sooner than the server asks for. What the server is sure not to
 * have begun is sent again at once, the first time.
 */
export function backOff(attempt: number, error: unknown, random: Random): number {
  if (error instanceof ConnectionLostError && error.unprocessed && attempt === 1) {
    return 0;
  }
  const exponential = firstDelay * 2 ** Math.min(attempt - 1, 20);
  const jittered = Math.min(longestDelay, exponential) * (0.5 + random());
  const asked = error instanceof ApiError ? error.retryAfter : undefined;
  // All who were told to come back in a second would come together: some jitter on top.
  return asked === undefined ? jittered : Math.max(jittered, asked * (1 + 0.2 * random()));
}
