import { isMap } from "../model/value-kind.ts";
import { type FunctionDeclaration, CelFailure } from "../model/expression.ts";
import { mapOf, parameter, type CelType } from "../model/type.ts";
import { type CelMap, UnsignedInt, type CelKey, type CelValue } from "../model/value.ts";
import { anything, plain, type Parameter } from "../signature/signature.ts";
import { isKey, keyText } from "../evaluate/entry-key.ts";

const mapKV: CelType = mapOf(parameter("K"), parameter("V"));
const aMap: Parameter<CelMap> = { type: mapKV, accepts: isMap };

/** The functions behind the two-variable macros: `transformMap` collects its result entry by entry. */
export const twoVariableFunctions: readonly FunctionDeclaration[] = [
  {
    name: "cel.@mapInsert",
    overloads: [
      plain({
        id: "@mapInsert_map_key_value",
        parameters: [aMap, anything("K"), anything("V")],
        result: mapKV,
        call: inserted,
      }),
      plain({ id: "@mapInsert_map_map", parameters: [aMap, aMap], result: mapKV, call: insertedAll }),
    ],
  },
];

/**
 * Returns the map with one more entry; a failure if it already has that key. Complexity: O(1) for the most
 * recent map of a chain that grew from each other, so that a loop is linear; else O(n).
 */
function inserted(map: CelMap, key: CelValue, value: CelValue): CelMap | CelFailure {
  const text = keyText(key);
  if (!isKey(key) || text === undefined) {
    return new CelFailure("unsupported key type");
  }
  const growing = map instanceof GrowingMap ? map : copied(map);
  return growing.with(text, { index: growing.size, key, value });
}

/** Returns the map with all entries of another one; a failure if they share a key. */
function insertedAll(map: CelMap, more: CelMap): CelMap | CelFailure {
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
  /** The number of entries before it. */
  readonly index: number;
  readonly key: CelKey;
  readonly value: CelValue;
}

/**
 * The first entries of a table that is shared with the maps made from it: only the longest of them adds an
 * entry in place.
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
