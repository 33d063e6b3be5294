import type { Cell } from "./columns.ts";
import type { Colorize, Style } from "./terminal-color.ts";
import { escapeControl } from "./escape-control.ts";
import { characterWidth, textWidth } from "./text-width.ts";

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
