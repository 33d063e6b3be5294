import { readStatus } from "./parse-status.ts";
import { receiveResponse, type ReceiveOptions } from "./receive-response.ts";
import type { LineSplitter } from "./line-splitter.ts";
import type { WireHeaders } from "../transport/connection.ts";

/** Options for receiving a response line by line. */
export interface StreamLinesOptions extends Omit<ReceiveOptions, "who"> {
  /** `GET /api/v1/pods`, for messages. */
  readonly request: string;
  /** The kind of stream, for messages: `watch`. */
  readonly what: string;
  readonly splitter: LineSplitter;
  /** Receives each whole line; an error that it throws ends the reception. */
  readonly report: (line: string) => void;
}

/** The maximum length of a refusal that is kept. */
const longestRefusal = 64 * 1024;

/**
 * Sends a request and emits its response line by line until it ends or the signal aborts. Throws an ApiError
 * if the request is refused, an UnreachableError if the response is lost.
 */
export async function streamLines(options: StreamLinesOptions): Promise<void> {
  const { request, what, splitter, signal } = options;
  const refusal: Buffer[] = [];
  let refused = 0;
  let head: { readonly status: number; readonly headers: WireHeaders } = { status: 0, headers: {} };
  const data = (chunk: Buffer): void => {
    if (head.status !== 200) {
      refused += chunk.length;
      refusal.push(...(refused <= longestRefusal ? [chunk] : []));
      return;
    }
    for (const line of splitter.add(chunk)) {
      signal.throwIfAborted();
      options.report(line);
    }
  };
  await receiveResponse(
    {
      head: (status, headers) => {
        head = { status, headers };
      },
      data,
    },
    { ...options, who: `${request}: the ${what}` },
  );
  if (head.status !== 200) {
    throw readStatus({ ...head, text: Buffer.concat(refusal).toString(), request });
  }
}
