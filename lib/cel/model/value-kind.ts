import type { CelList, CelMap, CelObject, CelOptional, CelValue, Opaque, TypeValue } from "./value.ts";

/** Reports whether the value is a list. */
export function isList(value: CelValue): value is CelList {
  return tagOf(value) === "list";
}

/** Reports whether the value is a map. */
export function isMap(value: CelValue): value is CelMap {
  return tagOf(value) === "map";
}

/** Reports whether the value is an object of a schema. */
export function isCelObject(value: CelValue): value is CelObject {
  return tagOf(value) === "object";
}

/** Reports whether the value is an optional, with or without a value. */
export function isOptional(value: CelValue): value is CelOptional {
  return tagOf(value) === "optional";
}

/** Reports whether the value is a type. */
export function isType(value: CelValue): value is TypeValue {
  return tagOf(value) === "type";
}

/** Reports whether the value is opaque: only functions can read it. */
export function isOpaque(value: CelValue): value is Opaque {
  return tagOf(value) === "opaque";
}

/** Reports whether the value is bytes. */
export function isBytes(value: CelValue): value is Uint8Array {
  return value instanceof Uint8Array;
}

/** Returns the value as a map if it has keys, also for an object without a declared type. */
export function asMap(value: CelValue): CelMap | undefined {
  if (isMap(value)) {
    return value;
  }
  return isCelObject(value) ? value.asMap?.() : undefined;
}

function tagOf(value: CelValue): string | undefined {
  return typeof value === "object" && value !== null && "tag" in value ? value.tag : undefined;
}
