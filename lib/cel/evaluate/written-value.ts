import { type CelValue, UnsignedInt } from "../model/value.ts";

/** A key as messages show it: a text bare, numbers in digits. */
export function writtenValue(value: CelValue): string {
  if (value instanceof UnsignedInt) {
    return String(value.value);
  }
  return typeof value === "object" ? "" : String(value);
}
