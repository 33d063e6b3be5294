import { typeName } from "../../manifest/validation/object-fault.ts";
import type { JsonValue } from "../../object/json.ts";
import type { Schema } from "../model/schema.ts";
import { addFault, type ValidationContext } from "./validation-context.ts";

/** Returns the types that a schema allows; none if it does not specify any. */
export function typesOf(schema: Schema): readonly string[] {
  if (schema.intOrString) {
    return ["integer", "string"];
  }
  return schema.type === undefined ? [] : [schema.type];
}

/** A test of the type of a value that is not null. */
interface TypeCheck {
  readonly types: readonly string[];
  /** The format, if the API server enforces it. */
  readonly format: string | undefined;
}

/** Reports whether the value has an allowed type. Oddities about formats are those of the API server. */
export function hasType({ types, format }: TypeCheck, value: JsonValue, kind: ValueKind): boolean {
  if (types.includes(kind)) {
    return true;
  }
  if (kind === "integer") {
    return types.includes("number");
  }
  if (kind === "number") {
    return types.includes("integer") && isNearInteger(Number(value));
  }
  // A list passes if a format is required: `type: string, format: date` accepts [].
  const isLoose = format !== undefined && (kind === "string" || kind === "array");
  return isLoose && !types.includes("integer") && !types.includes("number");
}

/** Reports that the value has the wrong type. */
export function addTypeFault({ types, format }: TypeCheck, value: JsonValue, run: ValidationContext): void {
  const expected = types.length === 0 ? (format ?? "") : types.map(titleOf).join(" or ");
  const found =
    typeof value === "number" && types.includes("integer") ? "has a fraction" : `is ${typeName(value)}`;
  addFault(run, "FieldValueTypeInvalid", `must be ${expected}, ${found}${remedyOf(types, value)}`);
}

const titles: ReadonlyMap<string, string> = new Map([
  ["array", "a list"],
  ["boolean", "a boolean"],
  ["integer", "an integer"],
  ["number", "a number"],
  ["object", "a mapping"],
  ["string", "a string"],
]);

function titleOf(type: string): string {
  return titles.get(type) ?? type;
}

function remedyOf(types: readonly string[], value: JsonValue): string {
  const isScalar = value !== null && typeof value !== "object";
  if (types.includes("string") && isScalar) {
    return ": quote it";
  }
  const readsAs = typeof value === "string" ? typesOfPlainText(value) : [];
  return readsAs.some((type) => types.includes(type)) ? ": take the quotes away" : "";
}

/** Returns the types that a quoted text would have without its quotes. */
function typesOfPlainText(text: string): readonly string[] {
  if (/^[+-]?\d+$/.test(text)) {
    return ["integer", "number"];
  }
  return text === "true" || text === "false" ? ["boolean"] : [];
}

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
