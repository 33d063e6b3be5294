import type { JsonValue } from "../../object/json.ts";
import { stringifyJson } from "../../object/stringify-json.ts";

/**
 * A value as JSON in one line, every digit of a bigint included. Most have none, and then this is the quicker
 * way.
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
