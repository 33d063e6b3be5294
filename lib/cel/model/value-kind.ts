import type { CelList, CelMap, CelObject, CelOptional, CelValue, Opaque, TypeValue } from "./value.ts";

/** Whether the value is a list. */
export function isList(value: CelValue): value is CelList {
  return tagOf(value) === "list";
}

/** Whether the value is a map. */
export function isMap(value: CelValue): value is CelMap {
  return tagOf(value) === "map";
}

/** Whether the value is an object of a schema. */
export function isCelObject(value: CelValue): value is CelObject {
  return tagOf(value) === "object";
}

/** Whether the value is an optional, with a value or without. */
export function isOptional(value: CelValue): value is CelOptional {
  return tagOf(value) === "optional";
}

/** Whether the value is a type. */
export function isType(value: CelValue): value is TypeValue {
  return tagOf(value) === "type";
}

/** Whether the value is one that only functions look into. */
export function isOpaque(value: CelValue): value is Opaque {
  return tagOf(value) === "opaque";
}

/** Whether the value is a run of bytes. */
export function isBytes(value: CelValue): value is Uint8Array {
  return value instanceof Uint8Array;
}

/** The value as a map, where it has keys: an object without a declared type is one. */
export function asMap(value: CelValue): CelMap | undefined {
  if (isMap(value)) {
    return value;
  }
  return isCelObject(value) ? value.asMap?.() : undefined;
}

function tagOf(value: CelValue): string | undefined {
  return typeof value === "object" && value !== null && "tag" in value ? value.tag : undefined;
}
