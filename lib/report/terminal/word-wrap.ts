import type { Cell } from "./columns.ts";

/** Joins the words into one cell, separated by spaces. */
export function joinWords(words: readonly Cell[]): Cell {
  return {
    shown: words.map((word) => word.shown).join(" "),
    width: words.reduce((total, word) => total + word.width + 1, -1),
  };
}

/** The indent of a sentence, and the maximum width of its lines, indent included. */
export interface WrapWidth {
  readonly indent: number;
  readonly width: number;
}

/**
 * Wraps a sentence between words; lines after the first are indented by two more. A word longer than a line
 * has a line of its own, unbroken.
 */
export function wrapWords(words: readonly Cell[], { indent, width }: WrapWidth): readonly string[] {
  const lines: string[] = [];
  let line: Cell | undefined;
  for (const word of words) {
    const longer = line === undefined ? undefined : joinWords([line, word]);
    if (line !== undefined && longer !== undefined && longer.width > width) {
      lines.push(line.shown);
      line = padded(word, indent + 2);
    } else {
      line = longer ?? padded(word, indent);
    }
  }
  return line === undefined ? lines : [...lines, line.shown];
}

function padded(word: Cell, indent: number): Cell {
  return { shown: " ".repeat(indent) + word.shown, width: indent + word.width };
}
