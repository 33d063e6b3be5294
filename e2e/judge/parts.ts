import { isArray, isObject, type JsonObject, type JsonValue, type Path } from "../../lib/object/json.ts";

/** Every part of a value with its path, the value itself first. */
export function partsOf(value: JsonValue, path: Path = []): readonly (readonly [Path, JsonValue])[] {
  const below: readonly (readonly [string | number, JsonValue])[] = isArray(value)
    ? [...value.entries()]
    : fieldsOf(value);
  return [[path, value], ...below.flatMap(([step, part]) => partsOf(part, [...path, step]))];
}

function fieldsOf(value: JsonValue): readonly (readonly [string, JsonValue])[] {
  return isObject(value) ? Object.entries(value) : [];
}

/** The value with a replaced part at the path; `undefined` removes the part. The root cannot be removed. */
export function replacePart(
  value: JsonValue,
  path: Path,
  change: (part: JsonValue | undefined) => JsonValue | undefined,
): JsonValue {
  const [step, ...rest] = path;
  if (step === undefined) {
    return change(value) ?? value;
  }
  const inner = (part: JsonValue | undefined): JsonValue | undefined =>
    rest.length === 0 ? change(part) : replacePart(part ?? {}, rest, change);
  if (isArray(value)) {
    return value
      .map((item, index) => (index === step ? inner(item) : item))
      .filter((item) => item !== undefined);
  }
  return isObject(value) ? replaceField(value, String(step), inner) : value;
}

function replaceField(
  value: JsonObject,
  name: string,
  change: (part: JsonValue | undefined) => JsonValue | undefined,
): JsonObject {
  const changed = change(Object.hasOwn(value, name) ? value[name] : undefined);
  const others = Object.entries(value).filter(([key]) => key !== name);
  return changed === undefined
    ? Object.fromEntries(others)
    : Object.fromEntries(
        Object.hasOwn(value, name)
          ? Object.entries(value).map(([key, part]) => [key, key === name ? changed : part])
          : [...others, [name, changed]],
      );
}

/** The same for the root of an object, which stays one. */
export function replaceIn(
  value: JsonObject,
  path: Path,
  change: (part: JsonValue | undefined) => JsonValue | undefined,
): JsonObject {
  const replaced = replacePart(value, path, change);
  return isObject(replaced) ? replaced : value;
}
