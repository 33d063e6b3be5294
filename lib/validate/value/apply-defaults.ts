import { isArray, isObject, type JsonObject, type JsonValue } from "../../object/json.ts";
import type { Schema } from "../model/schema.ts";
import { mapFields, mapItems, removed, withFields } from "./copy-on-write.ts";

/**
 * Returns the value with the defaults of its schema wherever a field is absent, or null without being
 * nullable; defaults get defaults of their own. Source: Kubernetes documentation, "Custom Resources",
 * defaulting and nullable. Complexity: linear in the result.
 */
export function applyDefaults(value: JsonValue, schema: Schema | undefined): JsonValue {
  if (schema === undefined) {
    return value;
  }
  if (isArray(value)) {
    const { items } = schema;
    return items === undefined ? value : mapItems(value, (item) => defaulted(item, items));
  }
  return isObject(value) ? withDefaults(value, schema) : value;
}

function withDefaults(value: JsonObject, schema: Schema): JsonObject {
  const { properties } = schema;
  const present = mapFields(value, (name, part) => {
    const known = properties?.get(name) ?? valueSchema(schema);
    return known === undefined ? part : defaulted(part, known);
  });
  if (properties === undefined) {
    return present;
  }
  const added: [string, JsonValue][] = [];
  for (const [name, known] of properties) {
    if (hasDefault(known) && !Object.hasOwn(value, name)) {
      added.push([name, applyDefaults(known.default ?? null, known)]);
    }
  }
  return withFields(present, added);
}

/**
 * Defaults a value that is present: replaces a forbidden null by the default, and applies the defaults below.
 */
function defaulted(value: JsonValue, schema: Schema): JsonValue {
  return applyDefaults(isUnwelcomeNull(value, schema) ? (schema.default ?? null) : value, schema);
}

/**
 * Returns the value without the nulls of fields that are neither nullable nor have a default: such a null
 * counts as absent. Items of lists are kept. Complexity: linear.
 */
export function dropNulls(value: JsonValue, schema: Schema | undefined): JsonValue {
  if (isArray(value)) {
    return schema?.items === undefined ? value : mapItems(value, (item) => dropNulls(item, schema.items));
  }
  if (!isObject(value)) {
    return value;
  }
  return mapFields(value, (name, part) => {
    const known = schema?.properties?.get(name) ?? valueSchema(schema);
    if (known === undefined) {
      return part;
    }
    return isUnwelcomeNull(part, known) && !hasDefault(known) ? removed : dropNulls(part, known);
  });
}

function isUnwelcomeNull(value: JsonValue, schema: Schema): boolean {
  return value === null && !schema.nullable;
}

/** A default of null counts as absent. */
function hasDefault(schema: Schema): boolean {
  return schema.default !== undefined && schema.default !== null;
}

function valueSchema(schema: Schema | undefined): Schema | undefined {
  const values = schema?.additionalProperties;
  return typeof values === "object" ? values : undefined;
}
