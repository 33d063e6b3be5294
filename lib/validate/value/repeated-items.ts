import {
  field,
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "../../object/json.ts";
import type { FieldFault, FieldPath, FieldStep } from "../model/field-fault.ts";
import type { Schema } from "../model/schema.ts";

/**
 * Finds duplicate items in lists of type `set` and `map` (`x-kubernetes-list-type`). Each is reported once,
 * at its second occurrence; values of the wrong type are skipped, except items of a map that are not objects.
 * Source: Kubernetes documentation, "Server-Side Apply", merge strategy. Complexity: linear, times the
 * logarithm for items that are objects.
 */
export function repeatedItemFaults(value: JsonValue, schema: Schema): readonly FieldFault[] {
  const walk: Walk = { path: [], faults: [] };
  if (isObject(value)) {
    visit(value, schema, walk);
  }
  return walk.faults;
}

interface Walk {
  readonly path: FieldStep[];
  readonly faults: FieldFault[];
}

function visit(value: JsonValue, schema: Schema, walk: Walk): void {
  if (isArray(value)) {
    visitList(value, schema, walk);
  } else if (isObject(value)) {
    visitFields(value, schema, walk);
  }
}

/** A named field is also checked as an entry of the map, if the schema has both. */
function visitFields(value: JsonObject, { properties, additionalProperties }: Schema, walk: Walk): void {
  for (const [name, part] of Object.entries(value)) {
    if (typeof additionalProperties === "object") {
      visitBelow({ key: name }, walk, () => visit(part, additionalProperties, walk));
    }
    const known = properties?.get(name);
    if (known !== undefined) {
      visitBelow(name, walk, () => visit(part, known, walk));
    }
  }
}

function visitList(value: JsonArray, schema: Schema, walk: Walk): void {
  if (schema.listType === "set") {
    addRepeated(value.map(canonicalText), walk, "is in the set already");
  } else if (schema.listType === "map") {
    addRepeatedKeys(value, schema, walk);
  }
  const { items } = schema;
  if (items !== undefined) {
    for (const [index, item] of value.entries()) {
      visitBelow(index, walk, () => visit(item, items, walk));
    }
  }
}

function addRepeatedKeys(value: JsonArray, { listMapKeys }: Schema, walk: Walk): void {
  const odd = value.findIndex((item) => item !== null && !isObject(item));
  if (odd !== -1) {
    const path: FieldPath = [...walk.path, odd];
    walk.faults.push({
      reason: "FieldValueInvalid",
      path,
      message: "must be a mapping, with the keys of the list",
    });
    return;
  }
  const keys = value.map((item) => keysText(item, listMapKeys));
  addRepeated(keys, walk, `has the same ${listMapKeys.join(" and ")} as an item before it`);
}

/** Returns the keys that an item has; an absent one differs from null. */
function keysText(item: JsonValue, keys: readonly string[]): string {
  return keys
    .map((key) => {
      const value = field(item, key);
      return value === undefined ? "" : canonicalText(value);
    })
    .join(",");
}

function addRepeated(texts: readonly string[], walk: Walk, message: string): void {
  const times = new Map<string, number>();
  for (const [index, text] of texts.entries()) {
    const before = times.get(text) ?? 0;
    times.set(text, before + 1);
    if (before === 1) {
      walk.faults.push({ reason: "FieldValueDuplicate", path: [...walk.path, index], message });
    }
  }
}

function visitBelow(step: FieldStep, walk: Walk, below: () => void): void {
  walk.path.push(step);
  below();
  walk.path.pop();
}

/**
 * Returns the text that identifies an item of a list of type `map`: the values of its keys, which must all be
 * present and be scalars; undefined if they are not.
 */
export function mapKeyOf(item: JsonValue, keys: readonly string[]): string | undefined {
  if (!isObject(item)) {
    return undefined;
  }
  const parts: string[] = [];
  for (const key of keys) {
    const value = field(item, key);
    if (value === undefined || typeof value === "object") {
      return undefined;
    }
    parts.push(scalarText(value));
  }
  return parts.join(",");
}

/**
 * Returns a value as text: equal values have equal text, whatever the order of their fields. Complexity: O(n
 * log n).
 */
export function canonicalText(value: JsonValue): string {
  if (typeof value !== "object" || value === null) {
    return value === null ? "null" : scalarText(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map(canonicalText).join(",")}]`;
  }
  const fields = Object.entries(value)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, part]) => `${JSON.stringify(name)}:${canonicalText(part)}`);
  return `{${fields.join(",")}}`;
}

function scalarText(value: string | number | bigint | boolean): string {
  if (typeof value === "string") {
    return JSON.stringify(value);
  }
  // -0 is 0, and a large integer is the same whether it is kept as a double or not.
  return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}
