import type { Cell } from "./columns.ts";

const hideCursor = "\u001B[?25l";
const showCursor = "\u001B[?25h";
/**
 * Terminals that know it show what stands between these at once; others pass them over
 * (https://gist.github.com/christianparpart/d8a62cc1ab659194337d73e399004036).
 */
const beginFrame = "\u001B[?2026h";
const endFrame = "\u001B[?2026l";

/**
 * The last rows of a terminal, which are drawn again and again, below lines that stay. No row may be wider
 * than the terminal; after the terminal has become narrower, the rows that it broke are reckoned with.
 */
export class LiveBlock {
  readonly #write: (text: string) => void;
  /** The columns of each row that is drawn. */
  #drawn: readonly number[] = [];
  #isOpen = false;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /**
   * Draws the rows in place of those before, and the lines that stay above them. `width`: columns of the
   * terminal.
   */
  draw(above: readonly string[], rows: readonly Cell[], width: number): void {
    const opening = this.#isOpen ? "" : hideCursor;
    this.#isOpen = true;
    const lines = [...above, ...rows.map((row) => row.shown)];
    const text = lines.map((line) => `${line}\n`).join("");
    this.#write(`${opening}${beginFrame}${this.#erase(width)}${text}${endFrame}`);
    this.#drawn = rows.map((row) => row.width);
  }

  /** Takes the rows away, leaves the lines, and gives the cursor back. */
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
