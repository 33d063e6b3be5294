/**
 * The JSON values that manifests consist of, and safe accessors for them. Integers beyond 2^53 are `bigint`,
 * so that every digit is sent.
 */
export type JsonValue = null | boolean | number | bigint | string | JsonArray | JsonObject;
export type JsonArray = readonly JsonValue[];
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** Steps from the root of a value down to one of its parts: field names and list indices. */
export type Path = readonly (string | number)[];

const noEntries: readonly JsonValue[] = [];
const emptyObject: JsonObject = Object.freeze({});

/** Reports whether the value is an object with fields: not a list, not null. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The value's own field, or undefined if it is not an object or lacks it. Inherited names (`constructor`) are
 * not fields.
 */
export function field(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** The keys of a JSON pointer (RFC 6901), unescaped; indices stay texts. */
export function pointerKeys(pointer: string): readonly string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The JSON pointer (RFC 6901) of a path: `/data/a~1b`. */
export function pointerOf(path: Path): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The value at the path, or undefined. */
export function valueAt(value: JsonValue | undefined, path: Path): JsonValue | undefined {
  let current = value;
  for (const step of path) {
    current = typeof step === "number" ? entries(current)[step] : field(current, step);
  }
  return current;
}

/** The field as an object; an empty one if it is absent or something else. */
export function objectField(value: JsonValue | undefined, name: string): JsonObject {
  const found = field(value, name);
  return isObject(found) ? found : emptyObject;
}

/** The field as a string, or undefined if it is absent or something else. */
export function stringField(value: JsonValue | undefined, name: string): string | undefined {
  const found = field(value, name);
  return typeof found === "string" ? found : undefined;
}

/** The field as a number, or undefined if it is absent or something else. */
export function numberField(value: JsonValue | undefined, name: string): number | undefined {
  const found = field(value, name);
  return typeof found === "number" ? found : undefined;
}

/** The entries of a list; empty if the value is absent or something else. */
export function entries(value: JsonValue | undefined): readonly JsonValue[] {
  return isArray(value) ? value : noEntries;
}

/** The entries of the list in that field; empty if it is absent or something else. */
export function listField(value: JsonValue | undefined, name: string): readonly JsonValue[] {
  return entries(field(value, name));
}

/** The same with their indices, for paths. */
export function indexedList(
  value: JsonValue | undefined,
  name: string,
): readonly (readonly [number, JsonValue])[] {
  return [...listField(value, name).entries()];
}

/** The strings among the entries of the list in that field. */
export function stringsField(value: JsonValue | undefined, name: string): readonly string[] {
  return listField(value, name).filter((entry) => typeof entry === "string");
}

/** The strings of a list written as JSON; undefined if the text is anything else. */
export function parseStringList(text: string): readonly string[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every((each) => typeof each === "string") ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Reports whether the value is a list. */
export function isArray(value: JsonValue | undefined): value is JsonArray {
  return Array.isArray(value);
}

/** The integer as a number if a double certainly represents it exactly, as a bigint otherwise. */
export function exactNumber(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** Deep equality. The order of fields is ignored, the order of list entries is not. */
export function sameJson(left: JsonValue | undefined, right: JsonValue | undefined): boolean {
  if (left === right) {
    return true;
  }
  if (isArray(left)) {
    return (
      isArray(right) &&
      left.length === right.length &&
      left.every((entry, index) => sameJson(entry, right[index]))
    );
  }
  if (!isObject(left) || !isObject(right)) {
    return false;
  }
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && sameJson(left[name], right[name]))
  );
}

/** A map without some of its fields; the map itself if it has none of them. */
export function withoutFields(object: JsonObject, names: ReadonlySet<string>): JsonObject {
  if (!names.values().some((name) => Object.hasOwn(object, name))) {
    return object;
  }
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.has(name)));
}

/** An object under construction. */
export interface MutableObject {
  [key: string]: JsonValue;
}

/** Sets a field of the object itself, even if its name is `__proto__`. */
export function setOwnField(draft: MutableObject, key: string, value: JsonValue): void {
  if (key === "__proto__") {
    Object.defineProperty(draft, key, { value, enumerable: true, writable: true, configurable: true });
  } else {
    draft[key] = value;
  }
}

declare global {
  interface JSON {
    rawJSON(text: string): unknown;
  }
}

/**
 * A JSON value as text, like JSON.stringify, but with every digit of a bigint. `indent` is the number of
 * spaces per level; without it the text is one line.
 */
export function stringifyJson(value: JsonValue, indent?: number): string {
  return JSON.stringify(value, writeBigint, indent);
}

/** For JSON.stringify: a bigint with every digit, and anything else unchanged. */
export function writeBigint(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? JSON.rawJSON(value.toString()) : value;
}
