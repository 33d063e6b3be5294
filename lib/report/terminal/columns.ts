import { textWidth } from "./text-width.ts";

/** What stands in one column of one line, painted, and how many columns of a terminal it takes. */
export interface Cell {
  readonly shown: string;
  readonly width: number;
}

/** One line of a table, from the first column on; columns it does not reach are empty. */
export type Line = readonly Cell[];

/** A cell that shows nothing. */
export const emptyCell: Cell = { shown: "", width: 0 };

const gap = 2;

/** A cell without colour. */
export function plainCell(text: string): Cell {
  return { shown: text, width: textWidth(text) };
}

/** The width of every column: that of its widest cell. */
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

/** The columns and the gaps between them, in characters. */
export function totalWidth(widths: readonly number[]): number {
  return widths.reduce((total, width) => total + width + gap, -gap);
}

/** The lines with their columns under each other, and nothing behind the last text of a line. */
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
