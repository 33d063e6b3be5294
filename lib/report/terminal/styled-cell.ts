import { textWidth } from "./text-width.ts";
import type { Cell } from "./columns.ts";
import type { Colorize, Style } from "./terminal-color.ts";
import { escapeControl } from "./escape-control.ts";

/** Creates a cell in the colour of its tone. */
export function tonedCell(paint: Colorize, tone: Style, raw: string): Cell {
  const text = escapeControl(raw);
  return { shown: paint(tone, text), width: textWidth(text) };
}

/** Splits a text into words, each a cell in the colour of its tone. */
export function tonedWords(paint: Colorize, tone: Style, text: string): readonly Cell[] {
  return text.split(" ").map((word) => tonedCell(paint, tone, word));
}

/** Creates a cell of an object reference that dims the path before `Kind/name`. */
export function refCell(paint: Colorize, ref: string): Cell {
  const text = escapeControl(ref);
  const name = text.lastIndexOf("/");
  const kind = text.lastIndexOf("/", name - 1) + 1;
  return { shown: paint("faint", text.slice(0, kind)) + text.slice(kind), width: textWidth(text) };
}
