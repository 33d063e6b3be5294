import {
  field,
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  sameJson,
} from "../object/json.ts";
import { keyedLists } from "./list-key.ts";

/** A state of an object as its manifest writes it, and as the API server stores that. */
export interface StoredState {
  readonly written: JsonObject;
  readonly stored: JsonObject;
}

/** The same for any part of an object. */
interface Part {
  readonly written: JsonValue | undefined;
  readonly stored: JsonValue | undefined;
}

type Pair = readonly [JsonValue | undefined, JsonValue | undefined];

/**
 * Returns two states without differences that the API server does not store: a default that only one of them
 * writes, another spelling of a quantity, a null. Where only one of them has a field, the other one gets the
 * stored value, so that a change of a default reads as such. Everything else stays as it is written.
 * Recursion is as deep as the manifests. Complexity: O(size × depth).
 */
export function storedPair(before: StoredState, after: StoredState): readonly [JsonObject, JsonObject] {
  const [was, becomes] = partPair(before, after);
  return [isObject(was) ? was : before.written, isObject(becomes) ? becomes : after.written];
}

function partPair(before: Part, after: Part): Pair {
  if (sameJson(before.stored, after.stored)) {
    const shared = before.written ?? after.written;
    return [shared, shared];
  }
  const [was, becomes] = [givenOf(before), givenOf(after)];
  if (was === undefined && becomes === undefined) {
    return [undefined, undefined];
  }
  return valuesPair(
    { ...before, written: was ?? restOf(before, becomes) },
    { ...after, written: becomes ?? restOf(after, was) },
  );
}

/** Pairs two values of which a manifest gives at least one. */
function valuesPair(before: Part, after: Part): Pair {
  const [left, right] = [before.written, after.written];
  if (isObject(left) && isObject(right)) {
    return fieldsPair(before, after);
  }
  if (isArray(left) && isArray(right)) {
    return entriesPair(before, after);
  }
  return sameJson(left, right) ? [before.stored, after.stored] : [left, right];
}

/** The value that the manifest gives; null is the same as the default. */
function givenOf({ written, stored }: Part): JsonValue | undefined {
  return written === null ? stored : written;
}

/** The default beside a value that only the other state writes; of a mapping, its fields are looked up. */
function restOf({ stored }: Part, other: JsonValue | undefined): JsonValue | undefined {
  return isObject(stored) && isObject(other) ? {} : stored;
}

function fieldsPair(before: Part, after: Part): Pair {
  const names = [...new Set([...namesOf(before), ...namesOf(after)])];
  const pairs = names.map((name) => [name, partPair(partAt(before, name), partAt(after, name))] as const);
  return [fieldsOf(pairs, 0), fieldsOf(pairs, 1)];
}

function namesOf({ written }: Part): readonly string[] {
  return isObject(written) ? Object.keys(written) : [];
}

function partAt({ written, stored }: Part, name: string): Part {
  return { written: field(written, name), stored: field(stored, name) };
}

function fieldsOf(pairs: readonly (readonly [string, Pair])[], side: 0 | 1): JsonObject {
  return Object.fromEntries(
    pairs.flatMap(([name, pair]) => (pair[side] === undefined ? [] : [[name, pair[side]] as const])),
  );
}

/** Pairs the entries of two lists as they are compared; an entry of one list only stays as it is. */
function entriesPair(before: Part, after: Part): Pair {
  const [left, right] = [entriesOf(before), entriesOf(after)];
  const [was, becomes] = [
    left.map((part) => part.written ?? null),
    right.map((part) => part.written ?? null),
  ];
  for (const [index, other] of matchesOf(was, becomes)) {
    const [mine, theirs] = [left[index], right[other]];
    if (mine !== undefined && theirs !== undefined) {
      const [one = null, two = null] = partPair(mine, theirs);
      was[index] = one;
      becomes[other] = two;
    }
  }
  return [was, becomes];
}

function entriesOf({ written, stored }: Part): readonly Part[] {
  const list: JsonArray = isArray(written) ? written : [];
  const kept = isArray(stored) && stored.length === list.length ? stored : list;
  return list.map((entry, index) => ({ written: entry, stored: kept[index] }));
}

/** Returns the positions of the entries of two lists that are compared with each other. */
function matchesOf(before: JsonArray, after: JsonArray): readonly (readonly [number, number])[] {
  const keyed = keyedLists(before, after);
  if (keyed === undefined) {
    return before.slice(0, after.length).map((_, index) => [index, index] as const);
  }
  const places = new Map([...keyed.after.keys()].map((name, index) => [name, index]));
  return [...keyed.before.keys()].flatMap((name, index) => {
    const other = places.get(name);
    return other === undefined ? [] : [[index, other] as const];
  });
}
