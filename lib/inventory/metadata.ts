import { field, objectField, stringField, type JsonObject, type JsonValue } from "../object/json.ts";

/** The value of an object's label, or undefined. */
export function labelOf(object: JsonValue | undefined, name: string): string | undefined {
  return stringField(objectField(field(object, "metadata"), "labels"), name);
}

/** The value of an object's annotation, or undefined. */
export function annotationOf(object: JsonValue | undefined, name: string): string | undefined {
  return stringField(objectField(field(object, "metadata"), "annotations"), name);
}

/** A map without some of its fields; the map itself if it has none of them. */
export function withoutFields(object: JsonObject, names: ReadonlySet<string>): JsonObject {
  if (!names.values().some((name) => Object.hasOwn(object, name))) {
    return object;
  }
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.has(name)));
}
