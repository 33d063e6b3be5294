import type { Cell } from "./columns.ts";

/** The words as one cell, a space between each two. */
export function joinWords(words: readonly Cell[]): Cell {
  return {
    shown: words.map((word) => word.shown).join(" "),
    width: words.reduce((total, word) => total + word.width + 1, -1),
  };
}

/** Where a sentence stands: how far it is indented, and the columns that it may take with its indent. */
export interface WrapWidth {
  readonly indent: number;
  readonly width: number;
}

/**
 * The lines of a sentence, broken between words; those after the first are indented by two more. A word
 * longer than a line stands on one of its own, whole.
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
