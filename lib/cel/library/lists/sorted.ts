import { orderValues } from "../../evaluate/order.ts";
import { valueTypeName, typeOf } from "../../evaluate/value-type.ts";
import { CelFailure } from "../../model/expression.ts";
import type { CelList, CelValue } from "../../model/value.ts";
import { eachEntry, celList } from "../../model/list.ts";

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
