import type { Cell } from "./columns.ts";

const hideCursor = "\u001B[?25l";
const showCursor = "\u001B[?25h";
/**
 * Terminals that support synchronized output show everything between these at once; others ignore them
 * (https://gist.github.com/christianparpart/d8a62cc1ab659194337d73e399004036).
 */
const beginFrame = "\u001B[?2026h";
const endFrame = "\u001B[?2026l";

/**
 * The last rows of a terminal, which are redrawn repeatedly, below permanent lines. No row may be wider than
 * the terminal; if the terminal has become narrower since, the rows that it wrapped are accounted for.
 */
export class LiveBlock {
  readonly #write: (text: string) => void;
  /** The width of each row drawn. */
  #drawn: readonly number[] = [];
  #isOpen = false;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** Replaces the previous rows, and prints permanent lines above them. `width`: columns of the terminal. */
  draw(above: readonly string[], rows: readonly Cell[], width: number): void {
    const opening = this.#isOpen ? "" : hideCursor;
    this.#isOpen = true;
    const lines = [...above, ...rows.map((row) => row.shown)];
    const text = lines.map((line) => `${line}\n`).join("");
    this.#write(`${opening}${beginFrame}${this.#erase(width)}${text}${endFrame}`);
    this.#drawn = rows.map((row) => row.width);
  }

  /** Removes the rows, prints the last permanent lines, and restores the cursor. */
  close(above: readonly string[], width: number): void {
    const text = above.map((line) => `${line}\n`).join("");
    const closing = this.#isOpen ? showCursor : "";
    this.#write(`${this.#erase(width)}${text}${closing}`);
    this.#isOpen = false;
    this.#drawn = [];
  }

  #erase(width: number): string {
    const height = this.#drawn.reduce(
      (sum, columns) => sum + Math.max(Math.ceil(columns / Math.max(width, 1)), 1),
      0,
    );
    return height === 0 ? "" : `\u001B[${height}A\r\u001B[J`;
  }
}
