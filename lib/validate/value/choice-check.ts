import type { JsonValue } from "../../object/json.ts";
import type { Schema } from "../model/schema.ts";
import type { CheckOf } from "./object-check.ts";
import { addRootFault, attempt, type Check, mergeRun, type ValidationContext } from "./validation-context.ts";

/** A check against the schemas under `anyOf`, `oneOf`, `allOf` and `not`. */
export type ChoiceCheck = (value: JsonValue, run: ValidationContext) => void;

/**
 * Compiles the check against the schemas that a schema combines; undefined if it combines none. If no
 * alternative fits, that is reported for the object as a whole, in the words of the API server, along with
 * the faults of the alternative that passed the most checks.
 */
export function choiceCheck(schema: Schema, checkOf: CheckOf): ChoiceCheck | undefined {
  const steps = [
    ...checksOf(schema.anyOf, checkOf, checkAnyOf),
    ...checksOf(schema.oneOf, checkOf, checkOneOf),
    ...checksOf(schema.allOf, checkOf, checkAllOf),
    ...checksOf(schema.not === undefined ? [] : [schema.not], checkOf, checkNot),
  ];
  return steps.length === 0
    ? undefined
    : (value, run) => {
        for (const step of steps) {
          step(value, run);
        }
      };
}

type Combine = (checks: readonly Check[], value: JsonValue, run: ValidationContext) => void;

function checksOf(schemas: readonly Schema[], checkOf: CheckOf, combine: Combine): readonly ChoiceCheck[] {
  const checks = schemas.map(checkOf);
  return checks.length === 0 ? [] : [(value, run) => combine(checks, value, run)];
}

function checkAnyOf(checks: readonly Check[], value: JsonValue, run: ValidationContext): void {
  let best: ValidationContext | undefined;
  for (const check of checks) {
    const tried = attempt(check, value, run);
    if (tried.faults.length === 0) {
      mergeRun(run, tried);
      return;
    }
    best = further(best, tried);
  }
  addRootFault(run, "must fit at least one of the schemas of anyOf, and fits none");
  if (best !== undefined) {
    mergeRun(run, best);
  }
}

function checkOneOf(checks: readonly Check[], value: JsonValue, run: ValidationContext): void {
  let best: ValidationContext | undefined;
  let first: ValidationContext | undefined;
  let fitting = 0;
  for (const check of checks) {
    const tried = attempt(check, value, run);
    if (tried.faults.length === 0) {
      fitting += 1;
      first ??= tried;
    } else {
      best = further(best, tried);
    }
  }
  if (fitting === 1 && first !== undefined) {
    mergeRun(run, first);
    return;
  }
  const found = fitting === 0 ? "none" : `${fitting} of them`;
  addRootFault(run, `must fit exactly one of the schemas of oneOf, and fits ${found}`);
  if (fitting === 0 && best !== undefined) {
    mergeRun(run, best);
  }
}

function checkAllOf(checks: readonly Check[], value: JsonValue, run: ValidationContext): void {
  let fitting = 0;
  for (const check of checks) {
    const tried = attempt(check, value, run);
    fitting += tried.faults.length === 0 ? 1 : 0;
    mergeRun(run, tried);
  }
  if (fitting < checks.length) {
    const found = fitting === 0 ? "none" : "only some";
    addRootFault(run, `must fit all schemas of allOf, and fits ${found}`);
  }
}

function checkNot(checks: readonly Check[], value: JsonValue, run: ValidationContext): void {
  if (checks.every((check) => attempt(check, value, run).faults.length === 0)) {
    addRootFault(run, "must not fit the schema of not");
  }
}

/** Returns the failed attempt that got further; the earlier one if both got equally far. */
function further(best: ValidationContext | undefined, tried: ValidationContext): ValidationContext {
  return best === undefined || tried.matches > best.matches ? tried : best;
}
