import { isArray, isObject, type JsonArray, type JsonObject, type JsonValue } from "../../object/json.ts";
import { type FieldPath, type FieldStep, sortFieldPaths } from "../model/field-fault.ts";
import type { Schema } from "../model/schema.ts";
import { mapFields, mapItems, removed } from "./copy-on-write.ts";

/** A value without the fields that its schema does not know, and the paths of those. */
export interface Pruned {
  readonly value: JsonValue;
  /** In the order of their formatted paths. */
  readonly unknown: readonly FieldPath[];
}

/** The fields of every object, whether or not its schema names them. */
const metaFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/**
 * Returns the value without the fields that its schema does not know; unchanged parts are shared with the
 * value. At the root of a resource `apiVersion`, `kind` and `metadata` are kept, whatever the schema
 * specifies for them. Source: Kubernetes documentation, "Custom Resources", field pruning. Complexity:
 * linear; depth is that of a document.
 */
export function pruneValue(
  value: JsonValue,
  schema: Schema,
  { isResourceRoot }: { readonly isResourceRoot: boolean },
): Pruned {
  const root = isResourceRoot && !schema.embeddedResource ? { ...schema, embeddedResource: true } : schema;
  const walk: Walk = { path: [], unknown: [] };
  const pruned = prune(value, root, walk);
  return { value: pruned, unknown: sortFieldPaths(walk.unknown) };
}

interface Walk {
  /** The path to the current part. */
  readonly path: FieldStep[];
  readonly unknown: FieldPath[];
}

function prune(value: JsonValue, schema: Schema | undefined, walk: Walk): JsonValue {
  if (schema?.preserveUnknownFields === true) {
    return prunePreserved(value, schema, walk);
  }
  if (isArray(value)) {
    return pruneItems(value, walk, (item) => prune(item, schema?.items, walk));
  }
  return isObject(value) ? pruneFields(value, schema, walk) : value;
}

function pruneFields(value: JsonObject, schema: Schema | undefined, walk: Walk): JsonObject {
  const isKept = (name: string): boolean => schema?.embeddedResource === true && metaFields.has(name);
  return mapFields(value, (name, part) => {
    if (isKept(name)) {
      return part;
    }
    const known = schema?.properties?.get(name);
    if (known !== undefined || schema?.additionalProperties !== undefined) {
      return pruneBelow(name, walk, () => prune(part, known ?? valueSchema(schema), walk));
    }
    if (schema === undefined || walk.path.length > 0 || !metaFields.has(name)) {
      walk.unknown.push([...walk.path, name]);
    }
    return removed;
  });
}

/** Prunes a part that preserves unknown fields: only fields that the schema names are visited. */
function prunePreserved(value: JsonValue, schema: Schema, walk: Walk): JsonValue {
  if (isArray(value)) {
    const { items } = schema;
    return items === undefined ? value : pruneItems(value, walk, (item) => prunePreserved(item, items, walk));
  }
  if (!isObject(value)) {
    return value;
  }
  return mapFields(value, (name, part) => {
    if (schema.embeddedResource && metaFields.has(name)) {
      return part;
    }
    const known = schema.properties?.get(name);
    return known !== undefined || schema.additionalProperties !== undefined
      ? pruneBelow(name, walk, () => prune(part, known ?? valueSchema(schema), walk))
      : part;
  });
}

/**
 * Returns the schema of the values of a map; undefined if all values are allowed, in which case they keep no
 * fields.
 */
function valueSchema(schema: Schema | undefined): Schema | undefined {
  const values = schema?.additionalProperties;
  return typeof values === "object" ? values : undefined;
}

function pruneItems(value: JsonArray, walk: Walk, each: (item: JsonValue) => JsonValue): JsonArray {
  return mapItems(value, (item, index) => pruneBelow(index, walk, () => each(item)));
}

function pruneBelow(step: FieldStep, walk: Walk, below: () => JsonValue): JsonValue {
  walk.path.push(step);
  const pruned = below();
  walk.path.pop();
  return pruned;
}
