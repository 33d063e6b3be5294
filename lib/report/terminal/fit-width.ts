import type { Cell } from "./columns.ts";
import type { Colorize, Style } from "./terminal-color.ts";
import { escapeControl } from "./escape-control.ts";
import { characterWidth, textWidth } from "./text-width.ts";

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

/** A piece of a row, in one tone. */
export interface StyledText {
  readonly tone: Style;
  readonly text: string;
}

/**
 * Joins the pieces into one row of at most that many terminal columns; a longer row ends in `…`. Control
 * characters are escaped.
 */
export function clipRow(pieces: readonly StyledText[], width: number, paint: Colorize): Cell {
  let shown = "";
  let used = 0;
  for (const piece of pieces) {
    const text = escapeControl(piece.text);
    const whole = textWidth(text);
    if (used + whole > width) {
      const part = clipText(text, width - used);
      return { shown: shown + paint(piece.tone, part), width: used + textWidth(part) };
    }
    shown += paint(piece.tone, text);
    used += whole;
  }
  return { shown, width: used };
}

/** Returns as much of the text as fits with `…` behind it; empty if not even that fits. */
function clipText(text: string, room: number): string {
  if (room < 1) {
    return "";
  }
  let part = "";
  let used = 0;
  for (const character of text) {
    used += characterWidth(character);
    if (used > room - 1) {
      break;
    }
    part += character;
  }
  return `${part}…`;
}
