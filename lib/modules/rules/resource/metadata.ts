import { type JsonObject, objectField, stringField } from "../../../object/json.ts";

/** The name of an object; empty where it has none. */
export function nameOf(object: JsonObject): string {
  return stringField(objectField(object, "metadata"), "name") ?? "";
}

/** The annotations of an object that are texts. */
export function annotationsOf(object: JsonObject | undefined): ReadonlyMap<string, string> {
  return textsIn(object, "annotations");
}

/** The labels of an object that are texts. */
export function objectLabels(object: JsonObject | undefined): ReadonlyMap<string, string> {
  return textsIn(object, "labels");
}

function textsIn(object: JsonObject | undefined, name: string): ReadonlyMap<string, string> {
  const found = Object.entries(objectField(objectField(object, "metadata"), name));
  return new Map(found.flatMap(([key, value]) => (typeof value === "string" ? [[key, value]] : [])));
}

/** The same object with annotations set to a text, or taken away by undefined. */
export function withAnnotations(
  object: JsonObject,
  changes: Readonly<Record<string, string | undefined>>,
): JsonObject {
  return withTexts(object, "annotations", changes);
}

/** The same object with labels set to a text, or taken away by undefined. */
export function withLabels(
  object: JsonObject,
  changes: Readonly<Record<string, string | undefined>>,
): JsonObject {
  return withTexts(object, "labels", changes);
}

function withTexts(
  object: JsonObject,
  name: string,
  changes: Readonly<Record<string, string | undefined>>,
): JsonObject {
  const metadata = objectField(object, "metadata");
  const texts: Record<string, JsonObject[string]> = { ...objectField(metadata, name) };
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) {
      delete texts[key];
    } else {
      texts[key] = value;
    }
  }
  const { [name]: _, ...rest } = metadata;
  return { ...object, metadata: Object.keys(texts).length === 0 ? rest : { ...rest, [name]: texts } };
}

/** The same object with those fields of its status; undefined takes a field away. */
export function withStatus(
  object: JsonObject,
  changes: Readonly<Record<string, JsonObject[string] | undefined>>,
): JsonObject {
  const status: Record<string, JsonObject[string]> = { ...objectField(object, "status") };
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) {
      delete status[key];
    } else {
      status[key] = value;
    }
  }
  return { ...object, status };
}
