import type { FieldFault } from "../model/field-fault.ts";
import type { Schema } from "../model/schema.ts";
import { forbidden, invalid, childPath, type FieldPathNode } from "./field-errors.ts";
import { field, type JsonValue } from "../../object/json.ts";

const freely: ReadonlySet<string> = new Set(["type", "default", "properties"]);
const nameable: ReadonlySet<string> = new Set(["name", "generateName"]);

/**
 * Finds what a schema must not specify about `kind`, `apiVersion` and `metadata` at the root of a version,
 * and of an embedded resource. Only the names in `metadata` may be restricted, and only at the root.
 */
export function metadataSchemaFaults(
  schema: Schema,
  trail: FieldPathNode,
  isRoot: boolean,
): readonly FieldFault[] {
  const { properties } = schema;
  if (properties === undefined || !(isRoot || schema.embeddedResource)) {
    return [];
  }
  const found: FieldFault[] = [];
  for (const [key, type] of metaTypes) {
    const one = properties.get(key);
    if (one !== undefined && one.type !== type) {
      found.push(invalid(childPath(trail, "properties", { key }, "type"), `must be ${type}`));
    }
  }
  const metadata = properties.get("metadata");
  if (isRoot && metadata !== undefined && !isOnlyNames(metadata)) {
    const message =
      "must not specify anything other than name and generateName: metadata is implicitly specified";
    found.push(forbidden(childPath(trail, "properties", { key: "metadata" }), message));
  }
  return found;
}

const metaTypes = [
  ["kind", "string"],
  ["apiVersion", "string"],
  ["metadata", "object"],
] as const;

function isOnlyNames(metadata: Schema): boolean {
  const isFree = [...(metadata.properties?.keys() ?? [])].every((key) => nameable.has(key));
  return isFree && metadata.additionalProperties === undefined && saysNothingElse(metadata, freely);
}

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
function saysNothingElse({ raw }: Schema, apart: ReadonlySet<string>): boolean {
  return (
    counting.every((name) => apart.has(name) || (field(raw, name) ?? null) === null) &&
    [...emptiable, "type"].every((name) => apart.has(name) || isEmpty(field(raw, name) ?? null))
  );
}

function isEmpty(value: JsonValue): boolean {
  return value === null || value === "" || value === false || (Array.isArray(value) && value.length === 0);
}
