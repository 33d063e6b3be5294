import { isDocumentEnd, type Scanner } from "./scanner.ts";

const quote = 0x22;
const apostrophe = 0x27;
const backslash = 0x5c;
const lineFeed = 0x0a;

/** Reports whether the character opens a quoted scalar. */
export function isQuote(code: number): boolean {
  return code === quote || code === apostrophe;
}

/** Reads a scalar in single or double quotes, of one or more lines, and moves past it. */
export function readQuoted(scan: Scanner): string | undefined {
  const { text, at } = scan;
  const close = skipQuoted(scan, at) - 1;
  if (close <= at) {
    return undefined;
  }
  scan.at = close + 1;
  scan.valueStart = at;
  scan.valueEnd = close + 1;
  const content = decodeQuoted(text.slice(at, close + 1));
  if (content.lines) {
    if (scan.singleLines) {
      return undefined;
    }
    scan.lineStart = text.lastIndexOf("\n", close) + 1;
  }
  return content.text;
}

/**
 * The content of a quoted scalar, and whether it spans several lines; no text if goyaml does not know an
 * escape in it.
 */
export interface QuotedContent {
  readonly text: string | undefined;
  readonly lines: boolean;
}

/** Decodes a scalar including its quotes. */
export function decodeQuoted(written: string): QuotedContent {
  const raw = written.slice(1, -1);
  const lines = raw.includes("\n");
  if (written.startsWith("'")) {
    return { text: (lines ? foldLines(raw) : raw).replaceAll("''", "'"), lines };
  }
  if (raw.includes("\\")) {
    return { text: unescape(raw), lines };
  }
  return { text: lines ? foldLines(raw) : raw, lines };
}

/** The offset after the closing quote; -1 if there is none, or a line in between may end the document. */
export function skipQuoted(scan: Scanner, start: number): number {
  const { text, end } = scan;
  const closing = text.charCodeAt(start);
  for (let at = start + 1; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (code === closing) {
      if (closing === quote || text.charCodeAt(at + 1) !== apostrophe) {
        return at + 1;
      }
      at += 1;
    } else if (code === backslash && closing === quote) {
      at += 1;
    } else if (code === lineFeed && isDocumentEnd(text, at + 1)) {
      return -1;
    }
  }
  return -1;
}

/**
 * Blanks, with or without line breaks: always all of them at once, so that matching is linear in the text.
 */
const gap = /[ \t]+(?:\r?\n[ \t\r\n]*)?|\r?\n[ \t\r\n]*/g;

/** One line break is a space, n + 1 are n line feeds; blanks around them are dropped. */
function foldLines(raw: string): string {
  return raw.replaceAll(gap, (blanks) => {
    const breaks = countLineFeeds(blanks);
    if (breaks === 0) {
      return blanks;
    }
    return breaks === 1 ? " " : "\n".repeat(breaks - 1);
  });
}

function countLineFeeds(text: string): number {
  return text.split("\n").length - 1;
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["0", "\0"],
  ["a", "\u0007"],
  ["b", "\b"],
  ["t", "\t"],
  ["\t", "\t"],
  ["n", "\n"],
  ["v", "\v"],
  ["f", "\f"],
  ["r", "\r"],
  ["e", "\u001B"],
  [" ", " "],
  ['"', '"'],
  ["'", "'"],
  ["\\", "\\"],
  ["N", "\u0085"],
  ["_", "\u00A0"],
  ["L", "\u2028"],
  ["P", "\u2029"],
]);

const escapeOrBreak =
  /\\(?:\r?\n[ \t\r\n]*|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|[\s\S])|[ \t]+(?:\r?\n[ \t\r\n]*)?|\r?\n[ \t\r\n]*/g;

/** The first escape that goyaml does not know, with its offset. */
export function findBadEscape(raw: string): { readonly escape: string; readonly index: number } | undefined {
  for (const match of raw.matchAll(escapeOrBreak)) {
    if (decodePart(match) === undefined) {
      return { escape: match[0], index: match.index };
    }
  }
  return undefined;
}

/** The text of a double-quoted scalar; undefined if goyaml does not know one of its escapes. */
function unescape(raw: string): string | undefined {
  let text = "";
  let end = 0;
  for (const match of raw.matchAll(escapeOrBreak)) {
    const decoded = decodePart(match);
    if (decoded === undefined) {
      return undefined;
    }
    text += raw.slice(end, match.index) + decoded;
    end = match.index + match[0].length;
  }
  return text + raw.slice(end);
}

/** The text for an escape or a group of line breaks; an escaped line break removes one of them. */
function decodePart(match: RegExpExecArray): string | undefined {
  const [part, two, four, eight] = match;
  if (!part.startsWith("\\")) {
    return foldLines(part);
  }
  if (part.includes("\n")) {
    return "\n".repeat(countLineFeeds(part) - 1);
  }
  const digits = two ?? four ?? eight;
  return digits === undefined ? escapes.get(part.slice(1)) : fromCode(Number.parseInt(digits, 16));
}

function fromCode(code: number): string | undefined {
  return code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? undefined : String.fromCodePoint(code);
}
