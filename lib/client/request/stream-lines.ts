import { readStatus } from "./parse-status.ts";
import { receiveResponse, type ReceiveOptions } from "./receive-response.ts";
import type { LineSplitter } from "./line-splitter.ts";
import type { WireHeaders } from "../transport/connection.ts";

/** What it takes to hear an answer that comes a line at a time. */
export interface LinesFacts extends Omit<ReceiveOptions, "who"> {
  /** `GET /api/v1/pods`, for messages. */
  readonly request: string;
  /** What its stream is, for messages: `watch`. */
  readonly what: string;
  readonly splitter: LineSplitter;
  /** Hears each whole line; what it throws ends the hearing with that. */
  readonly report: (line: string) => void;
}

/** A refusal that is longer than that says nothing more. */
const longestRefusal = 64 * 1024;

/**
 * Sends a request and tells its answer line by line until it ends or the signal aborts. Throws an ApiError
 * where the request is refused, an UnreachableError where the answer is lost.
 */
export async function streamLines(facts: LinesFacts): Promise<void> {
  const { request, what, splitter, signal } = facts;
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
      facts.report(line);
    }
  };
  await receiveResponse(
    {
      head: (status, headers) => {
        head = { status, headers };
      },
      data,
    },
    { ...facts, who: `${request}: the ${what}` },
  );
  if (head.status !== 200) {
    throw readStatus({ ...head, text: Buffer.concat(refusal).toString(), request });
  }
}
