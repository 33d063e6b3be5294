import type { Origin } from "../object/source-text.ts";
import { locate } from "./locate.ts";
import type { ReadObject } from "./manifest.ts";

/** Where an object says its name: the place to show when the object as a whole is meant. */
export function nameOrigin(object: ReadObject): Origin {
  return locate(object.document, [...object.path, "metadata", "name"], "value");
}
