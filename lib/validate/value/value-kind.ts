import type { JsonValue } from "../../object/json.ts";

/** The kind of a value to a schema. A number is an integer if it has no fraction and fits into 64 bits. */
export type ValueKind = "array" | "boolean" | "integer" | "null" | "number" | "object" | "string";

/** Returns the kind of a value. */
export function kindOf(value: JsonValue): ValueKind {
  if (typeof value === "number" || typeof value === "bigint") {
    return isInt64(value) ? "integer" : "number";
  }
  if (typeof value === "string" || typeof value === "boolean") {
    return typeof value === "string" ? "string" : "boolean";
  }
  if (value === null) {
    return "null";
  }
  return Array.isArray(value) ? "array" : "object";
}

const past = 2 ** 63;

/** Reports whether the API server reads the number as a 64-bit integer rather than as a double. */
export function isInt64(value: number | bigint): boolean {
  return (typeof value === "bigint" || Number.isInteger(value)) && value >= -past && value < past;
}

const largestExact = 2 ** 53 - 1;

/**
 * Reports whether a double counts as an integer for schemas: also one that is off by less than a billionth,
 * never one beyond 2^53.
 */
export function isNearInteger(value: number): boolean {
  if (!Number.isFinite(value) || Math.abs(value) > largestExact) {
    return false;
  }
  const whole = Math.trunc(value);
  // Go turns a negative fraction into a huge unsigned number here, which is never near.
  return value === whole || (whole > 0 && (value - whole) / (value + whole) < 1e-9);
}
