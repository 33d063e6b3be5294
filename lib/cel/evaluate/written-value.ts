import { type CelValue, UnsignedInt } from "../model/value.ts";

/** Formats a key for messages: a string without quotes, numbers in digits. */
export function writtenValue(value: CelValue): string {
  if (value instanceof UnsignedInt) {
    return String(value.value);
  }
  return typeof value === "object" ? "" : String(value);
}
