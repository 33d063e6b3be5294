/**
 * The position of the fast reader in a document. Its functions return undefined, or false, when in doubt: the
 * document is then read by `exact-parser.ts` from its beginning.
 */
import { recordSpan, type SourceMap } from "../text/source-map.ts";
import type { JsonArray, JsonObject } from "../../object/json.ts";
import type { ScalarInterner } from "./scalar-interner.ts";

/** The state of a fast reading: the text, the cursor, and the facts about the current line. */
export interface Scanner {
  readonly text: string;
  /** After the document's last character. */
  readonly end: number;
  readonly pool: ScalarInterner;
  readonly spans: SourceMap | undefined;
  /** Whether quoted and bracketed values of several lines are doubtful: their indentation is not checked. */
  readonly singleLines: boolean;
  /** Entries of deeper collections are not recorded. */
  readonly deepestSpan: number;
  /** The next character. Between values it is the first of a line that is neither white space nor comment. */
  at: number;
  lineStart: number;
  /** The column of `at` from 0, if it was reached by `seekContent`; `noColumn` after the last content. */
  column: number;
  /** The start of the value that was read last. */
  valueStart: number;
  valueEnd: number;
}

/** The column after the last content, which no content can have. */
export const noColumn: number = -2;

/** Deeper documents are left to the exact reader, which checks the depth before it begins. */
export const deepestFast = 100;

/**
 * Keys whose colon comes later are left to the exact reader; goyaml searches for it in the first 1024
 * characters.
 */
export const longestKey = 1000;

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const hash = 0x23;

/** The first offset from `at` that is not a space. */
export function skipSpaces(text: string, at: number): number {
  let next = at;
  while (text.charCodeAt(next) === space) {
    next += 1;
  }
  return next;
}

/**
 * Reports whether there is a space or the end of the line at the offset. A tab counts as neither: it is left
 * to the exact reader.
 */
export function isGap(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === space || isLineEnd(code);
}

/** Reports whether the character ends a line; NaN is the end of the text. */
export function isLineEnd(code: number): boolean {
  return code === lineFeed || code === carriageReturn || Number.isNaN(code);
}

/**
 * Moves from the end of a token to the next content, over spaces, comments and empty lines; false if the line
 * continues.
 */
export function finishLine(scan: Scanner): boolean {
  const { text } = scan;
  let at = skipSpaces(text, scan.at);
  let code = text.charCodeAt(at);
  if (code === hash) {
    at = endOfLine(scan, at);
    code = lineFeed;
  } else if (code === carriageReturn) {
    at += 1;
    code = text.charCodeAt(at);
  }
  if (code === lineFeed || at >= scan.end) {
    seekContent(scan, at + 1);
    return true;
  }
  return false;
}

/** Moves to the next content from the beginning of a line. */
export function seekContent(scan: Scanner, lineStart: number): void {
  const { text, end } = scan;
  let start = lineStart;
  while (start < end) {
    let at = skipSpaces(text, start);
    const code = text.charCodeAt(at);
    if (code === hash) {
      at = endOfLine(scan, at);
    } else if (code === carriageReturn) {
      at += 1;
    } else if (code !== lineFeed && at < end) {
      scan.at = at;
      scan.lineStart = start;
      scan.column = at - start;
      return;
    }
    start = at + 1;
  }
  scan.at = end;
  scan.column = noColumn;
}

/** The offset of the line feed that ends the line; the end of the document if there is none. */
export function endOfLine(scan: Scanner, at: number): number {
  const found = scan.text.indexOf("\n", at);
  return found === -1 ? scan.end : found;
}

/** Reports whether a list entry begins here: a dash and a gap. */
export function isDash(text: string, at: number): boolean {
  return text.charCodeAt(at) === 0x2d && isGap(text, at + 1);
}

/** Reports whether the line is a `...`, which ends a document. */
export function isDocumentEnd(text: string, lineStart: number): boolean {
  return text.charCodeAt(lineStart) === 0x2e && text.startsWith("...", lineStart);
}

/**
 * Indicators, white space and control characters: a plain scalar cannot begin with them. A dash is allowed
 * before a letter.
 */
const noPlainStart: readonly boolean[] = Array.from(
  { length: 128 },
  (_, code) => code <= space || ":?,[]{}#&*!|>'\"%@`".includes(String.fromCharCode(code)),
);

/**
 * Reports whether a plain scalar begins at the offset, also in brackets and as a key, where `?x` and `:x` are
 * doubtful.
 */
export function startsPlain(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === 0x2d) {
    return !isGap(text, at + 1);
  }
  return code < 128 ? noPlainStart[code] === false : code >= 128;
}

/** Records the span of the value that was read last. */
export function recordEntry(
  scan: Scanner,
  entry: {
    readonly container: JsonObject | JsonArray;
    readonly step: string | number;
    readonly keyStart: number;
    readonly keyEnd: number;
  },
): void {
  if (scan.spans !== undefined) {
    const { container, step, keyStart, keyEnd } = entry;
    const { valueStart, valueEnd } = scan;
    recordSpan(scan.spans, { container, step, span: { keyStart, keyEnd, valueStart, valueEnd } });
  }
}

/** Records the span of the value that was read last as the next entry of a list at that level. */
export function recordListEntry(scan: Scanner, list: JsonArray, level: number): void {
  if (level <= scan.deepestSpan) {
    const { valueStart: keyStart, valueEnd: keyEnd } = scan;
    recordEntry(scan, { container: list, step: list.length, keyStart, keyEnd });
  }
}
