import { field, isArray, isObject, type JsonArray, type JsonValue, sameJson } from "../../object/json.ts";
import type { Schema } from "../model/schema.ts";
import { mapKeyOf } from "./repeated-items.ts";

/**
 * A part of an object with its old value. The schema determines which parts correspond: fields by their name,
 * items of a list of type `map` by their keys; items of other lists never do.
 */
export interface Correlated {
  readonly value: JsonValue;
  readonly old: JsonValue;
  readonly schema: Schema;
  children?: Map<string | number, Correlated | undefined>;
  /** The old items by their keys. */
  oldItems?: ReadonlyMap<string, JsonValue>;
  isSame?: boolean;
}

/** Returns the pair of a field; undefined if either side lacks it or the schema does not name it. */
export function pairField(pair: Correlated, name: string): Correlated | undefined {
  const known = pair.children?.get(name);
  if (known !== undefined) {
    return known;
  }
  const value = field(pair.value, name);
  const old = field(pair.old, name);
  const schema = pair.schema.properties?.get(name) ?? pair.schema.additionalProperties;
  return value !== undefined && old !== undefined && typeof schema === "object"
    ? remember(pair, name, { value, old, schema })
    : undefined;
}

/** Returns the pair of an item; undefined if the old list has no corresponding one. */
export function pairItem(pair: Correlated, index: number): Correlated | undefined {
  const known = pair.children?.get(index);
  if (known !== undefined) {
    return known;
  }
  const { items } = pair.schema;
  const old = oldItemOf(pair, index);
  if (items === undefined || old === undefined || !isArray(pair.value)) {
    return undefined;
  }
  return remember(pair, index, { value: pair.value[index] ?? null, old, schema: items });
}

/** Returns the old item with the same keys. */
function oldItemOf(pair: Correlated, index: number): JsonValue | undefined {
  const { value, old, schema } = pair;
  if (schema.listType !== "map" || !isArray(value) || !isArray(old)) {
    return undefined;
  }
  pair.oldItems ??= itemsByKey(old, schema);
  const key = mapKeyOf(value[index] ?? null, schema.listMapKeys);
  return key === undefined ? undefined : pair.oldItems.get(key);
}

function remember(pair: Correlated, step: string | number, child: Correlated): Correlated {
  pair.children ??= new Map();
  pair.children.set(step, child);
  return child;
}

function itemsByKey(items: JsonArray, schema: Schema): ReadonlyMap<string, JsonValue> {
  const byKey = new Map<string, JsonValue>();
  if (schema.type !== "array" || schema.listMapKeys.length === 0) {
    return byKey;
  }
  for (const item of items) {
    const key = mapKeyOf(item, schema.listMapKeys);
    if (key !== undefined && !byKey.has(key)) {
      byKey.set(key, item);
    }
  }
  return byKey;
}

/**
 * Reports whether nothing has changed, by the API server's rules: the order of a list of type `map` is
 * ignored, and an object with a field that its schema does not name counts as changed. Complexity: linear
 * once, then constant.
 */
export function isUnchangedValue(pair: Correlated): boolean {
  pair.isSame ??= comparePair(pair);
  return pair.isSame;
}

function comparePair(pair: Correlated): boolean {
  const { value, old } = pair;
  if (isArray(value) && isArray(old)) {
    return compareItems(pair, value, old);
  }
  if (isObject(value) && isObject(old)) {
    const names = Object.keys(value);
    return (
      names.length === Object.keys(old).length &&
      names.every((name) => {
        const child = pairField(pair, name);
        return child !== undefined && isUnchangedValue(child);
      })
    );
  }
  return sameJson(value, old);
}

function compareItems(pair: Correlated, value: JsonArray, old: JsonArray): boolean {
  if (value.length !== old.length) {
    return false;
  }
  if (pair.schema.listType !== "map") {
    return sameJson(value, old);
  }
  return value.every((_, index) => {
    const child = pairItem(pair, index);
    return child !== undefined && isUnchangedValue(child);
  });
}
