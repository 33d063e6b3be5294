import type { Origin } from "../../object/diagnostic/source-text.ts";
import { escapeControl } from "../terminal/escape-control.ts";
import { mask, type ShownLine } from "../../redact/redact-lines.ts";
import { textWidth } from "../terminal/text-width.ts";
import type { Colorize } from "../terminal/terminal-color.ts";
import type { Severity } from "../../object/diagnostic/diagnostic.ts";

/** The number of characters shown of a long line, and of those before the marked place. */
const windowSize = 120;
const windowLead = 50;

/** A source line safe for a terminal, and the squiggle below it (empty if the column is unknown). */
export interface Excerpt {
  readonly line: string;
  readonly squiggle: string;
}

/**
 * Returns the line with a squiggle under the place of the origin. Of a very long line only the part around
 * that place is shown.
 */
export function makeExcerpt(shown: ShownLine, origin: Origin): Excerpt {
  const { text } = shown;
  const marked = markedPart(shown, origin);
  const [from, to] = windowAround(text, marked?.start ?? 0);
  const before = from === 0 ? "" : "…";
  const after = to === text.length ? "" : "…";
  const line = before + display(text.slice(from, to)) + after;
  if (marked === undefined) {
    return { line, squiggle: "" };
  }
  const lead = textWidth(before + display(text.slice(from, marked.start)));
  const width = textWidth(display(text.slice(marked.start, Math.min(marked.end, to))));
  return { line, squiggle: `${" ".repeat(lead)}^${"~".repeat(Math.max(width - 1, 0))}` };
}

interface Part {
  readonly start: number;
  readonly end: number;
}

/** Returns the marked part as offsets into the line; the whole mask if any of it is masked. */
function markedPart(shown: ShownLine, origin: Origin): Part | undefined {
  if (origin.column === undefined) {
    return undefined;
  }
  const { text, hiddenFrom } = shown;
  if (hiddenFrom !== undefined && origin.column > hiddenFrom) {
    return { start: hiddenFrom, end: hiddenFrom + mask.length };
  }
  const start = Math.min(origin.column - 1, text.length);
  return { start, end: Math.min(start + (origin.length ?? 1), text.length) };
}

function windowAround(text: string, place: number): readonly [number, number] {
  if (text.length <= windowSize) {
    return [0, text.length];
  }
  const from = Math.min(Math.max(0, place - windowLead), text.length - windowSize);
  return [onCharacter(text, from), onCharacter(text, from + windowSize)];
}

/** Returns the offset, or the one before it if it would split a surrogate pair. */
function onCharacter(text: string, offset: number): number {
  return /[\uDC00-\uDFFF]/.test(text[offset] ?? "") ? offset - 1 : offset;
}

function display(text: string): string {
  return escapeControl(text.replaceAll("\t", "    "));
}

/** The output style of a block, and its source lines. */
export interface Page {
  readonly paint: Colorize;
  readonly linesOf: (file: string) => readonly ShownLine[] | undefined;
}

/** Formats the line of a place, with the place underlined. The line of a template is quoted as rendered. */
export function formatExcerpt(origin: Origin | undefined, tone: Severity, page: Page): readonly string[] {
  const quoted = origin?.rendered ?? origin;
  const shown = quoted && page.linesOf(quoted.file)?.[quoted.line - 1];
  if (origin === undefined || quoted === undefined || shown === undefined) {
    return [];
  }
  const { line, squiggle } = makeExcerpt(shown, quoted);
  const bar = page.paint("faint", "|");
  const number = page.paint("faint", String(origin.line).padStart(5));
  const under = squiggle === "" ? [] : [`      ${bar} ${underline(squiggle, tone, page.paint)}`];
  return [`${number} ${bar} ${line}`, ...under];
}

function underline(squiggle: string, tone: Severity, paint: Colorize): string {
  const start = squiggle.indexOf("^");
  return squiggle.slice(0, start) + paint(tone, squiggle.slice(start));
}
