import type { CelFailure, Overload } from "../model/expression.ts";
import { outOfBudget } from "../evaluate/evaluation-abort.ts";
import { isBytes, isList, isOptional } from "../model/value-kind.ts";
import { noSuchOverload } from "./overload-form.ts";
import {
  listOf,
  optionalOf,
  simpleTypes,
  parameter as typeParameter,
  type CelType,
  type OpaqueType,
} from "../model/type.ts";
import {
  CelDuration,
  Timestamp,
  UnsignedInt,
  type CelList,
  type CelOptional,
  type CelValue,
  type Opaque,
} from "../model/value.ts";

/** A parameter of a function: its type, and the test whether a value has that type at run time. */
export interface Parameter<Value extends CelValue = CelValue> {
  readonly type: CelType;
  /** Reports whether a value fits. Of a list, only the first entry is checked, as on the server. */
  readonly accepts: (value: CelValue) => value is Value;
}

type Values<Parameters extends readonly Parameter[]> = {
  readonly [Index in keyof Parameters]: Parameters[Index] extends Parameter<infer Value> ? Value : never;
};

/** One overload of a function, with typed arguments. */
export interface FunctionSignature<Parameters extends readonly Parameter[]> {
  readonly id: string;
  readonly parameters: Parameters;
  readonly result: CelType;
  readonly call: (...values: Values<Parameters>) => CelValue | CelFailure;
}

/** Returns the overload `x.f(y)`. */
export function method<const Parameters extends readonly Parameter[]>(
  signature: FunctionSignature<Parameters>,
): Overload {
  return overload(signature, true);
}

/** Returns the overload `f(x)`. */
export function plain<const Parameters extends readonly Parameter[]>(
  signature: FunctionSignature<Parameters>,
): Overload {
  return overload(signature, false);
}

function overload<const Parameters extends readonly Parameter[]>(
  signature: FunctionSignature<Parameters>,
  receiver: boolean,
): Overload {
  const { id, parameters, result, call } = signature;
  return {
    id,
    receiver,
    parameters: parameters.map((one) => one.type),
    result,
    call: (...values) => {
      if (values.some(isTooLong)) {
        return outOfBudget;
      }
      const given = fitting(parameters, values);
      return given === undefined ? noSuchOverload : call(...given);
    },
  };
}

/**
 * The maximum length of a list that functions accept. Repeated doubling can exceed any feasible traversal;
 * the server does not traverse a list of that length within the cost of an expression.
 */
export const longestList: number = 10_000_000;

function isTooLong(value: CelValue): boolean {
  return isList(value) && value.size > longestList;
}

function fitting<const Parameters extends readonly Parameter[]>(
  parameters: Parameters,
  values: readonly CelValue[],
): Values<Parameters> | undefined {
  return fit(parameters, values) ? values : undefined;
}

function fit<const Parameters extends readonly Parameter[]>(
  parameters: Parameters,
  values: readonly CelValue[],
): values is readonly CelValue[] & Values<Parameters> {
  return (
    values.length === parameters.length &&
    parameters.every((one, index) => {
      const value = values[index];
      return value !== undefined && one.accepts(value);
    })
  );
}

/** The parameter type `bool`. */
export const aBool: Parameter<boolean> = {
  type: simpleTypes.bool,
  accepts: (value) => typeof value === "boolean",
};

/** The parameter type `bytes`. */
export const someBytes: Parameter<Uint8Array> = {
  type: simpleTypes.bytes,
  accepts: isBytes,
};

/** The parameter type `double`. */
export const aDouble: Parameter<number> = {
  type: simpleTypes.double,
  accepts: (value) => typeof value === "number",
};

/** The parameter type `google.protobuf.Duration`. */
export const aDuration: Parameter<CelDuration> = {
  type: simpleTypes.duration,
  accepts: (value) => value instanceof CelDuration,
};

/** The parameter type `int`. */
export const anInt: Parameter<bigint> = {
  type: simpleTypes.int,
  accepts: (value) => typeof value === "bigint",
};

/** The parameter type `string`. */
export const aString: Parameter<string> = {
  type: simpleTypes.string,
  accepts: (value) => typeof value === "string",
};

/** The parameter type `google.protobuf.Timestamp`. */
export const aTimestamp: Parameter<Timestamp> = {
  type: simpleTypes.timestamp,
  accepts: (value) => value instanceof Timestamp,
};

/** The parameter type `uint`. */
export const aUint: Parameter<UnsignedInt> = {
  type: simpleTypes.uint,
  accepts: (value) => value instanceof UnsignedInt,
};

/** Returns a parameter of any type; it is the same type wherever the signature has this letter. */
export function anything(letter: string): Parameter {
  return { type: typeParameter(letter), accepts: isAnything };
}

function isAnything(value: CelValue | undefined): value is CelValue {
  return value !== undefined;
}

/** Returns the parameter type `list(T)`. */
export function aList(element: Parameter): Parameter<CelList> {
  return {
    type: listOf(element.type),
    accepts: (value): value is CelList => isList(value) && (value.size === 0 || element.accepts(value.at(0))),
  };
}

/** Returns the parameter type `list(T)` for the checker, which accepts any list at run time. */
export function anyList(element: CelType): Parameter<CelList> {
  return { type: listOf(element), accepts: isList };
}

/** Returns the parameter type `optional_type(T)`. */
export function anOptional(letter: string): Parameter<CelOptional> {
  return {
    type: optionalOf(typeParameter(letter)),
    accepts: (value): value is CelOptional => isOptional(value),
  };
}

/** Returns the parameter of an opaque type, by the class of its values. */
export function ofClass<Value extends Opaque>(
  type: OpaqueType,
  accepts: (value: CelValue) => value is Value,
): Parameter<Value> {
  return { type, accepts };
}
