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

/** Shorter texts are counted faster than looked up. */
const shortText = 256;

/** The text that was counted last: a loop asks for the size of the same long text repeatedly. */
let last = { text: "", count: 0 };

/**
 * Returns the number of characters of a string, bytes, or entries of a list or a map; undefined if the value
 * has no size.
 */
export function sizeOf(value: CelValue): number | undefined {
  if (typeof value === "string") {
    return countCharacters(value);
  }
  if (isList(value)) {
    return value.size;
  }
  return isBytes(value) ? value.length : asMap(value)?.size;
}

/**
 * Returns the number of code points; half of a surrogate pair counts as one. Complexity: linear, once per
 * text.
 */
export function countCharacters(text: string): number {
  if (text.length <= shortText) {
    return countAnew(text);
  }
  if (last.text !== text) {
    last = { text, count: countAnew(text) };
  }
  return last.count;
}

function countAnew(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd8_00 && unit <= 0xdb_ff) {
      const next = text.charCodeAt(index + 1);
      count -= next >= 0xdc_00 && next <= 0xdf_ff ? 1 : 0;
    }
  }
  return count;
}
