import { typeName } from "../../manifest/validation/object-fault.ts";
import type { JsonValue } from "../../object/json.ts";
import type { FaultReason, FieldFault, FieldPath, FieldStep } from "../model/field-fault.ts";

/** One walk over an object: where it is and what it has found. */
export interface ValidationContext {
  /** The way to the part at hand; grows and shrinks as the walk goes. */
  readonly path: FieldStep[];
  readonly faults: FieldFault[];
  readonly unknown: FieldPath[];
  /** Unknown fields that even a strict server drops without a word. */
  readonly dropped?: FieldPath[];
  /**
   * Whether the part at hand is the server's own, the status: it drops what authors write there, once it
   * could read it.
   */
  readonly isStatus: boolean;
  /**
   * Whether the part at hand is below `items`, `additionalProperties` or `dependencies` of a schema. The
   * published schema of definitions says nothing about these, so a server-side apply takes every list there
   * as a whole and does not compare its entries.
   */
  readonly hasAtomicLists?: boolean;
}

/** The check of a part that is not null. */
export type PartCheck = (value: JsonValue, run: ValidationContext) => void;

/** A fault of the part at hand. */
export function addFault(run: ValidationContext, reason: FaultReason, message: string): void {
  run.faults.push({ reason, path: [...run.path], message });
}

/** Tells that the part at hand has the wrong type; `expected` as in `a string`. */
export function addTypeFault(run: ValidationContext, expected: string, value: JsonValue): void {
  addFault(
    run,
    "FieldValueTypeInvalid",
    `must be ${expected}, is ${typeName(value)}${remedyFor(expected, value)}`,
  );
}

function remedyFor(expected: string, value: JsonValue): string {
  if (expected === "a string") {
    return value !== null && typeof value !== "object" ? ": quote it" : "";
  }
  const unquoted = unquotable.get(expected);
  return typeof value === "string" && unquoted?.test(value) === true ? ": take the quotes away" : "";
}

/** What would be of that type, were it not quoted. */
const unquotable: ReadonlyMap<string, RegExp> = new Map([
  ["an integer", /^[+-]?\d+$/],
  ["a number", /^[+-]?\d+(?:\.\d+)?$/],
  ["a boolean", /^(?:true|false)$/],
]);
