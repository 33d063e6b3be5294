import type { JsonValue } from "../../object/json.ts";
import { stringifyJson } from "../../object/stringify-json.ts";

/**
 * Encodes a value as JSON in one line, every digit of a bigint included. Most values have no bigint, and then
 * this way is faster.
 */
export function encodeJson(value: JsonValue): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof TypeError) {
      return stringifyJson(value);
    }
    throw error;
  }
}
