import {
  field,
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  type Path,
} from "../object/json.ts";
import { placesIn, type SourceMap, type SourceSpan } from "../manifest/text/source-map.ts";

/** A scalar of a document: a string, number or boolean. */
export interface Leaf {
  readonly value: JsonValue;
  /** The keys on the way to it, without indexes of lists. */
  readonly keys: readonly string[];
  /** The path to it, comments in lists not counted. */
  readonly path: Path;
  readonly span: SourceSpan;
  readonly isInList: boolean;
}

/** A value that SOPS never writes, because it writes out what is shared: an alias or a merge key. */
export interface SharedValue {
  readonly sharedAt: number | undefined;
}

/** Handles a leaf; reports whether it is a comment, which is not an entry of its list. */
type OnLeaf = (leaf: Leaf) => boolean;

interface Visit {
  readonly spans: SourceMap;
  readonly onLeaf: OnLeaf;
  readonly seen: Set<JsonValue>;
}

interface Place {
  readonly keys: readonly string[];
  readonly path: Path;
}

/** The key of the metadata at the top of each document. */
export const metadataName = "sops";

/**
 * Visits the scalars of a mapping in the order of the text, except the metadata. Returns where an alias or a
 * merge key is, if there is one.
 */
export function visitLeaves(root: JsonObject, spans: SourceMap, onLeaf: OnLeaf): SharedValue | undefined {
  const visit = { spans, onLeaf, seen: new Set<JsonValue>() };
  return visitMapping(root, { keys: [], path: [] }, visit);
}

function visitMapping(mapping: JsonObject, { keys, path }: Place, visit: Visit): SharedValue | undefined {
  const places = placesIn(visit.spans, mapping) ?? new Map<string | number, SourceSpan>();
  if (places.size !== Object.keys(mapping).length || visit.seen.has(mapping)) {
    return { sharedAt: [...places.values()][0]?.keyStart };
  }
  visit.seen.add(mapping);
  // The properties of an object whose names are integers are not in the order of the text.
  const ordered = [...places].toSorted(([, left], [, right]) => left.keyStart - right.keyStart);
  for (const [step, span] of ordered) {
    const key = String(step);
    if (path.length > 0 || key !== metadataName) {
      const place = { keys: [...keys, key], path: [...path, key] };
      const shared = visitValue({ value: field(mapping, key), span, isInList: false }, place, visit);
      if (typeof shared === "object") {
        return shared;
      }
    }
  }
  return undefined;
}

function visitList(list: JsonArray, { keys, path }: Place, visit: Visit): SharedValue | undefined {
  const places = placesIn(visit.spans, list);
  if (visit.seen.has(list)) {
    return { sharedAt: places?.get(0)?.keyStart };
  }
  visit.seen.add(list);
  let comments = 0;
  for (const [index, value] of list.entries()) {
    const span = places?.get(index);
    const place = { keys, path: [...path, index - comments] };
    const visited =
      span === undefined ? undefined : visitValue({ value, span, isInList: true }, place, visit);
    if (typeof visited === "object") {
      return visited;
    }
    comments += visited === "comment" ? 1 : 0;
  }
  return undefined;
}

function visitValue(
  { value, span, isInList }: { value: JsonValue | undefined; span: SourceSpan; isInList: boolean },
  place: Place,
  visit: Visit,
): SharedValue | "comment" | undefined {
  if (value === undefined || value === null) {
    return undefined;
  }
  if (isObject(value)) {
    return visitMapping(value, place, visit);
  }
  if (isArray(value)) {
    return visitList(value, place, visit);
  }
  return visit.onLeaf({ value, ...place, span, isInList }) ? "comment" : undefined;
}
