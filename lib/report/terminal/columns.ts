import { textWidth } from "./text-width.ts";
import type { Colorize, Style } from "./terminal-color.ts";
import { escapeControl } from "./escape-control.ts";

/** The painted text of one column in one line, and its width in terminal columns. */
export interface Cell {
  readonly shown: string;
  readonly width: number;
}

/** One line of a table, from the first column on; columns beyond its end are empty. */
export type Line = readonly Cell[];

/** An empty cell. */
export const emptyCell: Cell = { shown: "", width: 0 };

const gap = 2;

/** Creates a cell without colour. */
export function plainCell(text: string): Cell {
  return { shown: text, width: textWidth(text) };
}

/** Returns the width of every column: that of its widest cell. */
export function columnWidths(lines: Iterable<Line>): readonly number[] {
  const widths: number[] = [];
  for (const line of lines) {
    for (let column = 0; column < line.length; column++) {
      const { width } = line[column] ?? emptyCell;
      if (width >= (widths[column] ?? 0)) {
        widths[column] = width;
      }
    }
  }
  return widths;
}

/** Returns the width of all columns and the gaps between them, in characters. */
export function totalWidth(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width + gap, -gap);
}

/** Aligns the columns of the lines, without trailing spaces. */
export function alignColumns(lines: Iterable<Line>, widths: readonly number[]): readonly string[] {
  return Array.from(lines, (line) => alignLine(line, widths));
}

function alignLine(line: Line, widths: readonly number[]): string {
  let text = "";
  let missing = 0;
  for (let column = 0; column < line.length; column++) {
    const cell = line[column] ?? emptyCell;
    const width = (widths[column] ?? 0) + gap;
    if (cell.width === 0) {
      missing += width;
    } else {
      text += " ".repeat(missing) + cell.shown;
      missing = Math.max(width - cell.width, 0);
    }
  }
  return text;
}

/** Creates a cell in the colour of its tone. */
export function tonedCell(paint: Colorize, tone: Style, raw: string): Cell {
  const text = escapeControl(raw);
  return { shown: paint(tone, text), width: textWidth(text) };
}

/** Splits a text into words, each a cell in the colour of its tone. */
export function tonedWords(paint: Colorize, tone: Style, text: string): readonly Cell[] {
  return text.split(" ").map((word) => tonedCell(paint, tone, word));
}

/** Creates a cell of an object's name that dims the namespace: `Deployment/web -n shop`. */
export function nameCell(paint: Colorize, name: string): Cell {
  const text = escapeControl(name);
  const space = text.indexOf(" ");
  const end = space === -1 ? text.length : space;
  return { shown: text.slice(0, end) + paint("faint", text.slice(end)), width: textWidth(text) };
}
