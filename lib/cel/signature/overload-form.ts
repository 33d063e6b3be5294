import type { CelFailure, Overload } from "../model/expression.ts";
import { CelFailure as Failure } from "../model/expression.ts";
import type { CelType } from "../model/type.ts";
import { type CelValue, CelDuration, Timestamp } from "../model/value.ts";

/** What a form of a function gives for its arguments. */
export type OverloadCall = (...values: readonly CelValue[]) => CelValue | CelFailure;

/** A form that is written `f(x, y)`. Without a call, the evaluator does it itself. */
export function globalForm(id: string, [result, ...parameters]: Signature, call?: OverloadCall): Overload {
  return { id, receiver: false, parameters, result, ...(call === undefined ? {} : { call }) };
}

/** A form that is written `x.f(y)`. */
export function memberForm(id: string, [result, ...parameters]: Signature, call: OverloadCall): Overload {
  return { id, receiver: true, parameters, result, call };
}

/** First what a form gives, then what it takes: `[bool, string, string]`. */
export type Signature = readonly [result: CelType, ...parameters: readonly CelType[]];

/** That arguments fit no form of a function. */
export const noSuchOverload: CelFailure = new Failure("no such overload");

/**
 * The same, where already the first argument is of a type that the function never takes; of some types CEL
 * does not name the function.
 */
export function noSuchFunction(name: string, value: CelValue): CelFailure {
  return typeof value === "string" || value instanceof Timestamp || value instanceof CelDuration
    ? noSuchOverload
    : new Failure(`no such overload: ${name}`);
}
