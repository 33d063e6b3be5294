import type { Cell } from "../columns.ts";
import type { Paint, Tone } from "../paint.ts";
import { printable } from "../printable.ts";
import { characterWidth, textWidth } from "../text-width.ts";

/** A piece of a row, in one tone. */
export interface Piece {
  readonly tone: Tone;
  readonly text: string;
}

/**
 * The pieces as one row that fits into so many columns of a terminal: what is too long ends in `…`. What could speak to
 * the terminal is written out.
 */
export function clipRow(pieces: readonly Piece[], width: number, paint: Paint): Cell {
  let shown = "";
  let used = 0;
  for (const piece of pieces) {
    const text = printable(piece.text);
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

/** As much of the text as fits with the `…` behind it; nothing where not even that does. */
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
