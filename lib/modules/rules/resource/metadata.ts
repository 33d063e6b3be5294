import { type JsonObject, objectField } from "../../../object/json.ts";
import { finalizersOf, metadataOf } from "../../../object/metadata.ts";

/** Returns the annotations of an object that are strings. */
export function stringAnnotations(object: JsonObject | undefined): ReadonlyMap<string, string> {
  return textsIn(object, "annotations");
}

/** Returns the labels of an object that are strings. */
export function stringLabels(object: JsonObject | undefined): ReadonlyMap<string, string> {
  return textsIn(object, "labels");
}

function textsIn(object: JsonObject | undefined, name: string): ReadonlyMap<string, string> {
  const found = Object.entries(objectField(metadataOf(object), name));
  return new Map(found.flatMap(([key, value]) => (typeof value === "string" ? [[key, value]] : [])));
}

/** Returns the object with changed annotations; undefined removes one. */
export function withAnnotations(
  object: JsonObject,
  changes: Readonly<Record<string, string | undefined>>,
): JsonObject {
  return withTexts(object, "annotations", changes);
}

/** Returns the object with changed labels; undefined removes one. */
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
  const metadata = metadataOf(object);
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

/** Returns the object with or without that finalizer; the object itself if nothing changes. */
export function withFinalizer(object: JsonObject, finalizer: string, isHeld: boolean): JsonObject {
  const { finalizers: _, ...metadata } = metadataOf(object);
  const before = finalizersOf(object);
  if (before.includes(finalizer) === isHeld) {
    return object;
  }
  const finalizers = isHeld ? [...before, finalizer] : before.filter((name) => name !== finalizer);
  return { ...object, metadata: finalizers.length === 0 ? metadata : { ...metadata, finalizers } };
}

/** Returns the object with changed status fields; undefined removes one. */
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
