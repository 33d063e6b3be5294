import type { CelValue } from "./value.ts";
import { asMap, isBytes, isList } from "./value-kind.ts";

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
