import { formatJsonDocument } from "../document/json-document.ts";
import { type Cell, alignColumns, columnWidths, tonedCell } from "../terminal/columns.ts";
import { wrapWords } from "../terminal/fit-width.ts";
import { type Colorize, makePaint, type Style } from "../terminal/terminal-color.ts";
import type { CodeEntry } from "./code-reference.ts";

/** The output style of an explanation. */
export interface CodeStyle {
  readonly color: boolean;
  /** Columns of the terminal; undefined if it is none. */
  readonly width: number | undefined;
}

/** The widest lines, in columns: longer ones are tiring to read. */
const widest = 100;

/**
 * Formats one entry as text, wrapped to the terminal:
 *
 *     NameMissing (error)
 *
 *     The object has no metadata.name.
 *
 *     Fix: Write a name, in quotes if it looks like a number.
 */
export function codeText({ code, severity, cause, remedy }: CodeEntry, style: CodeStyle): string {
  const paint = makePaint(style.color);
  const width = Math.min(style.width ?? 80, widest);
  const wrap = (text: string): string =>
    wrapWords(markdownWords(text, paint), { indent: 0, width }).map(unindented).join("\n");
  const [first, ...more] = remedy;
  const title = `${paint("strong", code)}${severity === "" ? "" : ` (${severity})`}`;
  const remedies = first === undefined ? [] : [wrap(`**Fix**: ${first}`), ...more.map(wrap)];
  return `${[title, ...cause.map(wrap), ...remedies].join("\n\n")}\n`;
}

/** Lines after the first of a paragraph begin at the margin too. */
function unindented(line: string): string {
  return line.trimStart();
}

/**
 * Formats all entries with the first sentence of their cause, by section. On a terminal that is too narrow
 * for two columns the sentence is below the code; elsewhere every code has one line.
 */
export function codeList(entries: readonly CodeEntry[], style: CodeStyle): string {
  const paint = makePaint(style.color);
  const sections = Map.groupBy(entries, ({ section }) => section);
  const [codeWidth = 0] = columnWidths(entries.map(({ code }) => [tonedCell(paint, "plain", code)]));
  const blocks = [...sections].map(([section, own]) => {
    const rows = own.flatMap((entry) => listRow(entry, { paint, codeWidth, width: style.width }));
    return [paint("faint", section.toUpperCase()), ...rows].join("\n");
  });
  return `${blocks.join("\n\n")}\n`;
}

interface ListLayout {
  readonly paint: Colorize;
  readonly codeWidth: number;
  readonly width: number | undefined;
}

/** The fewest columns that a sentence beside its code needs. */
const narrowest = 30;

function listRow({ code, cause }: CodeEntry, { paint, codeWidth, width }: ListLayout): readonly string[] {
  const sentence = markdownWords(firstSentence(cause[0] ?? ""), paint);
  const name = tonedCell(paint, "strong", code);
  const room = width === undefined ? Infinity : width - codeWidth - 2;
  if (room < narrowest) {
    return [name.shown, ...wrapWords(sentence, { indent: 2, width: width ?? widest })];
  }
  const [first = "", ...more] = wrapWords(sentence, { indent: 0, width: room }).map(unindented);
  const indent = " ".repeat(codeWidth + 2);
  const [row = ""] = alignColumns([[name, { shown: first, width: 1 }]], [codeWidth]);
  return [row, ...more.map((line) => indent + line)];
}

/** Formats one entry as JSON, `converge.dev/v1` `DiagnosticCode`. */
export function codeJson(entry: CodeEntry): string {
  return formatJsonDocument("DiagnosticCode", { ...fieldsOf(entry) });
}

/** Formats all entries as JSON, `converge.dev/v1` `DiagnosticCodeList`. */
export function codeListJson(entries: readonly CodeEntry[]): string {
  return formatJsonDocument("DiagnosticCodeList", { codes: entries.map(fieldsOf) });
}

function fieldsOf({ code, section, severity, cause, remedy }: CodeEntry): Readonly<Record<string, string>> {
  const plain = (texts: readonly string[]): string => texts.map(plainText).join("\n\n");
  return {
    code,
    section,
    severity,
    summary: plainText(firstSentence(cause[0] ?? "")),
    cause: plain(cause.map((text) => text.replace(/^\*\*Cause\*\*:\s+/, ""))),
    remedy: plain(remedy),
  };
}

/** Returns the text up to the first full stop before another sentence. */
function firstSentence(text: string): string {
  return /^.*?\.(?=\s+[A-Z`(*])/.exec(text)?.[0] ?? text;
}

/** A piece of inline Markdown. */
interface Piece {
  readonly text: string;
  readonly tone: Style;
}

/** Code, a link, strong or emphasised text. */
const inline =
  /`([^`]+)`|\[((?:[^\]`]|`[^`]*`)+)\]\([^)]*\)|\*\*([^*]+)\*\*|(?<![\w*])\*([^*\s][^*]*)\*(?!\w)/g;

/**
 * Splits inline Markdown into plain and highlighted text. Links keep only their words. Without colours, code
 * keeps its backticks: they show where it ends, as in other messages.
 */
function piecesOf(text: string, paint: Colorize | undefined): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(inline)) {
    const [whole, code, link, strong, emphasis = ""] = match;
    pieces.push({ text: text.slice(end, match.index), tone: "plain" });
    end = match.index + whole.length;
    if (code !== undefined) {
      const isPainted = paint !== undefined && paint("strong", "x") !== "x";
      pieces.push(isPainted ? { text: code, tone: "strong" } : { text: whole, tone: "plain" });
    } else if (link !== undefined) {
      pieces.push(...piecesOf(link, paint));
    } else {
      pieces.push({ text: strong ?? emphasis, tone: strong === undefined ? "plain" : "strong" });
    }
  }
  return [...pieces, { text: text.slice(end), tone: "plain" }];
}

function plainText(text: string): string {
  return piecesOf(text, undefined)
    .map((piece) => piece.text)
    .join("");
}

/** Returns the words of inline Markdown as they are shown. A word may consist of pieces in several tones. */
function markdownWords(text: string, paint: Colorize): readonly Cell[] {
  const words: Cell[] = [{ shown: "", width: 0 }];
  for (const { text: part, tone } of piecesOf(text, paint)) {
    for (const [index, word] of part.split(" ").entries()) {
      const cell = tonedCell(paint, tone, word);
      const before = index === 0 ? words.pop() : undefined;
      words.push({ shown: (before?.shown ?? "") + cell.shown, width: (before?.width ?? 0) + cell.width });
    }
  }
  return words.filter(({ width }) => width > 0);
}
