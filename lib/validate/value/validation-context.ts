import type { JsonValue } from "../../object/json.ts";
import type { FaultReason, FieldFault, FieldPath, FieldStep } from "../model/field-fault.ts";
import type { Correlated } from "./correlated-value.ts";

/** One walk of a check over a value: where it is and what it has found. */
export interface ValidationContext {
  /** The way to the part at hand; grows and shrinks as the walk goes. */
  readonly path: FieldStep[];
  readonly faults: FieldFault[];
  /**
   * How many checks have passed: of several alternatives that fail, the API server tells the faults of the
   * one that got furthest.
   */
  matches: number;
}

/** One check of a part of a value. `pair` is there where the part has an old value to compare with. */
export type Check = (value: JsonValue, run: ValidationContext, pair: Correlated | undefined) => void;

/** A walk that begins at the value itself. */
export function startRun(): ValidationContext {
  return { path: [], faults: [], matches: 0 };
}

/** A walk of its own over the same part, for a check whose faults may not count. */
export function attempt(check: Check, value: JsonValue, { path }: ValidationContext): ValidationContext {
  const run: ValidationContext = { path, faults: [], matches: 0 };
  check(value, run, undefined);
  return run;
}

/** Takes over what an attempt has found. */
export function mergeRun(run: ValidationContext, tried: ValidationContext): void {
  run.matches += tried.matches;
  for (const fault of tried.faults) {
    run.faults.push(fault);
  }
}

/** A fault of the part at hand. */
export function addFault(run: ValidationContext, reason: FaultReason, message: string): void {
  run.faults.push({ reason, path: [...run.path], message });
}

/** A fault of the part at hand that the API server tells of the whole object. */
export function addRootFault(run: ValidationContext, message: string): void {
  const place: FieldPath = [...run.path];
  run.faults.push({ reason: "FieldValueInvalid", path: [], place, message });
}
