/** The byte of `\n`; no byte of a longer UTF-8 sequence is equal to it. */
const newline = 0x0a;

/**
 * Cuts a stream of bytes into its lines. A chunk may end anywhere, within a letter too: text is made only of whole lines.
 * Costs a copy only of lines that lie across chunks. What follows the last newline is kept for the next chunk.
 */
export class LineSplitter {
  #rest: Buffer[] = [];

  /** The lines that the chunk completes, without their newlines; empty ones are left out. */
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
      this.#rest.push(chunk.subarray(start));
    }
    return lines;
  }

  #complete(chunk: Buffer, start: number, end: number): string {
    if (this.#rest.length === 0) {
      return chunk.toString("utf8", start, end);
    }
    const whole = Buffer.concat([...this.#rest, chunk.subarray(start, end)]);
    this.#rest = [];
    return whole.toString("utf8");
  }
}
