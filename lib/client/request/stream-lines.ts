import { readStatus } from "./parse-status.ts";
import { receiveResponse, type ReceiveOptions } from "./receive-response.ts";
import type { WireHeaders } from "../transport/connection.ts";

/** Options for receiving a response line by line. */
interface StreamLinesOptions extends Omit<ReceiveOptions, "who"> {
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

/** The byte of `\n`; no byte of a longer UTF-8 sequence is equal to it. */
const newline = 0x0a;

/**
 * Splits a byte stream into lines. A chunk may end anywhere, even within a character: only whole lines are
 * decoded. Only lines that span chunks are copied. The bytes after the last newline are kept for the next
 * chunk; of a line longer than `longest` bytes only that many are kept and returned when it ends.
 */
export class LineSplitter {
  readonly #longest: number;
  #rest: Buffer[] = [];
  #kept = 0;

  constructor(longest: number = Infinity) {
    this.#longest = longest;
  }

  /** The lines that the chunk completes, without their newlines; empty ones are omitted. */
  add(chunk: Buffer): readonly string[] {
    const lines: string[] = [];
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      const line = this.#complete(chunk, start, end);
      if (line !== "") {
        lines.push(line);
      }
      start = end + 1;
    }
    if (start < chunk.length) {
      this.#keep(chunk.subarray(start));
    }
    return lines;
  }

  /** The bytes after the last newline: the last line once the stream has ended; empty if there are none. */
  rest(): string {
    return this.#complete(Buffer.alloc(0), 0, 0);
  }

  #keep(part: Buffer): void {
    const room = this.#longest - this.#kept;
    if (room > 0) {
      this.#rest.push(part.length > room ? part.subarray(0, room) : part);
      this.#kept += Math.min(part.length, room);
    }
  }

  #complete(chunk: Buffer, start: number, end: number): string {
    if (this.#rest.length === 0) {
      return chunk.toString("utf8", start, wholeLetters(chunk, end, start + this.#longest));
    }
    this.#keep(chunk.subarray(start, end));
    const whole = Buffer.concat(this.#rest);
    this.#rest = [];
    this.#kept = 0;
    const isCut = whole.length === this.#longest;
    return whole.toString("utf8", 0, isCut ? letterStart(whole, whole.length) : whole.length);
  }
}

/** The end of a text that may be cut between `most` and `end`: after a character, never within one. */
function wholeLetters(bytes: Buffer, end: number, most: number): number {
  return end <= most ? end : letterStart(bytes, most);
}

/** The last position up to `at` where a character ends. */
function letterStart(bytes: Buffer, at: number): number {
  let first = at - 1;
  while (first > 0 && ((bytes[first] ?? 0) & 0xc0) === 0x80) {
    first -= 1;
  }
  return first + lengthOfLetter(bytes[first] ?? 0) <= at ? at : first;
}

/** The length in bytes of the UTF-8 sequence that begins with that byte. */
function lengthOfLetter(first: number): number {
  return 1 + [0xc0, 0xe0, 0xf0].filter((least) => first >= least).length;
}
