import { junctors, parts, strays } from "../schema/subschemas.ts";
import type { Schema } from "../model/schema.ts";

const found = new WeakMap<Schema, boolean>();

/**
 * Reports whether a schema or any schema below it has rules. Complexity: linear the first time, then
 * constant.
 */
export function hasRules(schema: Schema): boolean {
  const known = found.get(schema);
  if (known !== undefined) {
    return known;
  }
  let has = schema.rules.length > 0;
  // Visits every part, without stopping at the first with rules, so that none is visited twice.
  for (const { schema: below } of [...parts(schema), ...junctors(schema), ...strays(schema)]) {
    has = hasRules(below) || has;
  }
  found.set(schema, has);
  return has;
}
