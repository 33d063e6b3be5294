import { type JsonValue, isArray, isObject, type JsonObject, field } from "../../object/json.ts";
import type { CelValue } from "./value.ts";

/**
 * Returns a JSON value as expressions see it without a schema: whole numbers are ints, objects are maps, null
 * is null.
 */
export function plainValue(value: JsonValue): CelValue {
  if (typeof value === "number") {
    return Number.isInteger(value) ? BigInt(value) : value;
  }
  if (isArray(value)) {
    return { tag: "list", size: value.length, at: (index) => plainValue(value[index] ?? null) };
  }
  return isObject(value) ? plainMap(value) : value;
}

function plainMap(value: JsonObject): CelValue {
  const names = Object.keys(value);
  return {
    tag: "map",
    size: names.length,
    get: (key) => {
      const found = typeof key === "string" ? field(value, key) : undefined;
      return found === undefined ? undefined : plainValue(found);
    },
    keys: () => names,
  };
}
