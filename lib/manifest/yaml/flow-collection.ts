import { type JsonValue, setOwnField, type MutableObject } from "../../object/json.ts";
import { isQuote, readQuoted } from "./quoted-scalar.ts";
import {
  deepestFast,
  isDocumentEnd,
  isGap,
  longestKey,
  recordEntry,
  recordListEntry,
  startsPlain,
  type Scanner,
} from "./scanner.ts";

const comma = 0x2c;
const colon = 0x3a;

/** Reads a list in brackets or a mapping in braces, of one or more lines, and moves past it. */
export function readFlow(scan: Scanner, level: number): JsonValue | undefined {
  if (level > deepestFast) {
    return undefined;
  }
  const start = scan.at;
  const value =
    scan.text.charCodeAt(start) === 0x7b ? readFlowMapping(scan, level) : readFlowList(scan, level);
  scan.valueStart = start;
  scan.valueEnd = scan.at;
  return value;
}

/** Skips spaces and line ends, and returns the next character; -1 if there is none, or it is doubtful. */
function nextToken(scan: Scanner): number {
  const { text } = scan;
  let { at } = scan;
  let code = text.charCodeAt(at);
  while (code === 0x20 || code === 0x0a || code === 0x0d) {
    at += 1;
    if (code === 0x0a) {
      if (scan.singleLines) {
        return -1;
      }
      scan.lineStart = at;
    }
    code = text.charCodeAt(at);
  }
  scan.at = at;
  return at < scan.end ? code : -1;
}

function readFlowList(scan: Scanner, level: number): JsonValue | undefined {
  const list: JsonValue[] = [];
  scan.at += 1;
  while (nextToken(scan) !== 0x5d) {
    const value = readFlowValue(scan, level);
    if (value === undefined) {
      return undefined;
    }
    recordListEntry(scan, list, level);
    list.push(value);
    if (!takeComma(scan, 0x5d)) {
      return undefined;
    }
  }
  scan.at += 1;
  return list;
}

/** Reports whether a comma, which is skipped, or the end of the collection comes next. */
function takeComma(scan: Scanner, close: number): boolean {
  const code = nextToken(scan);
  if (code === comma) {
    scan.at += 1;
    return true;
  }
  return code === close;
}

function readFlowMapping(scan: Scanner, level: number): JsonValue | undefined {
  const draft: MutableObject = {};
  scan.at += 1;
  while (nextToken(scan) !== 0x7d) {
    const keyStart = scan.at;
    const key = readFlowKey(scan);
    const keyEnd = scan.valueEnd;
    if (key === undefined || Object.hasOwn(draft, key)) {
      return undefined;
    }
    nextToken(scan);
    const value = readFlowValue(scan, level);
    if (value === undefined) {
      return undefined;
    }
    setOwnField(draft, key, value);
    if (level <= scan.deepestSpan) {
      recordEntry(scan, { container: draft, step: key, keyStart, keyEnd });
    }
    if (!takeComma(scan, 0x7d)) {
      return undefined;
    }
  }
  scan.at += 1;
  return draft;
}

/** Reads a key and its colon, which must be in one line. */
function readFlowKey(scan: Scanner): string | undefined {
  const { lineStart, at } = scan;
  const quoted = isQuote(scan.text.charCodeAt(at));
  const key = quoted ? readQuoted(scan) : readPlainKey(scan);
  const keyEnd = scan.valueEnd;
  const behind = nextToken(scan);
  if (behind !== colon || scan.lineStart !== lineStart || scan.at - at > longestKey) {
    return undefined;
  }
  scan.at += 1;
  scan.valueEnd = keyEnd;
  return quoted || isGap(scan.text, scan.at) ? key : undefined;
}

function readFlowValue(scan: Scanner, level: number): JsonValue | undefined {
  const code = scan.text.charCodeAt(scan.at);
  if (code === 0x7b || code === 0x5b) {
    return readFlow(scan, level + 1);
  }
  return isQuote(code) ? readQuoted(scan) : readPlainValue(scan);
}

/** Characters that end a plain scalar in a flow collection, or make it doubtful. */
const stop = /[,[\]{}?#\t\r\n]|:(?=[ \r\n])/g;

function readPlainKey(scan: Scanner): string | undefined {
  return skipPlain(scan) ? scan.pool.keys.find(scan.valueStart, scan.valueEnd) : undefined;
}

function readPlainValue(scan: Scanner): JsonValue | undefined {
  return skipPlain(scan) ? scan.pool.values.find(scan.valueStart, scan.valueEnd) : undefined;
}

/** Skips a plain scalar of one line; `valueStart` and `valueEnd` are then its position. */
function skipPlain(scan: Scanner): boolean {
  const { text, at } = scan;
  stop.lastIndex = at;
  if (!startsPlain(text, at) || isDocumentEnd(text, at) || !stop.test(text)) {
    return false;
  }
  let end = stop.lastIndex - 1;
  if ("[{?#\t".includes(text.charAt(end))) {
    return false;
  }
  while (text.charCodeAt(end - 1) === 0x20) {
    end -= 1;
  }
  scan.at = end;
  scan.valueStart = at;
  scan.valueEnd = end;
  return true;
}
