import type { Schema } from "../model/schema.ts";
import { isFilled, isWritten, junctors, parts } from "./subschemas.ts";

const unsupportedNames = [
  "id",
  "$schema",
  "$ref",
  "patternProperties",
  "dependencies",
  "definitions",
] as const;

/**
 * Returns a field, of a schema or one below it, that prevents reading it as a structural schema at all;
 * undefined if there is none. Complexity: linear.
 */
export function unsupportedField(schema: Schema): string | undefined {
  const own = ownField(schema);
  if (own !== undefined) {
    return own;
  }
  for (const one of [...parts(schema), ...junctors(schema)]) {
    const below = unsupportedField(one.schema);
    if (below !== undefined) {
      return below;
    }
  }
  return undefined;
}

function ownField(schema: Schema): string | undefined {
  const { tupleItems = [], preserveUnknownFields } = schema;
  if (isWritten(schema, "additionalItems")) {
    return "additionalItems";
  }
  if (tupleItems.length > 0) {
    return "items";
  }
  return preserveUnknownFields === false
    ? "x-kubernetes-preserve-unknown-fields"
    : unsupportedNames.find((name) => isFilled(schema, name));
}
