import { backoff, jitter } from "../../async/timer.ts";
import type { Clock, Random } from "../../async/clock.ts";
import { errorMessage } from "../../object/bug-error.ts";

/** Dependencies of a delivery. */
export interface DeliveryOptions {
  /** The platform's `fetch`. */
  readonly send: (url: string, init: RequestInit) => Promise<Response>;
  readonly clock: Pick<Clock, "now" | "after" | "sleep">;
  readonly random: Random;
  /** Cuts the pauses between attempts short: what is still to be delivered is tried once. */
  readonly signal: AbortSignal;
}

/**
 * Builds the request for each attempt, so that secrets are read again. A rejection is retried like a failed
 * attempt.
 */
export type MakeRequest = () => Promise<{
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}>;

/** The maximum number of attempts of one delivery. */
const maxAttempts = 6;
/** Time limit of one attempt, in milliseconds. */
const patience = 10_000;
/** The pauses between attempts, in milliseconds. */
const pauses = { first: 1000, longest: 60_000 };

/**
 * The reason why a delivery failed: one line, without the path and query of the URL, which may hold secrets.
 */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
  /** Whether a retry may succeed; `after`: the delay in milliseconds that the server asks for, if any. */
  readonly again: boolean;
  readonly after: number | undefined;

  constructor(
    message: string,
    {
      again,
      after,
      cause,
    }: { readonly again: boolean; readonly after?: number | undefined; readonly cause?: unknown },
  ) {
    super(message, { cause });
    this.again = again;
    this.after = after;
  }
}

/**
 * Sends by POST until accepted, with growing pauses. Follows no redirects. Throws a DeliveryError once it
 * gives up.
 */
export async function deliver(make: MakeRequest, options: DeliveryOptions): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await attemptOnce(make, options);
      return;
    } catch (error) {
      const failure = failureOf(error);
      if (!failure.again || attempt >= maxAttempts || options.signal.aborted) {
        throw failure;
      }
      const pause = jitter(backoff(attempt, pauses), [0.5, 0.5], options.random);
      await options.clock.sleep(failure.after ?? pause, options.signal);
    }
  }
}

async function attemptOnce(make: MakeRequest, { send, clock }: DeliveryOptions): Promise<void> {
  const { url, headers, body } = await make();
  const late = new AbortController();
  const callOff = clock.after(patience, () => {
    late.abort();
  });
  const place = placeOf(url);
  try {
    const response = await send(url, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal: late.signal,
    });
    // The body of the response is not needed, and may never end.
    await response.body?.cancel();
    judge(response, place, clock.now());
  } catch (error) {
    const reason = late.signal.aborted ? `no answer within ${patience / 1000}s` : reasonOf(error);
    throw error instanceof DeliveryError
      ? error
      : new DeliveryError(`${place}: ${reason}`, { again: true, cause: error });
  } finally {
    callOff();
  }
}

function judge({ status, headers }: Response, place: string, now: number): void {
  if (status >= 200 && status < 300) {
    return;
  }
  if (status >= 300 && status < 400) {
    throw new DeliveryError(`${place} redirects (${status}); use the address that it redirects to`, {
      again: false,
    });
  }
  const again = status >= 500 || status === 429 || status === 408;
  const after = again ? pauseOf(headers.get("retry-after"), now) : undefined;
  throw new DeliveryError(`${place} answers with ${status}`, { again, after });
}

/** Parses `Retry-After`, in seconds or as a date, into bounded milliseconds from now. */
function pauseOf(header: string | null, now: number): number | undefined {
  if (header === null) {
    return undefined;
  }
  const seconds = Number(header);
  // oxlint-disable-next-line no-restricted-globals -- reckons with a time that is given, reads no clock
  const pause = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isNaN(pause) ? undefined : Math.min(Math.max(pause, 0), pauses.longest);
}

function failureOf(error: unknown): DeliveryError {
  return error instanceof DeliveryError
    ? error
    : new DeliveryError(reasonOf(error), { again: true, cause: error });
}

/** The message is only `fetch failed`; its cause has the reason. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return errorMessage(cause);
}

/** Returns the origin, `https://hooks.example.com`, of a URL whose path may be a secret. */
function placeOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : "an invalid URL";
}
