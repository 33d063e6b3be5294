/**
 * The fast reader: the YAML that Kubernetes manifests consist of (block mappings and lists, scalars of every
 * style, flow collections, comments), some hundred megabytes a second. Anchors, aliases, tags, merge keys,
 * explicit keys, tabs outside of quotes and all faults are left to the exact reader.
 */
import { type JsonValue, setOwnField, type MutableObject } from "../../object/json.ts";
import type { SourceDocument } from "../manifest.ts";
import type { SourceMap } from "../text/source-map.ts";
import { readBlockScalar } from "./block-scalar.ts";
import { readFlow } from "./flow-collection.ts";
import { readPlain } from "./plain-scalar.ts";
import { isQuote, readQuoted, skipQuoted } from "./quoted-scalar.ts";
import {
  deepestFast,
  endOfLine,
  finishLine,
  isDash,
  isDocumentEnd,
  isGap,
  isLineEnd,
  longestKey,
  noColumn,
  recordEntry,
  recordListEntry,
  seekContent,
  skipSpaces,
  startsPlain,
  type Scanner,
} from "./scanner.ts";
import type { ScalarInterner } from "./scalar-interner.ts";

/** Options of the fast reader. */
export interface FastReading {
  readonly pool: ScalarInterner;
  readonly spans: SourceMap | undefined;
  /** Whether quoted and bracketed values of several lines are left to the exact reader. */
  readonly singleLines?: boolean;
}

/** The document's value, the same as from the exact reader; undefined if only the exact reader can decide. */
export function parseFast(
  document: SourceDocument,
  { pool, spans, singleLines = false }: FastReading,
): JsonValue | undefined {
  const { text } = document.source;
  const scan: Scanner = {
    text,
    end: document.end,
    pool,
    spans,
    singleLines,
    deepestSpan: spans?.deepest ?? 0,
    at: document.start,
    lineStart: document.start,
    column: noColumn,
    valueStart: document.start,
    valueEnd: document.start,
  };
  seekContent(scan, document.start);
  if (scan.column === noColumn) {
    return null;
  }
  const value = readBlock(scan, -1, 0);
  return scan.column === noColumn && typeof value === "object" && value !== null ? value : undefined;
}

/** Reads a node that begins at the first content of a line, or after the dash of a list entry. */
function readBlock(scan: Scanner, parent: number, level: number): JsonValue | undefined {
  if (level > deepestFast) {
    return undefined;
  }
  if (isDash(scan.text, scan.at)) {
    return readList(scan, scan.column, level + 1);
  }
  return startsWithKey(scan) ? readMapping(scan, scan.column, level + 1) : readScalar(scan, parent, level);
}

function startsWithKey(scan: Scanner): boolean {
  const { text, at } = scan;
  const first = text.charCodeAt(at);
  if (isQuote(first)) {
    const colon = skipSpaces(text, skipQuoted(scan, at));
    return text.charCodeAt(colon) === 0x3a && isGap(text, colon + 1);
  }
  return first !== 0x7b && first !== 0x5b && first !== 0x7c && first !== 0x3e && findColon(text, at) !== -1;
}

/** The colon that ends a plain key, -1 if the line has none. */
function findColon(text: string, start: number): number {
  for (let at = start; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x3a) {
      continue;
    }
    if (code === 0x3a && isGap(text, at + 1)) {
      return at;
    }
    if (isLineEnd(code) || code === 0x09 || (code === 0x23 && text.charCodeAt(at - 1) === 0x20)) {
      return -1;
    }
  }
}

function readMapping(scan: Scanner, column: number, level: number): JsonValue | undefined {
  const draft: MutableObject = {};
  const start = scan.at;
  do {
    const keyStart = scan.at;
    const key = readKey(scan);
    if (key === undefined || (draft[key] !== undefined && Object.hasOwn(draft, key))) {
      return undefined;
    }
    const keyEnd = scan.valueEnd;
    const value = readMappedValue(scan, column, level);
    if (value === undefined) {
      return undefined;
    }
    setOwnField(draft, key, value);
    if (level <= scan.deepestSpan) {
      recordEntry(scan, { container: draft, step: key, keyStart, keyEnd });
    }
  } while (scan.column === column);
  scan.valueStart = start;
  return scan.column > column ? undefined : draft;
}

/** Reads a key and its colon; `valueEnd` is then the key's end. */
function readKey(scan: Scanner): string | undefined {
  const { text, at } = scan;
  const first = text.charCodeAt(at);
  if (isQuote(first)) {
    return readQuotedKey(scan);
  }
  const colon = startsPlain(text, at) && !isDocumentEnd(text, at) ? findColon(text, at) : -1;
  if (colon === -1 || colon - at > longestKey) {
    return undefined;
  }
  let end = colon;
  while (text.charCodeAt(end - 1) === 0x20) {
    end -= 1;
  }
  scan.at = colon + 1;
  scan.valueEnd = end;
  return scan.pool.keys.find(at, end);
}

function readQuotedKey(scan: Scanner): string | undefined {
  const { text, at, lineStart } = scan;
  const key = readQuoted(scan);
  const colon = skipSpaces(text, scan.at);
  if (key === undefined || text.charCodeAt(colon) !== 0x3a || !isGap(text, colon + 1)) {
    return undefined;
  }
  const lineEnd = endOfLine(scan, lineStart);
  scan.at = colon + 1;
  return colon < lineEnd && colon - at <= longestKey ? key : undefined;
}

/** Reads the value after the colon of a mapping at `column`, or in the lines below. */
function readMappedValue(scan: Scanner, column: number, level: number): JsonValue | undefined {
  const { text } = scan;
  const colonEnd = scan.at;
  const start = skipSpaces(text, colonEnd);
  scan.at = start;
  const code = text.charCodeAt(start);
  if (!isLineEnd(code) && (code !== 0x23 || start === colonEnd)) {
    return readScalar(scan, column, level);
  }
  if (!finishLine(scan)) {
    return undefined;
  }
  if (scan.column > column) {
    return readBlock(scan, column, level);
  }
  if (scan.column === column && isDash(text, scan.at)) {
    return readList(scan, column, level + 1);
  }
  scan.valueStart = start;
  scan.valueEnd = start;
  return null;
}

function readList(scan: Scanner, column: number, level: number): JsonValue | undefined {
  const list: JsonValue[] = [];
  const start = scan.at;
  do {
    const dash = scan.at;
    scan.at = skipSpaces(scan.text, dash + 1);
    const value = readListEntry(scan, column, level);
    if (value === undefined) {
      return undefined;
    }
    recordListEntry(scan, list, level);
    list.push(value);
  } while (scan.column === column && isDash(scan.text, scan.at));
  scan.valueStart = start;
  return scan.column > column ? undefined : list;
}

function readListEntry(scan: Scanner, column: number, level: number): JsonValue | undefined {
  const { text, at } = scan;
  const code = text.charCodeAt(at);
  if (!isLineEnd(code) && code !== 0x23) {
    scan.column = at - scan.lineStart;
    return readBlock(scan, column, level);
  }
  if (!finishLine(scan)) {
    return undefined;
  }
  if (scan.column > column) {
    return readBlock(scan, column, level);
  }
  scan.valueStart = at;
  scan.valueEnd = at;
  return null;
}

/** Reads a value that is not a block collection; `parent` is the column of the enclosing collection. */
function readScalar(scan: Scanner, parent: number, level: number): JsonValue | undefined {
  const code = scan.text.charCodeAt(scan.at);
  if (code === 0x7c || code === 0x3e) {
    return readBlockScalar(scan, parent);
  }
  if (isQuote(code)) {
    return behindWhichLineEnds(scan, readQuoted(scan));
  }
  return code === 0x7b || code === 0x5b
    ? behindWhichLineEnds(scan, readFlow(scan, level + 1))
    : readPlain(scan, parent);
}

function behindWhichLineEnds(scan: Scanner, value: JsonValue | undefined): JsonValue | undefined {
  return value !== undefined && finishLine(scan) ? value : undefined;
}
