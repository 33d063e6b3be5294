import { entries, field, isObject, type JsonObject, objectField } from "../../object/json.ts";
import type { FieldStep } from "../model/field-fault.ts";
import { readSchema, type Schema } from "../model/schema.ts";

/** A schema within another, and the path to it. */
export interface Subschema {
  readonly schema: Schema;
  readonly steps: readonly FieldStep[];
}

/** Shared, since most schemas have none of most kinds. */
const none: readonly Subschema[] = [];

const listNames = ["allOf", "oneOf", "anyOf"] as const;

/** Returns the schemas of conditions on the same value: under `not`, `allOf`, `oneOf`, `anyOf`. */
export function junctors(schema: Schema): readonly Subschema[] {
  const { not, allOf, oneOf, anyOf } = schema;
  if (not === undefined && allOf.length + oneOf.length + anyOf.length === 0) {
    return none;
  }
  const found: Subschema[] = not === undefined ? [] : [{ schema: not, steps: ["not"] }];
  for (const name of listNames) {
    for (const [index, one] of schema[name].entries()) {
      found.push({ schema: one, steps: [name, index] });
    }
  }
  return found;
}

/** Returns the schemas of parts of the value: under `properties`, `items`, `additionalProperties`. */
export function parts(schema: Schema): readonly Subschema[] {
  const { items, properties, additionalProperties } = schema;
  if (items === undefined && properties === undefined && typeof additionalProperties !== "object") {
    return none;
  }
  const found: Subschema[] = [];
  for (const [key, one] of properties ?? []) {
    found.push({ schema: one, steps: ["properties", { key }] });
  }
  if (items !== undefined) {
    found.push({ schema: items, steps: ["items"] });
  }
  if (typeof additionalProperties === "object") {
    found.push({ schema: additionalProperties, steps: ["additionalProperties"] });
  }
  return found;
}

/**
 * Returns the schemas in places that are forbidden in structural schemas, as far as the API server visits
 * them.
 */
export function strays(schema: Schema): readonly Subschema[] {
  const { raw, tupleItems = [] } = schema;
  if (tupleItems.length === 0 && !isWritten(schema, "definitions") && !isWritten(schema, "dependencies")) {
    return none;
  }
  return [
    ...tupleItems.map((one, index) => ({ schema: one, steps: ["items", index] })),
    ...mapped(raw, "definitions"),
    ...mapped(raw, "dependencies"),
  ];
}

/** Reports whether the predicate holds for a schema or any schema below it. Complexity: linear. */
export function someSchema(schema: Schema, isSuch: (schema: Schema) => boolean): boolean {
  return (
    isSuch(schema) ||
    [...parts(schema), ...junctors(schema), ...strays(schema), ...unseen(schema)].some((one) =>
      someSchema(one.schema, isSuch),
    )
  );
}

/** Returns the schemas that the API server does not check for faults. */
function unseen({ raw }: Schema): readonly Subschema[] {
  const additional = field(raw, "additionalItems");
  return [
    ...mapped(raw, "patternProperties"),
    ...(isObject(additional) ? [{ schema: readSchema(additional), steps: ["additionalItems"] }] : []),
  ];
}

function mapped(raw: JsonObject, name: string): readonly Subschema[] {
  return Object.entries(objectField(raw, name)).flatMap(([key, value]) =>
    isObject(value) ? [{ schema: readSchema(value), steps: [name, { key }] }] : [],
  );
}

/** Reports whether a field of a schema is present and not null. */
export function isWritten(schema: Schema, name: string): boolean {
  return (field(schema.raw, name) ?? null) !== null;
}

/** Reports whether a field of a schema is present and not empty: a string, an entry, a field, or true. */
export function isFilled({ raw }: Schema, name: string): boolean {
  const found = field(raw, name) ?? null;
  if (typeof found === "object") {
    return isObject(found) ? Object.keys(found).length > 0 : entries(found).length > 0;
  }
  return found !== "" && found !== false;
}
