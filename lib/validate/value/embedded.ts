import { typeName } from "../../manifest/validation/object-fault.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "../../object/json.ts";
import type { FieldFault, FieldPath, FieldStep } from "../model/field-fault.ts";
import type { Schema } from "../model/schema.ts";
import { mapFields, mapItems } from "./copy-on-write.ts";
import { metaFaults } from "./meta-faults.ts";
import { coerceMeta } from "./object-meta.ts";

/** A value whose embedded resources have metadata as the API server decodes it. */
export interface CoercedValue {
  readonly value: JsonValue;
  readonly unknown: readonly FieldPath[];
  readonly faults: readonly FieldFault[];
}

/**
 * Returns the value with the metadata of the resources embedded in it (`x-kubernetes-embedded-resource`) as
 * the API server decodes it. The schema determines whether the value itself is one. Complexity: linear.
 */
export function coerceEmbedded(value: JsonValue, schema: Schema): CoercedValue {
  const walk: Coercion = { path: [], unknown: [], faults: [] };
  return { value: coerce(value, schema, walk), unknown: walk.unknown, faults: walk.faults };
}

interface Coercion {
  readonly path: FieldStep[];
  readonly unknown: FieldPath[];
  readonly faults: FieldFault[];
}

function coerce(value: JsonValue, schema: Schema | undefined, walk: Coercion): JsonValue {
  if (schema === undefined || !embeds(schema)) {
    return value;
  }
  if (isArray(value)) {
    return mapItems(value, (item, index) => visitBelow(index, walk, () => coerce(item, schema.items, walk)));
  }
  if (!isObject(value)) {
    return value;
  }
  return mapFields(value, (name, part) => {
    if (schema.embeddedResource && name === "metadata") {
      return coerceMetaField(part, walk);
    }
    if (schema.embeddedResource && (name === "apiVersion" || name === "kind") && typeof part !== "string") {
      walk.faults.push(invalid([...walk.path, name], `must be a string, is ${typeName(part)}`));
      return part;
    }
    const [step, below] = belowOf(schema, name);
    return visitBelow(step, walk, () => coerce(part, below, walk));
  });
}

function coerceMetaField(value: JsonValue, walk: Coercion): JsonValue {
  const coerced = coerceMeta(value, [...walk.path, "metadata"]);
  walk.unknown.push(...coerced.unknown);
  walk.faults.push(...coerced.faults);
  return coerced.value;
}

/**
 * Validates the resources embedded in a value as Kubernetes 1.`minor` does: their type and their metadata.
 * Complexity: linear.
 */
export function embeddedFaults(value: JsonValue, schema: Schema, minor: number): readonly FieldFault[] {
  const walk: Search = { path: [], faults: [], minor };
  search(value, schema, walk);
  return walk.faults;
}

interface Search {
  readonly minor: number;
  readonly path: FieldStep[];
  readonly faults: FieldFault[];
}

function search(value: JsonValue, schema: Schema | undefined, walk: Search): void {
  if (schema === undefined || !embeds(schema)) {
    return;
  }
  if (isArray(value)) {
    for (const [index, item] of value.entries()) {
      visitBelow(index, walk, () => search(item, schema.items, walk));
    }
  } else if (isObject(value)) {
    if (schema.embeddedResource) {
      walk.faults.push(...resourceFaults(value, walk));
    }
    for (const [name, part] of Object.entries(value)) {
      const [step, below] = belowOf(schema, name);
      visitBelow(step, walk, () => search(part, below, walk));
    }
  }
}

function resourceFaults(value: JsonObject, { path, minor }: Search): readonly FieldFault[] {
  const metadata = Object.hasOwn(value, "metadata") ? (value["metadata"] ?? null) : undefined;
  return [
    ...typeFaults(value, path, { name: "apiVersion", refusal: apiVersionRefusal }),
    ...typeFaults(value, path, { name: "kind", refusal: kindRefusal }),
    ...(metadata === undefined ? [] : metaFaults(metadata, [...path, "metadata"], minor)),
  ];
}

interface TypeField {
  readonly name: string;
  readonly refusal: (text: string) => string | undefined;
}

function typeFaults(value: JsonObject, path: FieldPath, { name, refusal }: TypeField): readonly FieldFault[] {
  const at = [...path, name];
  if (!Object.hasOwn(value, name)) {
    return [{ reason: "FieldValueRequired", path: at, message: "is required" }];
  }
  const text = value[name] ?? null;
  const message = typeof text === "string" ? refusal(text) : `must be a string, is ${typeName(text)}`;
  return message === undefined ? [] : [invalid(at, message)];
}

function apiVersionRefusal(text: string): string | undefined {
  if (text === "") {
    return "may not be empty";
  }
  return text !== "/" && text.split("/").length > 2
    ? "must be a version, or a group and a version: apps/v1"
    : undefined;
}

function kindRefusal(text: string): string | undefined {
  if (text === "") {
    return "may not be empty";
  }
  return text.length <= 63 && /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/.test(text.toLowerCase())
    ? undefined
    : "must be letters, digits and `-`, at most 63, with a letter in front and a letter or digit at the end";
}

function invalid(path: FieldPath, message: string): FieldFault {
  return { reason: "FieldValueInvalid", path, message };
}

/** Returns the schema below a field, and the API server's step to it: the keys of a map are in brackets. */
function belowOf(schema: Schema, name: string): readonly [FieldStep, Schema | undefined] {
  const known = schema.properties?.get(name);
  if (known !== undefined) {
    return [name, known];
  }
  const values = schema.additionalProperties;
  return [{ key: name }, typeof values === "object" ? values : undefined];
}

function visitBelow<Result>(
  step: FieldStep,
  { path }: { readonly path: FieldStep[] },
  visit: () => Result,
): Result {
  path.push(step);
  const result = visit();
  path.pop();
  return result;
}

const embedding = new WeakMap<Schema, boolean>();

/**
 * Reports whether a resource may be embedded in values of the schema: most have none, and need not be walked.
 */
function embeds(schema: Schema): boolean {
  const known = embedding.get(schema);
  if (known !== undefined) {
    return known;
  }
  const { additionalProperties, items } = schema;
  const below = [
    ...(schema.properties?.values() ?? []),
    ...(typeof additionalProperties === "object" ? [additionalProperties] : []),
    ...(items === undefined ? [] : [items]),
  ];
  const found = schema.embeddedResource || below.some(embeds);
  embedding.set(schema, found);
  return found;
}
