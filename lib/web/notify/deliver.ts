import type { Clock, Random } from "../../async/clock.ts";

/** What delivering needs of the world. */
export interface DeliveryFacts {
  /** `fetch` of the platform. */
  readonly send: (url: string, init: RequestInit) => Promise<Response>;
  readonly clock: Pick<Clock, "now" | "after" | "sleep">;
  readonly random: Random;
  /** Ends the waiting between attempts: what is still to be delivered is tried once. */
  readonly signal: AbortSignal;
}

/**
 * What is to be sent, made when it is: secrets are read anew for each attempt. May reject: that is tried
 * again, as if it had been sent in vain.
 */
export type MakeRequest = () => Promise<{
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}>;

/** So often is tried to deliver one thing. */
const maxAttempts = 6;
/** How long one attempt may take, in milliseconds. */
const patience = 10_000;
/** Between attempts: doubled each time up to the longest, in milliseconds. */
const firstPause = 1000;
const longestPause = 60_000;

/**
 * Why something was not delivered: one line, without the path and query of the address, which may hold
 * secrets.
 */
export class DeliveryError extends Error {
  override readonly name = "DeliveryError";
  /** Whether it may be better in a moment; then after so many milliseconds, where the server has said so. */
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
 * Sends by POST until it is taken, with growing pauses. Follows no redirects. Throws a DeliveryError once it
 * gives up.
 */
export async function deliver(make: MakeRequest, facts: DeliveryFacts): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await attemptOnce(make, facts);
      return;
    } catch (error) {
      const failure = failureOf(error);
      if (!failure.again || attempt >= maxAttempts || facts.signal.aborted) {
        throw failure;
      }
      const pause = Math.min(firstPause * 2 ** (attempt - 1), longestPause) * (0.5 + facts.random() / 2);
      await facts.clock.sleep(failure.after ?? pause, facts.signal);
    }
  }
}

async function attemptOnce(make: MakeRequest, { send, clock }: DeliveryFacts): Promise<void> {
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
    // What it says is of no use to us, and need not end.
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
    throw new DeliveryError(`${place} leads elsewhere (${status}); write the address it leads to`, {
      again: false,
    });
  }
  const again = status >= 500 || status === 429 || status === 408;
  const after = again ? pauseOf(headers.get("retry-after"), now) : undefined;
  throw new DeliveryError(`${place} answers with ${status}`, { again, after });
}

/** `Retry-After` in seconds or as a date, as milliseconds from now, within bounds. */
function pauseOf(header: string | null, now: number): number | undefined {
  if (header === null) {
    return undefined;
  }
  const seconds = Number(header);
  // oxlint-disable-next-line no-restricted-globals -- reckons with a time that is given, reads no clock
  const pause = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isNaN(pause) ? undefined : Math.min(Math.max(pause, 0), longestPause);
}

function failureOf(error: unknown): DeliveryError {
  return error instanceof DeliveryError
    ? error
    : new DeliveryError(reasonOf(error), { again: true, cause: error });
}

/** `fetch failed` says nothing; its cause does. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

/** `https://hooks.example.com` of an address whose path may be a secret. */
function placeOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : "an address that is none";
}
