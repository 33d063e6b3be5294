import type { CelFailure, Overload } from "../model/expression.ts";
import { CelFailure as Failure } from "../model/expression.ts";
import type { CelType } from "../model/type.ts";
import { type CelValue, CelDuration, Timestamp } from "../model/value.ts";

/** The implementation of an overload. */
export type OverloadCall = (...values: readonly CelValue[]) => CelValue | CelFailure;

/** Returns an overload that is called as `f(x, y)`. Without a call, the evaluator implements it. */
export function globalForm(id: string, [result, ...parameters]: Signature, call?: OverloadCall): Overload {
  return { id, receiver: false, parameters, result, ...(call === undefined ? {} : { call }) };
}

/** Returns an overload that is called as `x.f(y)`. */
export function memberForm(id: string, [result, ...parameters]: Signature, call: OverloadCall): Overload {
  return { id, receiver: true, parameters, result, call };
}

/** The result type, then the parameter types: `[bool, string, string]`. */
export type Signature = readonly [result: CelType, ...parameters: readonly CelType[]];

/** The failure of arguments that fit no overload of a function. */
export const noSuchOverload: CelFailure = new Failure("no such overload");

/**
 * Returns the same failure for a first argument of a type that the function never accepts; for some types CEL
 * does not name the function.
 */
export function noSuchFunction(name: string, value: CelValue): CelFailure {
  return typeof value === "string" || value instanceof Timestamp || value instanceof CelDuration
    ? noSuchOverload
    : new Failure(`no such overload: ${name}`);
}
