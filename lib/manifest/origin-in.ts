import type { Path } from "../object/json.ts";
import type { Origin } from "../object/source-text.ts";
import { locate, type Part } from "./locate.ts";
import type { ReadObject } from "./manifest.ts";

/** The place of a field of an object, by its path inside the object: of its name, or of its value. */
export function originIn(object: ReadObject, path: Path, part: Part): Origin {
  return locate(object.document, [...object.path, ...path], part);
}

/** Where an object says its name: the place to show when the object as a whole is meant. */
export function nameOrigin(object: ReadObject): Origin {
  return originIn(object, ["metadata", "name"], "value");
}
