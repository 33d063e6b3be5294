import {
  field,
  isObject,
  type JsonObject,
  type JsonValue,
  objectField,
  stringsField,
} from "../../object/json.ts";

const junctors: readonly string[] = ["allOf", "anyOf", "oneOf", "not"];

/**
 * Removes what OpenAPI v2 cannot express, and what would make kubectl stricter than the schema: the type,
 * items and properties of nullable values, items and properties where unknown fields are kept. Its depth is
 * bounded by that of the document.
 */
export function withoutUnpublishable(schema: JsonObject): JsonObject {
  const dropped = droppedFields(schema);
  const kept = Object.fromEntries(
    Object.entries(schema)
      .filter(([name]) => !dropped.has(name))
      .map(([name, value]) => [name, below(name, value)]),
  );
  const required = requiredOf(kept, schema);
  const { required: _, ...rest } = kept;
  return required.length === 0 ? rest : { ...rest, required };
}

function droppedFields(schema: JsonObject): ReadonlySet<string> {
  const dropped = new Set([...junctors, "default"]);
  const keepsUnknown = schema["x-kubernetes-preserve-unknown-fields"] === true;
  if (schema["nullable"] === true) {
    addTo(dropped, ["type", "nullable"]);
  }
  if (schema["nullable"] === true || keepsUnknown) {
    addTo(dropped, ["items", "properties"]);
  }
  const hasItems = isObject(field(schema, "items")) && !dropped.has("items");
  if ((schema["type"] === "array" && !hasItems) || (keepsUnknown && schema["type"] === "object")) {
    dropped.add("type");
  }
  return dropped;
}

function addTo(set: Set<string>, names: readonly string[]): void {
  for (const name of names) {
    set.add(name);
  }
}

function below(name: string, value: JsonValue): JsonValue {
  if (name === "properties" && isObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, isObject(one) ? withoutUnpublishable(one) : one]),
    );
  }
  const isSchema = (name === "items" || name === "additionalProperties") && isObject(value);
  return isSchema ? withoutUnpublishable(value) : value;
}

/** kubectl does not require a nullable property. */
function requiredOf(kept: JsonObject, schema: JsonObject): readonly string[] {
  if (field(field(schema, "additionalProperties"), "nullable") === true) {
    return [];
  }
  const properties = "properties" in kept ? objectField(schema, "properties") : {};
  return stringsField(kept, "required").filter((name) => field(field(properties, name), "nullable") !== true);
}
