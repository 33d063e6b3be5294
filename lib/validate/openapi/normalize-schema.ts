import {
  entries,
  field,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  sameJson,
} from "../../object/json.ts";

/** Fields that are published as they are, unless they are empty: false, an empty string, an empty list. */
const plain: ReadonlySet<string> = new Set([
  "type",
  "title",
  "description",
  "format",
  "nullable",
  "pattern",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "uniqueItems",
  "required",
  "externalDocs",
  "x-kubernetes-preserve-unknown-fields",
  "x-kubernetes-embedded-resource",
  "x-kubernetes-int-or-string",
  "x-kubernetes-list-map-keys",
  "x-kubernetes-list-type",
  "x-kubernetes-map-type",
  "x-kubernetes-validations",
]);

/** Fields that are published whatever their value. */
const exact: ReadonlySet<string> = new Set([
  "minimum",
  "maximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "enum",
  "default",
  "example",
]);

const lists: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf"]);
const single: ReadonlySet<string> = new Set(["not", "items", "additionalProperties"]);

/**
 * Returns a schema as the API server keeps it: without empty and unknown fields, and with
 * `x-kubernetes-int-or-string` expanded. Its depth is bounded by that of the document.
 */
export function writtenSchema(raw: JsonObject): JsonObject {
  const kept = Object.entries(raw).flatMap(([name, value]) => {
    const found = writtenField(name, value);
    return found === undefined ? [] : [[name, found] as const];
  });
  return unfolded(Object.fromEntries(kept));
}

function writtenField(name: string, value: JsonValue): JsonValue | undefined {
  if (value === null) {
    return undefined;
  }
  if (plain.has(name)) {
    return saysNothing(value) ? undefined : value;
  }
  return exact.has(name) ? value : writtenBelow(name, value);
}

function writtenBelow(name: string, value: JsonValue): JsonValue | undefined {
  if (lists.has(name)) {
    return isArray(value) && value.length > 0 ? value.map(written) : undefined;
  }
  if (single.has(name)) {
    return written(value);
  }
  return name === "properties" && isObject(value) ? writtenProperties(value) : undefined;
}

function saysNothing(value: JsonValue): boolean {
  return value === false || value === "" || (isArray(value) && value.length === 0);
}

function written(value: JsonValue): JsonValue {
  return isObject(value) ? writtenSchema(value) : value;
}

function writtenProperties(properties: JsonObject): JsonObject | undefined {
  const all = Object.entries(properties).map(([name, value]) => [name, written(value)] as const);
  return all.length === 0 ? undefined : Object.fromEntries(all);
}

const either: readonly JsonValue[] = [{ type: "integer" }, { type: "string" }];

/** Expands `x-kubernetes-int-or-string` into one of its two patterns. */
function unfolded(schema: JsonObject): JsonObject {
  if (schema["x-kubernetes-int-or-string"] !== true || isWrittenOut(schema)) {
    return schema;
  }
  return field(schema, "anyOf") === undefined
    ? { ...schema, anyOf: either }
    : { ...schema, allOf: [{ anyOf: either }, ...entries(field(schema, "allOf"))] };
}

function isWrittenOut(schema: JsonObject): boolean {
  const [first] = entries(field(schema, "allOf"));
  return (
    sameJson(field(schema, "anyOf"), either) ||
    (first !== undefined && sameJson(field(first, "anyOf"), either))
  );
}
