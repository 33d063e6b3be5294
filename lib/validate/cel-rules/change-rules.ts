import { isArray, isObject, type JsonValue } from "../../object/json.ts";
import type { Schema } from "../model/schema.ts";

const known = new WeakMap<Schema, boolean>();

/**
 * Reports whether a schema has transition rules, which compare the value with the old one. Complexity:
 * O(schema), once each.
 */
export function hasChangeRules(schema: Schema): boolean {
  const found = known.get(schema) ?? mentionsOldSelf(schema.raw);
  known.set(schema, found);
  return found;
}

function mentionsOldSelf(root: JsonValue): boolean {
  const open: JsonValue[] = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === "string" && /\boldSelf\b/.test(value)) {
      return true;
    }
    if (isArray(value) || isObject(value)) {
      open.push(...Object.values(value));
    }
  }
  return false;
}
