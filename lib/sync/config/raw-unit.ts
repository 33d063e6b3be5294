import {
  setOwnField,
  type MutableObject,
  field,
  indexedList,
  isObject,
  type JsonObject,
  type JsonValue,
  objectField,
  type Path,
  stringField,
  valueAt,
} from "../../object/json.ts";

/**
 * A unit as the file specifies it, with what it takes from `defaults`; what the schema fills in is still
 * missing.
 */
export interface WrittenUnit {
  readonly name: string;
  readonly index: number;
  readonly value: JsonObject;
  /**
   * Returns the place in the file where a part of it is specified: in the unit, or else in `defaults`; the
   * whole unit if in neither.
   */
  readonly placeOf: (path: Path) => Path;
}

/** Returns the units of a file that its schema accepts. */
export function writtenUnits(file: JsonObject): readonly WrittenUnit[] {
  const defaults = objectField(file, "defaults");
  return indexedList(file, "units").map(([index, value]) => {
    const own = isObject(value) ? value : {};
    return {
      name: stringField(own, "name") ?? "",
      index,
      value: merged(defaults, own),
      placeOf: (path) => {
        if (valueAt(own, path) !== undefined) {
          return ["units", index, ...path];
        }
        return valueAt(defaults, path) === undefined ? ["units", index] : ["defaults", ...path];
      },
    };
  });
}

/** Merges mappings, and replaces lists and plain values. Both sides are at most as deep as the schema. */
function merged(usual: JsonObject, own: JsonObject): JsonObject {
  const draft: MutableObject = {};
  for (const [name, value] of [...Object.entries(usual), ...Object.entries(own)]) {
    setOwnField(draft, name, mergedValue(field(usual, name), value));
  }
  return draft;
}

function mergedValue(usual: JsonValue | undefined, own: JsonValue): JsonValue {
  return isObject(usual) && isObject(own) && usual !== own ? merged(usual, own) : own;
}
