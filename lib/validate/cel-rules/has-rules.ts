import { junctors, parts, strays } from "../schema/subschemas.ts";
import type { Schema } from "../model/schema.ts";
import { isArray, isObject, type JsonValue } from "../../object/json.ts";

const knownSchemas = new WeakMap<Schema, boolean>();

/**
 * Reports whether a schema or any schema below it has rules. Complexity: linear the first time, then
 * constant.
 */
export function hasRules(schema: Schema): boolean {
  const known = knownSchemas.get(schema);
  if (known !== undefined) {
    return known;
  }
  let has = schema.rules.length > 0;
  // Visits every part, without stopping at the first with rules, so that none is visited twice.
  for (const { schema: below } of [...parts(schema), ...junctors(schema), ...strays(schema)]) {
    has = hasRules(below) || has;
  }
  knownSchemas.set(schema, has);
  return has;
}

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
