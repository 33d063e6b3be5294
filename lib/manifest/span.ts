import type { JsonArray, JsonObject, JsonValue } from "../object/json.ts";
import type { Origin } from "../object/source-text.ts";
import type { SourceDocument } from "./manifest.ts";

/** Where a key (or list dash) and its value stand, as offsets into the source text. A list entry has its value's place as key. */
export interface Span {
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** The places of the entries of the mappings and lists of one document. */
export interface Spans {
  /** By the container itself, then by key or index. */
  readonly places: Map<JsonObject | JsonArray, Map<string | number, Span>>;
  /** Containers at a deeper level are not recorded; the root has level 1. */
  readonly deepest: number;
}

/** An empty record of places, down to that depth. */
export function createSpans(deepest: number = Number.POSITIVE_INFINITY): Spans {
  return { places: new Map(), deepest };
}

/** Records one entry, where places are asked for. */
export function recordSpan(
  spans: Spans,
  entry: { readonly container: JsonObject | JsonArray; readonly step: string | number; readonly span: Span },
): void {
  const places = spans.places.get(entry.container);
  if (places === undefined) {
    spans.places.set(entry.container, new Map([[entry.step, entry.span]]));
  } else {
    places.set(entry.step, entry.span);
  }
}

/** The entries that a value holds, or undefined where it is no container. */
export function placesIn(spans: Spans, value: JsonValue | undefined): Map<string | number, Span> | undefined {
  return typeof value === "object" && value !== null ? spans.places.get(value) : undefined;
}

const byteOrderMark = 0xfeff;

/** The offsets at which the lines of a document begin, found once. The first may lie before the document. */
const lineStarts = new WeakMap<SourceDocument, readonly number[]>();

function lineStartsOf(document: SourceDocument): readonly number[] {
  const found = lineStarts.get(document);
  if (found !== undefined) {
    return found;
  }
  const { text } = document.source;
  const starts = [document.start === 0 ? 0 : text.lastIndexOf("\n", document.start - 1) + 1];
  for (
    let at = text.indexOf("\n", document.start);
    at !== -1 && at < document.end;
    at = text.indexOf("\n", at + 1)
  ) {
    starts.push(at + 1);
  }
  lineStarts.set(document, starts);
  return starts;
}

/** How many of the ascending numbers are at most the limit. O(log n). */
function countUpTo(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) <= limit) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/**
 * The origin of the characters `start` to `end` of a document; the underlined part ends with its first line.
 * The first question costs the document's lines, each then their logarithm.
 */
export function originAt(document: SourceDocument, start: number, end: number = start): Origin {
  const { text } = document.source;
  const starts = lineStartsOf(document);
  const index = Math.max(countUpTo(starts, start) - 1, 0);
  const begin = starts[index] ?? 0;
  const lineStart = begin + (text.charCodeAt(begin) === byteOrderMark ? 1 : 0);
  const lineEnd = text.indexOf("\n", start);
  let stop = lineEnd === -1 ? end : Math.min(end, lineEnd);
  while (stop > start && " \r".includes(text.charAt(stop - 1))) {
    stop -= 1;
  }
  const length = Math.min(stop, text.length) - start;
  const place = { file: document.source.name, line: document.line + index, column: start - lineStart + 1 };
  return length > 0 ? { ...place, length } : place;
}
