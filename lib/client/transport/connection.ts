import { UnreachableError } from "../model/api-error.ts";

/** Headers by their lower-case names. (The arrays are nobody's to change; node's types ask for them so.) */
export type WireHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A request as it goes over the wire. */
export interface WireRequest {
  readonly method: string;
  /** Percent-encoded, with its query: `/api/v1/namespaces?limit=500`. */
  readonly path: string;
  readonly headers: WireHeaders;
  readonly body: string | undefined;
}

/** Takes an answer in as it comes. */
export interface Receiver {
  readonly head: (status: number, headers: WireHeaders) => void;
  readonly data: (chunk: Buffer) => void;
  /** The last word: the answer is whole, or it was lost. */
  readonly end: (lost: ConnectionLostError | undefined) => void;
}

/** An open way to the server, for many requests at a time. */
export interface Connection {
  /** Leaving: it takes no more requests, and closes when the last is answered. */
  readonly state: () => "open" | "leaving" | "closed";
  /** How many more requests it takes now without one of them waiting. */
  readonly room: () => number;
  /** Sends a request; the function given back calls it off, and the receiver hears nothing more. */
  readonly open: (request: WireRequest, receiver: Receiver) => () => void;
  /** Has it leave. */
  readonly retire: () => void;
  /** Closes at once; what is under way is lost. */
  readonly destroy: () => void;
}

/** A request whose answer did not come, or not whole. */
export class ConnectionLostError extends UnreachableError {
  /** Whether the server is sure not to have acted on it. */
  readonly unprocessed: boolean;

  constructor(message: string, options: ErrorOptions & { readonly unprocessed?: boolean } = {}) {
    super(message, options);
    this.unprocessed = options.unprocessed ?? false;
  }
}

/** What an error says, in one line. */
export function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s+/g, " ").trim();
}
