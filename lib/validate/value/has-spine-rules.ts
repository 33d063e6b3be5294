import type { Schema } from "../model/schema.ts";

const found = new WeakMap<Schema, boolean>();

/**
 * Reports whether a schema has `x-kubernetes-validations` on its spine: the API server does not look for
 * rules in `allOf`, though it does apply them there once it has found others. Complexity: linear once, then
 * constant.
 */
export function hasSpineRules(schema: Schema): boolean {
  const known = found.get(schema);
  if (known !== undefined) {
    return known;
  }
  const { additionalProperties, items } = schema;
  const has =
    schema.rules.length > 0 ||
    (items !== undefined && hasSpineRules(items)) ||
    (typeof additionalProperties === "object" && hasSpineRules(additionalProperties)) ||
    [...(schema.properties?.values() ?? [])].some(hasSpineRules);
  found.set(schema, has);
  return has;
}
