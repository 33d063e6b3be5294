import { isKey, keyText } from "../../evaluate/entry-key.ts";
import { UnsignedInt, type CelKey, type CelMap, type CelValue } from "../../model/value.ts";
import { CelFailure } from "../../model/expression.ts";

/**
 * The map with one entry more; a failure where it has that key already. Complexity: O(1) for the map that was
 * made last of those that grow out of each other, so that a loop is linear; else O(n).
 */
export function inserted(map: CelMap, key: CelValue, value: CelValue): CelMap | CelFailure {
  const text = keyText(key);
  if (!isKey(key) || text === undefined) {
    return new CelFailure("unsupported key type");
  }
  const growing = map instanceof GrowingMap ? map : copied(map);
  return growing.with(text, { index: growing.size, key, value });
}

/** The map with all entries of another one; a failure where they share a key. */
export function insertedAll(map: CelMap, more: CelMap): CelMap | CelFailure {
  let result = map;
  for (const key of more.keys()) {
    const next = inserted(result, key, more.get(key) ?? null);
    if (next instanceof CelFailure) {
      return next;
    }
    result = next;
  }
  return result;
}

interface Entry {
  /** How many entries were there before it. */
  readonly index: number;
  readonly key: CelKey;
  readonly value: CelValue;
}

/**
 * The first entries of a table that it shares with the maps made from it: only the longest of them takes one
 * more in place.
 */
class GrowingMap implements CelMap {
  readonly tag = "map";
  readonly size: number;
  readonly #entries: Map<string, Entry>;

  constructor(entries: Map<string, Entry>) {
    this.#entries = entries;
    this.size = entries.size;
  }

  readonly get = (key: CelValue): CelValue | undefined => this.#own(keyText(key) ?? "")?.value;

  readonly keys = (): Iterable<CelKey> => this.#first().map((entry) => entry.key);

  with(text: string, entry: Entry): GrowingMap | CelFailure {
    if (this.#own(text) !== undefined) {
      return new CelFailure(`insert failed: key ${plainKey(entry.key)} already exists`);
    }
    const last = this.#entries.size === this.size;
    const entries = last ? this.#entries : new Map(this.#first().map((one) => [keyText(one.key) ?? "", one]));
    entries.set(text, entry);
    return new GrowingMap(entries);
  }

  #own(text: string): Entry | undefined {
    const entry = this.#entries.get(text);
    return entry !== undefined && entry.index < this.size ? entry : undefined;
  }

  #first(): readonly Entry[] {
    return [...this.#entries.values()].slice(0, this.size);
  }
}

function copied(map: CelMap): GrowingMap {
  const entries = new Map<string, Entry>();
  for (const key of map.keys()) {
    entries.set(keyText(key) ?? "", { index: entries.size, key, value: map.get(key) ?? null });
  }
  return new GrowingMap(entries);
}

function plainKey(key: CelKey): string {
  return String(key instanceof UnsignedInt ? key.value : key);
}
