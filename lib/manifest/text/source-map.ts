import type { JsonArray, JsonObject, JsonValue } from "../../object/json.ts";
import type { Origin } from "../../object/diagnostic/source-text.ts";
import { lineAt } from "./line-index.ts";
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
  const lineStart = place.start + (text.charCodeAt(place.start) === byteOrderMark ? 1 : 0);
  let stop = Math.min(end, place.end);
  while (stop > start && " \r".includes(text.charAt(stop - 1))) {
    stop -= 1;
  }
  const origin = { file: source.name, line: place.line, column: start - lineStart + 1 };
  return stop > start ? { ...origin, length: stop - start } : origin;
}
