import { isArray, isObject, type JsonObject, type JsonValue, type Path } from "../object/json.ts";
import { setOwnField, type MutableObject } from "../object/set-own-field.ts";

/** A value for a place in an object. */
export interface Replacement {
  readonly path: Path;
  readonly value: JsonValue;
}

/** The object with other values at some paths; the containers around them are copied, the rest is shared. */
export function replaceAt(object: JsonObject, replacements: readonly Replacement[]): JsonObject {
  const replaced = replacements.reduce<JsonValue>((value, each) => withValue(value, each, 0), object);
  return isObject(replaced) ? replaced : object;
}

/** Paths are no deeper than the reader allows. */
function withValue(whole: JsonValue, replacement: Replacement, depth: number): JsonValue {
  const step = replacement.path[depth];
  if (step === undefined) {
    return replacement.value;
  }
  if (isArray(whole)) {
    return whole.map((entry, index) => (index === step ? withValue(entry, replacement, depth + 1) : entry));
  }
  if (!isObject(whole)) {
    return whole;
  }
  const copy: MutableObject = {};
  for (const [name, value] of Object.entries(whole)) {
    setOwnField(copy, name, name === step ? withValue(value, replacement, depth + 1) : value);
  }
  return copy;
}
