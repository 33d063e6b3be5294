import { UnreachableError } from "../model/api-error.ts";
import { errorMessage } from "../../object/bug-error.ts";

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
