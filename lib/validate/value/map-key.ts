import { field, isObject, type JsonValue } from "../../object/json.ts";

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
