import { orderValues } from "../../evaluate/order.ts";
import { valueTypeName, typeOf } from "../../evaluate/value-type.ts";
import { CelFailure } from "../../model/expression.ts";
import { type CelList, type CelValue, eachEntry, celList } from "../../model/value.ts";
import {
  aBool,
  aDouble,
  aDuration,
  anInt,
  aString,
  aTimestamp,
  aUint,
  someBytes,
  type Parameter,
} from "../../signature/signature.ts";
import { outOfBudget } from "../../evaluate/evaluation-abort.ts";
import { isList } from "../../model/value-kind.ts";
import { sameValue } from "../../evaluate/equality.ts";

/** Sorts the list by keys, one for each entry. The sort is stable. Complexity: O(n log n). */
export function sortedBy(list: CelList, keys: CelList): CelList | CelFailure {
  if (list.size !== keys.size) {
    return new CelFailure(
      `@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got ${list.size} and ${keys.size} elements respectively`,
    );
  }
  if (list.size === 0) {
    return list;
  }
  const ordered = [...eachEntry(keys)].map((key, index) => ({ key, index }));
  const [first] = ordered;
  if (first === undefined || orderValues(first.key, first.key) === undefined) {
    return new CelFailure("list elements must be comparable");
  }
  const name = valueTypeName(typeOf(first.key));
  if (ordered.some(({ key }) => valueTypeName(typeOf(key)) !== name)) {
    return new CelFailure("list elements must have the same type");
  }
  const sorted = ordered.length > fewEntries ? ordered.toSorted(orderOf) : insertionSorted(ordered);
  return celList(sorted.map(({ index }) => list.at(index)));
}

interface Keyed {
  readonly key: CelValue;
  readonly index: number;
}

/**
 * Up to this many entries Go uses insertion sort, which is visible if a key is NaN: it has no order, and
 * separates the entries around it.
 */
const fewEntries = 12;

function insertionSorted(entries: readonly Keyed[]): readonly Keyed[] {
  const sorted: Keyed[] = [];
  for (const entry of entries) {
    const place = sorted.findLastIndex((other) => orderOf(entry, other) >= 0);
    sorted.splice(place + 1, 0, entry);
  }
  return sorted;
}

function orderOf(left: Keyed, right: Keyed): number {
  const order = orderValues(left.key, right.key);
  return typeof order === "number" ? order : 0;
}

/**
 * The types with an order, as function ids name them, in the order in which a call without types tries them.
 */
export const orderedParameters: readonly { readonly name: string; readonly parameter: Parameter }[] = [
  { name: "int", parameter: anInt },
  { name: "uint", parameter: aUint },
  { name: "double", parameter: aDouble },
  { name: "bool", parameter: aBool },
  { name: "duration", parameter: aDuration },
  { name: "timestamp", parameter: aTimestamp },
  { name: "string", parameter: aString },
  { name: "bytes", parameter: someBytes },
];

/** The maximum size; no value within the cost of an expression has more entries. */
const mostEntries = 10_000_000;

/** Flattens nested lists, down to that many levels. */
export function flattened(list: CelList, depth: bigint): CelList | CelFailure {
  if (depth < 0n) {
    return new CelFailure("level must be non-negative");
  }
  const found: CelValue[] = [];
  // An explicit stack: the open lists, and the position in each.
  const open: { readonly list: CelList; next: number }[] = [{ list, next: 0 }];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    if (top.next === top.list.size) {
      open.pop();
      continue;
    }
    const entry = top.list.at(top.next);
    top.next += 1;
    if (isList(entry) && BigInt(open.length) <= depth) {
      open.push({ list: entry, next: 0 });
    } else if (found.push(entry) > mostEntries) {
      return outOfBudget;
    }
  }
  return celList(found);
}

/** Returns the first index of the value in the list; -1 if there is none. */
export function firstIndex(list: CelList, value: CelValue): number {
  for (let index = 0; index < list.size; index += 1) {
    if (sameValue(list.at(index), value)) {
      return index;
    }
  }
  return -1;
}

/** Returns the last index of the value in the list; -1 if there is none. */
export function lastIndex(list: CelList, value: CelValue): number {
  for (let index = list.size - 1; index >= 0; index -= 1) {
    if (sameValue(list.at(index), value)) {
      return index;
    }
  }
  return -1;
}

/**
 * The maximum number of comparisons that a function makes. The server's cost limit for one expression allows
 * no more, since each of them costs at least 1.
 */
export const mostComparisons: number = 1_000_000;
