import type { JsonValue } from "../../object/json.ts";
import {
  finishLine,
  isDocumentEnd,
  isGap,
  isLineEnd,
  skipSpaces,
  startsPlain,
  type Scanner,
} from "./scanner.ts";
import { scalarValue } from "./scalar.ts";

const longestWord = 40;

/** Reads a plain scalar of one or more lines; `parent` is the column of the enclosing collection. */
export function readPlain(scan: Scanner, parent: number): JsonValue | undefined {
  const { text, at } = scan;
  if (
    !(startsPlain(text, at) || startsWithMark(text, at)) ||
    (scan.column === 0 && isDocumentEnd(text, at))
  ) {
    return undefined;
  }
  const end = endOfPlain(text, at);
  if (end === -1) {
    return undefined;
  }
  scan.at = end;
  scan.valueStart = at;
  scan.valueEnd = end;
  if (!finishLine(scan)) {
    return undefined;
  }
  if (scan.column > parent) {
    return readFolded(scan, { start: at, end, parent });
  }
  return end - at <= longestWord ? scan.pool.values.find(at, end) : scalarValue(text.slice(at, end));
}

/**
 * Reports whether a colon or question mark begins a plain scalar, as in `:rate5m`: outside of brackets they
 * may, before a letter.
 */
function startsWithMark(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code === 0x3a || code === 0x3f) && text.charCodeAt(at + 1) > 0x20;
}

/** The end of the plain scalar in its line, -1 if a tab or a colon makes that doubtful. */
function endOfPlain(text: string, start: number): number {
  for (let at = start; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x3a) {
      continue;
    }
    if (code === 0x20) {
      const next = skipSpaces(text, at);
      const behind = text.charCodeAt(next);
      if (behind === 0x23 || isLineEnd(behind)) {
        return at;
      }
      at = next - 1;
    } else if (isLineEnd(code)) {
      return at;
    } else if (code === 0x09 || (code === 0x3a && isGap(text, at + 1))) {
      return -1;
    }
  }
}

interface FirstLine {
  readonly start: number;
  readonly end: number;
  readonly parent: number;
}

/**
 * Continues a plain scalar whose next line is indented more than its parent: a line break is a space, n + 1
 * are n line feeds.
 */
function readFolded(scan: Scanner, { start, end, parent }: FirstLine): JsonValue | undefined {
  const { text } = scan;
  let folded = text.slice(start, end);
  let lastEnd = end;
  do {
    const breaks = countBreaks(text, lastEnd, scan.at);
    const lineEnd = endOfPlain(text, scan.at);
    if (breaks === undefined || lineEnd === -1) {
      return undefined;
    }
    folded += (breaks === 1 ? " " : "\n".repeat(breaks - 1)) + text.slice(scan.at, lineEnd);
    lastEnd = lineEnd;
    scan.at = lineEnd;
    scan.valueEnd = lineEnd;
    if (!finishLine(scan)) {
      return undefined;
    }
  } while (scan.column > parent);
  return folded;
}

/**
 * Counts the line breaks between two offsets; undefined if there is anything but white space, such as a
 * comment.
 */
function countBreaks(text: string, start: number, end: number): number | undefined {
  let count = 0;
  for (let at = start; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x0a) {
      count += 1;
    } else if (code !== 0x20 && code !== 0x0d) {
      return undefined;
    }
  }
  return count;
}
