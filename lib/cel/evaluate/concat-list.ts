import { type CelList, type CelValue, type ListIdentity, celList, eachEntry } from "../model/value.ts";
import { entryKey } from "./entry-key.ts";

/** Lists up to this size are copied when they are concatenated; longer ones are joined without being read. */
const copied = 64;

/**
 * Concatenates two lists. A list with an identity of entries keeps it, as Kubernetes merges them: to a set
 * the new entries are appended, in a map entries with known keys are replaced in place. Complexity: appending
 * entry by entry in a loop is linear overall; a sum of sums takes no more memory than its text.
 */
export function appendList(left: CelList, right: CelList): CelList {
  if (left.identity !== undefined) {
    return mergeList(left, right, left.identity);
  }
  if (left.size === 0 || right.size === 0) {
    return left.size === 0 ? right : left;
  }
  if (left instanceof GrowingList && right.size <= copied) {
    return left.with(right);
  }
  if (left.size <= copied && right.size <= copied) {
    return new GrowingList([...eachEntry(left)], left.size).with(right);
  }
  return new JoinedList(left, right);
}

/**
 * The first entries of an array that is shared with the lists made from it: only the longest of them appends
 * in place.
 */
class GrowingList implements CelList {
  readonly tag = "list";
  readonly size: number;
  readonly #entries: CelValue[];

  constructor(entries: CelValue[], size: number) {
    this.#entries = entries;
    this.size = size;
  }

  readonly at = (index: number): CelValue => this.#entries[index] ?? null;

  with(right: CelList): CelList {
    if (this.#entries.length !== this.size) {
      return new JoinedList(this, right);
    }
    for (let index = 0; index < right.size; index += 1) {
      this.#entries.push(right.at(index));
    }
    return new GrowingList(this.#entries, this.#entries.length);
  }
}

class JoinedList implements CelList {
  readonly tag = "list";
  readonly size: number;
  readonly left: CelList;
  readonly right: CelList;

  constructor(left: CelList, right: CelList) {
    this.left = left;
    this.right = right;
    // Repeated doubling exceeds the countable size; the cost of traversing it ends the evaluation long
    // before.
    this.size = Math.min(left.size + right.size, Number.MAX_SAFE_INTEGER);
  }

  readonly at = (index: number): CelValue => {
    let rest = index;
    let place = index < this.left.size ? this.left : this.right;
    rest -= index < this.left.size ? 0 : this.left.size;
    while (place instanceof JoinedList) {
      if (rest < place.left.size) {
        place = place.left;
      } else {
        rest -= place.left.size;
        place = place.right;
      }
    }
    return place.at(rest);
  };
}

function mergeList(left: CelList, right: CelList, identity: ListIdentity): CelList {
  const merged = [...eachEntry(left)];
  const places = new Map(merged.map((entry, index) => [entryKey(entry, identity), index]));
  for (const entry of eachEntry(right)) {
    const key = entryKey(entry, identity);
    const place = places.get(key);
    if (place === undefined) {
      places.set(key, merged.length);
      merged.push(entry);
    } else if (identity.kind === "map") {
      merged[place] = entry;
    }
  }
  const { size, at } = celList(merged);
  return { tag: "list", size, at, identity };
}
