import type { Path } from "../object/json.ts";
import type { Origin } from "../object/diagnostic/source-text.ts";
import { locateField, type FieldPart } from "./locate-field.ts";
import type { ReadObject } from "./manifest.ts";

/** The place of a field of an object, by its path inside the object: of its name, or of its value. */
export function fieldOrigin(object: ReadObject, path: Path, part: FieldPart): Origin {
  return locateField(object.document, [...object.path, ...path], part);
}

/** Where an object says its name: the place to show when the object as a whole is meant. */
export function nameOrigin(object: ReadObject): Origin {
  return fieldOrigin(object, ["metadata", "name"], "value");
}
