import type { JsonArray, JsonObject, JsonValue } from "../../object/json.ts";

/** Returned to {@link mapFields} to remove the field. */
export const removed: unique symbol = Symbol("without");

/** Returns the new value of a field. */
export type ValueChange = (name: string, value: JsonValue) => JsonValue | typeof removed;

/** Returns the object with every field changed or removed; the object itself if nothing changed. */
export function mapFields(value: JsonObject, change: ValueChange): JsonObject {
  let changes: Map<string, JsonValue | typeof removed> | undefined;
  for (const name of Object.keys(value)) {
    const part = value[name] ?? null;
    const changed = change(name, part);
    if (changed !== part) {
      changes ??= new Map();
      changes.set(name, changed);
    }
  }
  return changes === undefined ? value : withChanges(value, changes);
}

function withChanges(
  value: JsonObject,
  changes: ReadonlyMap<string, JsonValue | typeof removed>,
): JsonObject {
  const fields: [string, JsonValue][] = [];
  for (const [name, part] of Object.entries(value)) {
    const changed = changes.get(name) ?? (changes.has(name) ? null : part);
    if (changed !== removed) {
      fields.push([name, changed]);
    }
  }
  return Object.fromEntries(fields);
}

/** Returns the list with every item changed; the list itself if nothing changed. */
export function mapItems(value: JsonArray, change: (item: JsonValue, index: number) => JsonValue): JsonArray {
  let changed: JsonValue[] | undefined;
  for (const [index, item] of value.entries()) {
    const next = change(item, index);
    if (next !== item) {
      changed ??= [...value];
      changed[index] = next;
    }
  }
  return changed ?? value;
}

/** Returns the object with these fields set: in place, or after the others. */
export function withFields(value: JsonObject, fields: readonly (readonly [string, JsonValue])[]): JsonObject {
  return fields.length === 0 ? value : Object.fromEntries([...Object.entries(value), ...fields]);
}
