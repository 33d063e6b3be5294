import { typeName } from "../../manifest/validation/object-fault.ts";
import type { JsonValue } from "../../object/json.ts";
import type { FaultReason, FieldFault, FieldPath, FieldStep } from "../model/field-fault.ts";

/** The state of one walk over an object: where it is and what it has found. */
export interface ValidationContext {
  /** The path to the current part; grows and shrinks during the walk. */
  readonly path: FieldStep[];
  readonly faults: FieldFault[];
  readonly unknown: FieldPath[];
  /** Unknown fields that even a strict server drops silently. */
  readonly dropped?: FieldPath[];
  /**
   * Whether the current part is the status, which belongs to the server: it drops what authors put there once
   * it has decoded it.
   */
  readonly isStatus: boolean;
  /**
   * Whether the current part is below `items`, `additionalProperties` or `dependencies` of a schema. The
   * published schema of definitions does not describe these, so a server-side apply treats every list there
   * as atomic and does not compare its entries.
   */
  readonly hasAtomicLists?: boolean;
}

/** Checks a part that is not null. */
export type PartCheck = (value: JsonValue, run: ValidationContext) => void;

/** Adds a fault of the current part. */
export function addFault(run: ValidationContext, reason: FaultReason, message: string): void {
  run.faults.push({ reason, path: [...run.path], message });
}

/** Reports that the current part has the wrong type; `expected` as in `a string`. */
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

/** Patterns of text that would have that type if it were not quoted. */
const unquotable: ReadonlyMap<string, RegExp> = new Map([
  ["an integer", /^[+-]?\d+$/],
  ["a number", /^[+-]?\d+(?:\.\d+)?$/],
  ["a boolean", /^(?:true|false)$/],
]);
