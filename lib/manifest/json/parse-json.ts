/**
 * A strict JSON reader that knows positions, keeps every digit of integers and detects duplicate keys, which
 * `JSON.parse` cannot do.
 */
import { exactNumber, type JsonValue, setOwnField, type MutableObject } from "../../object/json.ts";
import { maxDepth, duplicateKey, tooDeep, type ParseError } from "../text/parsed-document.ts";
import { FaultList } from "../text/fault-list.ts";
import type { SourceDocument } from "../manifest.ts";
import { recordSpan, type SourceSpan, type SourceMap } from "../text/source-map.ts";

/** A value, its end, and its faults. */
export interface JsonReading {
  readonly value: JsonValue;
  /** The offset after the value; if a fault ended the reading, after the last character that was parsed. */
  readonly end: number;
  readonly faults: readonly ParseError[];
}

interface Cursor {
  readonly text: string;
  readonly end: number;
  readonly spans: SourceMap | undefined;
  readonly deepestSpan: number;
  readonly faults: FaultList;
  at: number;
  /** Set once the text is not JSON; reading ends then. */
  stopped: boolean;
}

/** Reads the JSON value of a document. */
export function readJsonDocument(document: SourceDocument, spans?: SourceMap): JsonReading {
  return readJson(document.source.text, {
    start: document.start,
    end: document.end,
    ...(spans && { spans }),
  });
}

/** Reads the JSON value that begins at `start`, which may be white space, and ends before `end`. */
export function readJson(
  text: string,
  range: { readonly start: number; readonly end: number; readonly spans?: SourceMap },
): JsonReading {
  const { spans } = range;
  const cursor: Cursor = {
    text,
    end: range.end,
    spans,
    deepestSpan: spans?.deepest ?? 0,
    faults: new FaultList(),
    at: range.start,
    stopped: false,
  };
  const value = readValue(cursor, 0);
  return { value, end: cursor.at, faults: cursor.faults.all() };
}

/** The offset of the first character at or after `at` that is not JSON white space. */
export function skipJsonSpace(text: string, at: number): number {
  let next = at;
  for (;;) {
    const code = text.charCodeAt(next);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) {
      return next;
    }
    next += 1;
  }
}

function peek(cursor: Cursor): number {
  cursor.at = skipJsonSpace(cursor.text, cursor.at);
  return cursor.at < cursor.end ? cursor.text.charCodeAt(cursor.at) : -1;
}

function stop(cursor: Cursor, expected: string): null {
  if (!cursor.stopped) {
    const ended = peek(cursor) === -1;
    const start = Math.min(cursor.at, cursor.end);
    const message = ended
      ? `unexpected end of JSON: expected ${expected}`
      : `invalid JSON: expected ${expected}`;
    cursor.faults.add("JsonSyntax", () => ({ message, start, end: start + 1 }));
  }
  cursor.stopped = true;
  return null;
}

function readValue(cursor: Cursor, level: number): JsonValue {
  const code = peek(cursor);
  if (code === 0x7b || code === 0x5b) {
    if (level >= maxDepth) {
      const { at } = cursor;
      cursor.faults.add("TooDeep", () => tooDeep(at));
      cursor.stopped = true;
      return null;
    }
    return code === 0x7b ? readObject(cursor, level + 1) : readArray(cursor, level + 1);
  }
  if (code === 0x22) {
    return readString(cursor, "a string");
  }
  return code === 0x2d || (code >= 0x30 && code <= 0x39) ? readNumber(cursor) : readWord(cursor);
}

const words: ReadonlyMap<string, null | boolean> = new Map<string, null | boolean>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

function readWord(cursor: Cursor): JsonValue {
  for (const [word, value] of words) {
    if (cursor.text.startsWith(word, cursor.at)) {
      cursor.at += word.length;
      return value;
    }
  }
  return stop(cursor, "a value (strings need double quotes)");
}

const number = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;

function readNumber(cursor: Cursor): JsonValue {
  number.lastIndex = cursor.at;
  const match = number.exec(cursor.text);
  if (match === null) {
    return stop(cursor, "a valid JSON number");
  }
  cursor.at += match[0].length;
  const value = Number(match[0]);
  if (!Number.isFinite(value)) {
    cursor.at -= match[0].length;
    return stop(cursor, "a number within the range of a 64-bit float");
  }
  const whole = match[1] === undefined && match[2] === undefined;
  if (whole && !Number.isSafeInteger(value)) {
    return exactNumber(BigInt(match[0]));
  }
  return value === 0 ? 0 : value;
}

function readString(cursor: Cursor, expected: string): string {
  const { text, at } = cursor;
  const close = text.indexOf('"', at + 1);
  const plain = close === -1 || close >= cursor.end ? "\\" : text.slice(at + 1, close);
  // oxlint-disable-next-line no-control-regex
  if (text.charCodeAt(at) === 0x22 && !/[\\\u0000-\u001F]/.test(plain)) {
    cursor.at = close + 1;
    return plain;
  }
  const end = text.charCodeAt(at) === 0x22 ? findStringEnd(cursor) : -1;
  if (end === -1) {
    stop(cursor, `${expected}, in double quotes, on one line and with valid escapes`);
    return "";
  }
  cursor.at = end;
  return String(JSON.parse(text.slice(at, end)));
}

const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * The offset after the closing quote; -1 if there is none, or if an escape or control character is not valid
 * in JSON.
 */
function findStringEnd({ text, at, end }: Cursor): number {
  let next = at + 1;
  while (next < end) {
    const code = text.charCodeAt(next);
    if (code === 0x22) {
      return next + 1;
    }
    escape.lastIndex = next;
    if (code < 0x20 || (code === 0x5c && !escape.test(text))) {
      return -1;
    }
    next = code === 0x5c ? escape.lastIndex : next + 1;
  }
  return -1;
}

/** Skips `code`, and reports whether it was there. */
function take(cursor: Cursor, code: number): boolean {
  const found = peek(cursor) === code;
  cursor.at += found ? 1 : 0;
  return found;
}

function readArray(cursor: Cursor, level: number): JsonValue {
  const list: JsonValue[] = [];
  cursor.at += 1;
  if (take(cursor, 0x5d)) {
    return list;
  }
  do {
    peek(cursor);
    const start = cursor.at;
    const value = readValue(cursor, level);
    if (cursor.spans !== undefined && level <= cursor.deepestSpan) {
      const span = { keyStart: start, keyEnd: cursor.at, valueStart: start, valueEnd: cursor.at };
      recordSpan(cursor.spans, { container: list, step: list.length, span });
    }
    list.push(value);
  } while (!cursor.stopped && take(cursor, 0x2c));
  return cursor.stopped || take(cursor, 0x5d) ? list : stop(cursor, "`,` or `]`");
}

function readObject(cursor: Cursor, level: number): JsonValue {
  const draft: MutableObject = {};
  const places = new Map<string, SourceSpan>();
  cursor.at += 1;
  if (take(cursor, 0x7d)) {
    return draft;
  }
  do {
    readField(cursor, { draft, places, level });
  } while (!cursor.stopped && take(cursor, 0x2c));
  if (level <= cursor.deepestSpan) {
    cursor.spans?.places.set(draft, places);
  }
  return cursor.stopped || take(cursor, 0x7d) ? draft : stop(cursor, "`,` or `}`");
}

interface OpenObject {
  readonly draft: MutableObject;
  readonly places: Map<string, SourceSpan>;
  readonly level: number;
}

function readField(cursor: Cursor, { draft, places, level }: OpenObject): void {
  peek(cursor);
  const keyStart = cursor.at;
  const key = readString(cursor, "a key");
  const keyEnd = cursor.at;
  if (cursor.stopped || !take(cursor, 0x3a)) {
    stop(cursor, "`:`");
    return;
  }
  peek(cursor);
  const valueStart = cursor.at;
  const value = readValue(cursor, level);
  const first = places.get(key);
  if (first !== undefined) {
    const firstPlace = { start: first.keyStart, end: first.keyEnd };
    const place = { start: keyStart, end: keyEnd };
    cursor.faults.add("DuplicateKey", () => duplicateKey(key, place, firstPlace));
    return;
  }
  setOwnField(draft, key, value);
  places.set(key, { keyStart, keyEnd, valueStart, valueEnd: cursor.at });
}
