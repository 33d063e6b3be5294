import type { JsonArray, JsonObject, JsonValue } from "../../object/json.ts";
import type { Origin, SourceText } from "../../object/diagnostic/source-text.ts";
import type { SourceDocument } from "../manifest.ts";

/**
 * The span of a key (or list dash) and of its value, as offsets into the source text. For a list entry the
 * key's span is that of its value.
 */
export interface SourceSpan {
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

/** The spans of the entries of the mappings and lists of one document. */
export interface SourceMap {
  /** By the container itself, then by key or index. */
  readonly places: Map<JsonObject | JsonArray, Map<string | number, SourceSpan>>;
  /** Containers at a deeper level are not recorded; the root has level 1. */
  readonly deepest: number;
}

/** An empty source map, down to that depth. */
export function createSpans(deepest: number = Number.POSITIVE_INFINITY): SourceMap {
  return { places: new Map(), deepest };
}

/** Records one entry, if spans are requested. */
export function recordSpan(
  spans: SourceMap,
  entry: {
    readonly container: JsonObject | JsonArray;
    readonly step: string | number;
    readonly span: SourceSpan;
  },
): void {
  const places = spans.places.get(entry.container);
  if (places === undefined) {
    spans.places.set(entry.container, new Map([[entry.step, entry.span]]));
  } else {
    places.set(entry.step, entry.span);
  }
}

/** The entries of a value; undefined if it is not a container. */
export function placesIn(
  spans: SourceMap,
  value: JsonValue | undefined,
): Map<string | number, SourceSpan> | undefined {
  return typeof value === "object" && value !== null ? spans.places.get(value) : undefined;
}

const byteOrderMark = 0xfeff;

/**
 * The origin of the characters `start` to `end` of a document; the underlined part ends with its first line.
 * The first call takes time linear in the source's lines, later ones logarithmic.
 */
export function originAt({ source }: SourceDocument, start: number, end: number = start): Origin {
  const { text } = source;
  const place = lineAt(source, start);
  const textStart = place.start + (text.charCodeAt(place.start) === byteOrderMark ? 1 : 0);
  let stop = Math.min(end, place.end);
  while (stop > start && " \r".includes(text.charAt(stop - 1))) {
    stop -= 1;
  }
  const origin = { file: source.name, line: place.line, column: start - textStart + 1 };
  return stop > start ? { ...origin, length: stop - start } : origin;
}

/** A line of a source. */
interface TextLine {
  /** From 1. */
  readonly line: number;
  /** The offset of its first character. */
  readonly start: number;
  /** The offset of its line feed; the end of the text if it has none. */
  readonly end: number;
}

/**
 * The line starts of a source, computed once: otherwise each search for the next line feed would scan a text
 * that has none.
 */
const known = new WeakMap<SourceText, readonly number[]>();

function lineStarts(source: SourceText): readonly number[] {
  const found = known.get(source);
  if (found !== undefined) {
    return found;
  }
  const starts = [0];
  for (let at = source.text.indexOf("\n"); at !== -1; at = source.text.indexOf("\n", at + 1)) {
    starts.push(at + 1);
  }
  known.set(source, starts);
  return starts;
}

/**
 * The line that contains the character at an offset. The first call scans the text, later ones take O(log
 * lines).
 */
export function lineAt(source: SourceText, offset: number): TextLine {
  const starts = lineStarts(source);
  const line = Math.max(countUpTo(starts, offset), 1);
  const next = starts[line];
  return {
    line,
    start: starts[line - 1] ?? 0,
    end: next === undefined ? source.text.length : next - 1,
  };
}

/** The offset at which a line begins, by its number from 1; the end of the text if it has fewer. */
export function lineStart(source: SourceText, line: number): number {
  return lineStarts(source)[line - 1] ?? source.text.length;
}

/** Counts the ascending numbers that are at most the limit. O(log n). */
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
