import type { CelKey, CelMap, CelValue } from "../model/value.ts";
import { keyText } from "./entry-key.ts";

/** Returns a map of those entries; the last one of several with the same key counts. */
export function celMap(entries: Iterable<readonly [CelKey, CelValue]>): CelMap {
  const found = new Map<string, readonly [CelKey, CelValue]>();
  for (const entry of entries) {
    found.set(keyText(entry[0]) ?? "", entry);
  }
  return {
    tag: "map",
    size: found.size,
    get: (key) => found.get(keyText(key) ?? "")?.[1],
    keys: () => [...found.values()].map(([key]) => key),
  };
}
