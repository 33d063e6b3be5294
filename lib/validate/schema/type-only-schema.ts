import { field, type JsonValue } from "../../object/json.ts";
import type { Schema } from "../model/schema.ts";

/** Fields of a schema that count unless they are null, even if empty. */
const counting = [
  "maximum",
  "minimum",
  "maxLength",
  "minLength",
  "maxItems",
  "minItems",
  "multipleOf",
  "maxProperties",
  "minProperties",
  "not",
  "default",
  "example",
  "externalDocs",
  "properties",
  "required",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-list-type",
  "x-kubernetes-map-type",
  "x-kubernetes-validations",
] as const;

/** Fields of a schema that count as absent if they are empty or false. */
const emptiable = [
  "description",
  "title",
  "format",
  "pattern",
  "exclusiveMaximum",
  "exclusiveMinimum",
  "uniqueItems",
  "nullable",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-embedded-resource",
  "x-kubernetes-int-or-string",
  "additionalProperties",
  "enum",
  "allOf",
  "oneOf",
  "anyOf",
  "items",
] as const;

/** Reports whether a schema consists of that type and nothing else. */
export function isOnlyType(schema: Schema, type: string): boolean {
  return (schema.type ?? "") === type && saysNothingElse(schema, new Set(["type"]));
}

/**
 * Reports whether a schema is empty apart from these fields. Fields that schemas do not have do not count.
 */
export function saysNothingElse({ raw }: Schema, apart: ReadonlySet<string>): boolean {
  return (
    counting.every((name) => apart.has(name) || (field(raw, name) ?? null) === null) &&
    [...emptiable, "type"].every((name) => apart.has(name) || isEmpty(field(raw, name) ?? null))
  );
}

function isEmpty(value: JsonValue): boolean {
  return value === null || value === "" || value === false || (Array.isArray(value) && value.length === 0);
}
