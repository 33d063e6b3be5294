import type { CelList, CelValue } from "./value.ts";

/** Returns a list of those entries, which must not change. */
export function celList(entries: readonly CelValue[]): CelList {
  return new ListView(entries, entries.length);
}

/** Yields the entries of a list in order. */
export function* eachEntry(list: CelList): Iterable<CelValue> {
  for (let index = 0; index < list.size; index += 1) {
    yield list.at(index);
  }
}

/** The first entries of an array that others may append to. */
class ListView implements CelList {
  readonly tag = "list";
  readonly size: number;
  readonly entries: readonly CelValue[];

  constructor(entries: readonly CelValue[], size: number) {
    this.entries = entries;
    this.size = size;
  }

  readonly at = (index: number): CelValue => this.entries[index] ?? null;
}
