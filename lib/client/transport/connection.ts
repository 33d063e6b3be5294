import type { ClientHttp2Session } from "node:http2";

import { UnreachableError } from "../model/api-error.ts";
import { errorMessage } from "../../object/bug-error.ts";
import type { Clock } from "../../async/clock.ts";

/**
 * Headers by their lower-case names. (The arrays must not be changed; they are mutable only because node's
 * types require it.)
 */
export type WireHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A request in wire format. */
export interface WireRequest {
  readonly method: string;
  /** Percent-encoded, with its query: `/api/v1/namespaces?limit=500`. */
  readonly path: string;
  readonly headers: WireHeaders;
  readonly body: string | undefined;
}

/** Receives a response as it arrives. */
export interface Receiver {
  readonly head: (status: number, headers: WireHeaders) => void;
  readonly data: (chunk: Buffer) => void;
  /** Called last: the response is complete, or it was lost. */
  readonly end: (lost: ConnectionLostError | undefined) => void;
}

/** An open connection to the server, for many concurrent requests. */
export interface Connection {
  /** Leaving: it accepts no more requests, and closes after the last response. */
  readonly state: () => "open" | "leaving" | "closed";
  /** The number of further requests it can start now without waiting. */
  readonly room: () => number;
  /** Sends a request; the returned function cancels it, and the receiver is not called any more. */
  readonly open: (request: WireRequest, receiver: Receiver) => () => void;
  /** Makes it leave. */
  readonly retire: () => void;
  /** Closes at once; requests in flight are lost. */
  readonly destroy: () => void;
}

/** A request whose response did not arrive, or only in part. */
export class ConnectionLostError extends UnreachableError {
  /** Whether the server has certainly not acted on it. */
  readonly unprocessed: boolean;

  constructor(message: string, options: ErrorOptions & { readonly unprocessed?: boolean } = {}) {
    super(message, options);
    this.unprocessed = options.unprocessed ?? false;
  }
}

/** The message of an error, in one line. */
export function oneLine(error: unknown): string {
  const text = errorMessage(error);
  return text.replaceAll(/\s+/g, " ").trim();
}

/** Milliseconds between two pings, and until a ping counts as unanswered; the values of client-go. */
const interval = 30_000;
const patience = 15_000;

/**
 * Pings the server every 30 s, and reports once when it has not answered for 15 s. The returned function
 * stops it.
 */
export function startHeartbeat(
  session: ClientHttp2Session,
  clock: Clock,
  fail: (fault: Error) => void,
): () => void {
  let stopped = false;
  let callOff = clock.after(interval, beat);
  function beat(): void {
    if (stopped || session.destroyed) {
      return;
    }
    callOff = clock.after(patience, () => fail(new Error(`no answer to a ping within ${patience / 1000} s`)));
    session.ping((error) => {
      callOff();
      if (!stopped && error === null) {
        callOff = clock.after(interval, beat);
      }
    });
  }
  return () => {
    stopped = true;
    callOff();
  };
}
