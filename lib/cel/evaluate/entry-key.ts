import {
  type CelKey,
  type CelValue,
  CelDuration,
  type ListIdentity,
  Timestamp,
  UnsignedInt,
  type CelMap,
} from "../model/value.ts";
import { asMap, isBytes, isCelObject } from "../model/value-kind.ts";

/**
 * Returns a text that two keys of a map share exactly when they are the same key; undefined if the value is
 * not a key. Numbers are identified by their value.
 */
export function keyText(key: CelValue): string | undefined {
  if (typeof key === "string") {
    return `s${key}`;
  }
  if (typeof key === "number") {
    return Number.isInteger(key) ? `n${BigInt(key)}` : undefined;
  }
  if (typeof key === "boolean" || typeof key === "bigint") {
    return typeof key === "boolean" ? `b${key}` : `n${key}`;
  }
  return key instanceof UnsignedInt ? `n${key.value}` : undefined;
}

/** Returns a text that two entries of such a list share exactly when they are the same entry. */
export function entryKey(entry: CelValue, identity: ListIdentity): string {
  if (identity.kind === "set") {
    return scalarText(entry);
  }
  return identity.keys.map((name) => JSON.stringify(scalarText(fieldOf(entry, name)))).join(",");
}

/** Returns the entries of a list by their keys; the last one if several have the same key. */
export function entriesByKey(
  entries: Iterable<CelValue>,
  identity: ListIdentity,
): ReadonlyMap<string, CelValue> {
  const found = new Map<string, CelValue>();
  for (const entry of entries) {
    found.set(entryKey(entry, identity), entry);
  }
  return found;
}

function fieldOf(entry: CelValue, name: string): CelValue {
  return (isCelObject(entry) ? entry.get(name) : asMap(entry)?.get(name)) ?? null;
}

function scalarText(value: CelValue): string {
  if (value instanceof Timestamp) {
    return `t${value.seconds}.${value.nanos}`;
  }
  if (value instanceof CelDuration) {
    return `d${value.nanos}`;
  }
  if (isBytes(value)) {
    return `y${value.join(",")}`;
  }
  return keyText(value) ?? `v${typeof value === "number" ? value : "null"}`;
}

/** Reports whether a value may be the key of a map. */
export function isKey(value: CelValue): value is CelKey {
  return (
    typeof value === "string" ||
    typeof value === "boolean" ||
    typeof value === "bigint" ||
    value instanceof UnsignedInt
  );
}

/** Returns a map of those entries; the last one of several with the same key counts. */
export function celMap(entries: Iterable<readonly [CelKey, CelValue]>): CelMap {
  const found = new Map<string, readonly [CelKey, CelValue]>();
  for (const entry of entries) {
    found.set(keyText(entry[0]) ?? "", entry);
  }
  return {
    tag: "map",
    size: found.size,
    literal: true,
    get: (key) => found.get(keyText(key) ?? "")?.[1],
    keys: () => [...found.values()].map(([key]) => key),
  };
}
