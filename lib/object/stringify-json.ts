import type { JsonValue } from "./json.ts";

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
