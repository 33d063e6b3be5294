import { isArray, isObject, type JsonValue } from "../../object/json.ts";

/** Returns the least number of bytes that a value takes as JSON. Complexity: linear in the value. */
export function leastLength(value: JsonValue): number {
  let length = 0;
  const left: JsonValue[] = [value];
  // One by one: a list may have more entries than a call may have arguments.
  const add = (part: JsonValue): void => {
    left.push(part);
  };
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if (typeof part === "string") {
      length += part.length + 2;
    } else if (isArray(part)) {
      length += part.length + 1;
      part.forEach(add);
    } else if (isObject(part)) {
      const keys = Object.keys(part);
      length += keys.reduce((sum, key) => sum + key.length + 4, 1);
      Object.values(part).forEach(add);
    } else {
      length += 1;
    }
  }
  return length;
}
