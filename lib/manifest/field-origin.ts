import type { Path } from "../object/json.ts";
import type { Origin } from "../object/diagnostic/source-text.ts";
import { locateField, type FieldPart } from "./locate-field.ts";
import type { ReadObject } from "./manifest.ts";

/** The origin of a field of an object, by its path inside the object: of its key, or of its value. */
export function fieldOrigin(object: ReadObject, path: Path, part: FieldPart): Origin {
  return locateField(object.document, [...object.path, ...path], part);
}

/** The origin of an object's name: the place to show for a finding about the object as a whole. */
export function nameOrigin(object: ReadObject): Origin {
  return fieldOrigin(object, ["metadata", "name"], "value");
}
