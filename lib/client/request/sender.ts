import type { Clock, Random } from "../../async/clock.ts";
import type { Access, Credentials } from "../model/access.ts";
import { ApiError, UnreachableError } from "../model/api-error.ts";
import type { Call, Retry } from "../model/cluster.ts";
import { untilAbort } from "../../async/abort.ts";
import { pause } from "../../async/timer.ts";
import type { ConnectionPool } from "../transport/connection-pool.ts";
import { oneLine, type WireHeaders, type WireRequest } from "../transport/connection.ts";
import { sendRequest, type Response } from "./response.ts";
import type { RequestLimiter } from "./request-limiter.ts";
import { readStatus } from "./parse-status.ts";
import { requestDelay, fewAttempts, judge, RetryWakeup } from "./retry.ts";

/** A request to the API server. */
export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Relative to the server's own path, with its query. */
  readonly path: string;
  readonly headers?: WireHeaders;
  readonly body?: string;
  /** Whether sending it twice does no harm. */
  readonly repeatable: boolean;
  /** A few attempts are enough: others proceed without the response. */
  readonly patience?: "short";
}

/** A call, and how it waits. */
export interface SendCall extends Call {
  /** While it rests after a connection failure, the success of another request wakes it. */
  readonly light?: true;
}

/** Dependencies of the sender. */
export interface SenderOptions {
  readonly access: Access;
  readonly clock: Clock;
  readonly random: Random;
  readonly userAgent: string;
  readonly inFlight: RequestLimiter;
  readonly lane: ConnectionPool;
}

/** Sends requests with credentials, and retries them where that helps. */
export class Sender {
  readonly #options: SenderOptions;
  readonly #prefix: string;
  readonly #wakening: RetryWakeup;
  readonly #common = new WeakMap<Credentials, WireHeaders>();

  constructor(options: SenderOptions) {
    this.#options = options;
    this.#wakening = new RetryWakeup(options.clock);
    const { pathname } = new URL(options.access.server);
    this.#prefix = pathname === "/" ? "" : pathname.replace(/\/$/, "");
  }

  /** Returns the response, always a success. Throws like every call of a `Cluster`. */
  async send(request: ApiRequest, call: SendCall): Promise<Response> {
    let last: Error | undefined;
    let refusals = 0;
    for (let attempt = 1; ; attempt += 1) {
      try {
        // The last error explains a timeout better than the timeout itself.
        call.signal.throwIfAborted();
        return await this.#sendAsSomeone(request, call);
      } catch (error) {
        if (call.signal.aborted) {
          throw endOf(call.signal, last ?? error);
        }
        // A broken connection is not an answer of the server: only its refusals count.
        refusals += error instanceof ApiError ? 1 : 0;
        const delay = this.#delay(request, { attempt, refusals }, error);
        if (delay === undefined || !(error instanceof Error)) {
          throw error;
        }
        last = error;
        await this.#awaitRetry({ attempt, delay, error }, call);
      }
    }
  }

  /** Reports a failed attempt, and waits until the next one may be sent. */
  async #awaitRetry(retry: Retry, call: SendCall): Promise<void> {
    const { delay, error } = retry;
    call.onRetry?.(retry);
    await (call.light === true
      ? this.rest(delay, error, call.signal)
      : pause(delay, this.#options.clock, call.signal));
    await call.beforeRetry?.();
  }

  /**
   * Waits that many milliseconds before the next attempt; after a connection failure only until a request
   * succeeds.
   */
  async rest(milliseconds: number, failure: Error | undefined, signal: AbortSignal): Promise<void> {
    await (failure instanceof UnreachableError
      ? this.#wakening.rest(milliseconds, signal)
      : pause(milliseconds, this.#options.clock, signal));
  }

  /** The request in wire format. */
  wire(request: ApiRequest, credentials: Credentials): WireRequest {
    return {
      method: request.method,
      path: this.#prefix + request.path,
      headers: { ...this.#headersOf(credentials), ...request.headers },
      body: request.body,
    };
  }

  #headersOf(credentials: Credentials): WireHeaders {
    const known = this.#common.get(credentials);
    if (known !== undefined) {
      return known;
    }
    const copied = Object.entries(credentials.headers).map(([name, value]): [string, string | string[]] => [
      name,
      typeof value === "string" ? value : [...value],
    ]);
    const headers: WireHeaders = {
      "user-agent": this.#options.userAgent,
      accept: "application/json",
      ...Object.fromEntries(copied),
    };
    this.#common.set(credentials, headers);
    return headers;
  }

  async #sendAsSomeone(request: ApiRequest, call: Call): Promise<Response> {
    const { access } = this.#options;
    const credentials = await untilAbort(access.credentials(), call.signal);
    try {
      return await this.#sendOnce(request, credentials, call);
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status === 401;
      if (!isRefused || !(await untilAbort(access.renew(credentials), call.signal))) {
        throw error;
      }
    }
    return this.#sendOnce(request, await untilAbort(access.credentials(), call.signal), call);
  }

  async #sendOnce(
    request: ApiRequest,
    credentials: Credentials,
    { signal, urgent }: Call,
  ): Promise<Response> {
    const { inFlight, lane, clock } = this.#options;
    await inFlight.enter(signal, urgent);
    let status = 0;
    try {
      const answer = await sendRequest(this.wire(request, credentials), { lane, credentials, clock, signal });
      ({ status } = answer);
      if ((status >= 200 && status < 300) || status === 304) {
        this.#wakening.wake();
        return answer;
      }
      throw readStatus({
        status,
        headers: answer.headers,
        text: answer.body.toString(),
        request: `${request.method} ${withoutQuery(request.path)}`,
      });
    } finally {
      inFlight.leave(status === 429);
    }
  }

  #delay(
    request: ApiRequest,
    { attempt, refusals }: { readonly attempt: number; readonly refusals: number },
    error: unknown,
  ): number | undefined {
    // Never reached: the pool has retried often enough.
    const isHopeless = error instanceof UnreachableError && !this.#options.lane.reached;
    const verdict = isHopeless ? "never" : judge(error, request.repeatable);
    const isFew = verdict === "few" && refusals >= fewAttempts;
    const isShort = request.patience === "short" && attempt >= fewAttempts;
    const isOver = verdict === "never" || isFew || isShort;
    return isOver ? undefined : requestDelay(attempt, error, this.#options.random);
  }
}

function withoutQuery(path: string): string {
  const end = path.indexOf("?");
  return end === -1 ? path : path.slice(0, end);
}

/**
 * The error of an aborted call: the reason of the abort, or, after a timeout, the last failure until then.
 */
function endOf(signal: AbortSignal, last: unknown): unknown {
  const reason: unknown = signal.reason;
  const isTime = reason instanceof Error && reason.name === "TimeoutError";
  if (!isTime || last instanceof ApiError) {
    return isTime ? last : reason;
  }
  const why = last === reason ? "the server did not answer in time" : oneLine(last);
  return new UnreachableError(why, { cause: last });
}
