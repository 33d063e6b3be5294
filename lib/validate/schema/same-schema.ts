import { field, isArray, isObject, type JsonValue, sameJson } from "../../object/json.ts";

/** Fields of a schema for which empty or false differs from absent. */
const pointers: ReadonlySet<string> = new Set([
  "$ref",
  "additionalItems",
  "additionalProperties",
  "default",
  "example",
  "items",
  "not",
  "x-kubernetes-list-type",
  "x-kubernetes-map-type",
  "x-kubernetes-preserve-unknown-fields",
]);

/** Fields that hold schemas: one, a list, or a map of them. */
const ones: ReadonlySet<string> = new Set(["additionalItems", "additionalProperties", "items", "not"]);
const lists: ReadonlySet<string> = new Set(["allOf", "anyOf", "items", "oneOf"]);
const maps: ReadonlySet<string> = new Set(["definitions", "patternProperties", "properties"]);

/**
 * Reports whether two schemas, as in the manifests, are the same to the API server: null equals absent
 * everywhere, and an empty list, map or string or false does in most places. Complexity: linear.
 */
export function sameSchema(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (!isObject(left) || !isObject(right)) {
    return sameJson(left, right);
  }
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...names].every((name) => sameField(name, writtenIn(left, name), writtenIn(right, name)));
}

function writtenIn(schema: JsonValue, name: string): JsonValue {
  const value = field(schema, name) ?? null;
  return pointers.has(name) || !isEmpty(value) ? value : null;
}

function isEmpty(value: JsonValue): boolean {
  return (
    value === "" ||
    value === false ||
    (typeof value === "object" && value !== null && Object.keys(value).length === 0)
  );
}

function sameField(name: string, left: JsonValue, right: JsonValue): boolean {
  if (isArray(left) && isArray(right) && lists.has(name)) {
    return left.length === right.length && left.every((one, index) => sameSchema(one, right[index]));
  }
  if (isObject(left) && isObject(right)) {
    if (ones.has(name)) {
      return sameSchema(left, right);
    }
    if (maps.has(name)) {
      return sameEntries(left, right);
    }
  }
  return sameJson(left, right);
}

function sameEntries(left: JsonValue, right: JsonValue): boolean {
  const keys = isObject(left) && isObject(right) ? Object.keys(left) : [];
  return (
    isObject(right) &&
    keys.length === Object.keys(right).length &&
    keys.every(
      (key) => Object.hasOwn(right, key) && sameSchema(field(left, key) ?? {}, field(right, key) ?? {}),
    )
  );
}
