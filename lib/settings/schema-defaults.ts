import {
  setOwnField,
  type MutableObject,
  entries,
  field,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  objectField,
  stringField,
} from "../object/json.ts";

/**
 * Returns the value with every field filled in that it lacks and the schema has a `default` for, inside of
 * mappings and lists too. `root` is the whole schema, which `$ref` refers to (`#/$defs/name`); of a `oneOf`
 * with a `discriminator` the branch that the value names is used. The schema is ours, and does not refer back
 * to itself. The input is not modified.
 */
export function withDefaults(root: JsonObject, schema: JsonObject, value: JsonValue): JsonValue {
  const parts = partsOf(root, schema, value);
  if (isArray(value)) {
    const items = parts
      .map((part) => objectField(part, "items"))
      .find((part) => Object.keys(part).length > 0);
    return items === undefined ? value : value.map((entry) => withDefaults(root, items, entry));
  }
  return isObject(value) ? filled(root, parts, value) : value;
}

function filled(root: JsonObject, parts: readonly JsonObject[], value: JsonObject): JsonObject {
  const draft: MutableObject = {};
  for (const [name, given] of Object.entries(value)) {
    setOwnField(draft, name, given);
  }
  for (const [name, schema] of parts.flatMap((part) => Object.entries(objectField(part, "properties")))) {
    const found = field(value, name) ?? (isObject(schema) ? defaultOf(root, schema) : undefined);
    if (found !== undefined && isObject(schema)) {
      setOwnField(draft, name, withDefaults(root, schema, found));
    }
  }
  return draft;
}

/**
 * Returns the value of a field that is left out: a default beside a `$ref` takes precedence over that of its
 * target.
 */
export function defaultOf(root: JsonObject, schema: JsonObject): JsonValue | undefined {
  return partsOf(root, schema, undefined)
    .map((part) => field(part, "default"))
    .find((usual) => usual !== undefined);
}

/** Returns the schema itself, and what it refers to, the nearest first. */
function partsOf(root: JsonObject, schema: JsonObject, value: JsonValue | undefined): readonly JsonObject[] {
  const parts = [schema];
  for (const part of parts) {
    parts.push(
      ...[referred(root, part), chosenBranch(root, part, value)].filter((next) => next !== undefined),
    );
  }
  return parts;
}

function referred(root: JsonObject, schema: JsonObject): JsonObject | undefined {
  const reference = stringField(schema, "$ref");
  if (reference === undefined) {
    return undefined;
  }
  let found: JsonValue | undefined = root;
  for (const step of reference.split("/").slice(1)) {
    found = field(found, step);
  }
  return isObject(found) ? found : undefined;
}

function chosenBranch(
  root: JsonObject,
  schema: JsonObject,
  value: JsonValue | undefined,
): JsonObject | undefined {
  const name = stringField(field(schema, "discriminator"), "propertyName");
  const tag = name === undefined ? undefined : field(value, name);
  return name === undefined || tag === undefined
    ? undefined
    : entries(field(schema, "oneOf"))
        .filter(isObject)
        .find((branch) => {
          const target = referred(root, branch) ?? branch;
          return field(objectField(objectField(target, "properties"), name), "const") === tag;
        });
}
