import { isArray, isObject, type JsonObject, type JsonValue, type Path } from "../../../lib/object/json.ts";

/** A part of an object, with its path. */
export interface Part {
  readonly path: Path;
  readonly value: JsonValue;
}

/** Lists all parts of an object that its author chooses: all but its identity. */
export function partsOf(object: JsonObject): readonly Part[] {
  const identity = /^(?:apiVersion|kind|metadata(?:,name|,namespace)?|spec,names.*|spec,group|)$/;
  return partsIn([], object).filter(({ path }) => !identity.test(path.join()));
}

function partsIn(path: Path, value: JsonValue): readonly Part[] {
  const below = isArray(value)
    ? value.flatMap((entry, index) => partsIn([...path, index], entry))
    : fieldsIn(path, value);
  return [{ path, value }, ...below];
}

function fieldsIn(path: Path, value: JsonValue): readonly Part[] {
  return isObject(value)
    ? Object.entries(value).flatMap(([name, part]) => partsIn([...path, name], part))
    : [];
}

/** Returns an object with another value at a path, whose parents are made if necessary; undefined removes. */
export function withPart(object: JsonObject, path: Path, part: JsonValue | undefined): JsonObject {
  const changed = replaced(object, path, part);
  return isObject(changed) ? changed : object;
}

function replaced(value: JsonValue, path: Path, part: JsonValue | undefined): JsonValue | undefined {
  const [step, ...rest] = path;
  if (step === undefined) {
    return part;
  }
  if (isArray(value)) {
    return value.flatMap((entry, index) => {
      const below = index === step ? replaced(entry, rest, part) : entry;
      return below === undefined ? [] : [below];
    });
  }
  const fields = isObject(value) ? value : {};
  const below = replaced(fields[step] ?? null, rest, part);
  const others = Object.entries(fields).filter(([name]) => name !== step);
  return Object.fromEntries(below === undefined ? others : [...others, [step, below]]);
}
