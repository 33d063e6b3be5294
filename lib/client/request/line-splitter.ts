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
