import type { JsonValue } from "../../object/json.ts";
import type { FaultReason, FieldFault, FieldPath, FieldStep } from "../model/field-fault.ts";
import type { Correlated } from "./correlated-value.ts";

/** The state of one walk of a check over a value: where it is and what it has found. */
export interface ValidationContext {
  /** The path to the current part; grows and shrinks during the walk. */
  readonly path: FieldStep[];
  readonly faults: FieldFault[];
  /**
   * The number of checks that have passed: of several alternatives that fail, the API server reports the
   * faults of the one that got furthest.
   */
  matches: number;
}

/** One check of a part of a value. `pair` is present if the part has an old value to compare with. */
export type Check = (value: JsonValue, run: ValidationContext, pair: Correlated | undefined) => void;

/** Starts a walk at the value itself. */
export function startRun(): ValidationContext {
  return { path: [], faults: [], matches: 0 };
}

/** Runs a check over the same part in a walk of its own, since its faults may not count. */
export function attempt(check: Check, value: JsonValue, { path }: ValidationContext): ValidationContext {
  const run: ValidationContext = { path, faults: [], matches: 0 };
  check(value, run, undefined);
  return run;
}

/** Merges the findings of an attempt into the walk. */
export function mergeRun(run: ValidationContext, tried: ValidationContext): void {
  run.matches += tried.matches;
  for (const fault of tried.faults) {
    run.faults.push(fault);
  }
}

/** Adds a fault of the current part. */
export function addFault(run: ValidationContext, reason: FaultReason, message: string): void {
  run.faults.push({ reason, path: [...run.path], message });
}

/** Adds a fault of the current part that the API server reports for the whole object. */
export function addRootFault(run: ValidationContext, message: string): void {
  const place: FieldPath = [...run.path];
  run.faults.push({ reason: "FieldValueInvalid", path: [], place, message });
}
