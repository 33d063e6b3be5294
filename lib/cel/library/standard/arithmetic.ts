import { appendList } from "../../evaluate/concat-list.ts";
import { CelFailure, type FunctionDeclaration, type Overload } from "../../model/expression.ts";
import { type CelType, listOf, parameter, simpleTypes } from "../../model/type.ts";
import { type CelValue, CelDuration, Timestamp, UnsignedInt } from "../../model/value.ts";
import { isBytes, isList } from "../../model/value-kind.ts";
import {
  type OverloadCall,
  globalForm,
  noSuchFunction,
  noSuchOverload,
} from "../../signature/overload-form.ts";
import { moveTimestamp, spanBetween } from "./timestamp-arithmetic.ts";

const { int, uint, double, string, bytes, timestamp, duration } = simpleTypes;
const list = listOf(parameter("A"));

const intOverflow = new CelFailure("integer overflow");
const uintOverflow = new CelFailure("unsigned integer overflow");
const divisionByZero = new CelFailure("division by zero");
const modulusByZero = new CelFailure("modulus by zero");

/**
 * The operators on numbers; sums of strings, bytes, lists and times. A result that does not fit 64 bits is a
 * failure.
 */
export const arithmeticFunctions: readonly FunctionDeclaration[] = [
  operator("_+_", add, [
    ["add_bytes", [bytes, bytes, bytes]],
    ["add_double", [double, double, double]],
    ["add_duration_duration", [duration, duration, duration]],
    ["add_duration_timestamp", [timestamp, duration, timestamp]],
    ["add_timestamp_duration", [timestamp, timestamp, duration]],
    ["add_int64", [int, int, int]],
    ["add_list", [list, list, list]],
    ["add_string", [string, string, string]],
    ["add_uint64", [uint, uint, uint]],
  ]),
  operator("_/_", divide, [
    ["divide_double", [double, double, double]],
    ["divide_int64", [int, int, int]],
    ["divide_uint64", [uint, uint, uint]],
  ]),
  operator("_%_", modulo, [
    ["modulo_int64", [int, int, int]],
    ["modulo_uint64", [uint, uint, uint]],
  ]),
  operator("_*_", multiply, [
    ["multiply_double", [double, double, double]],
    ["multiply_int64", [int, int, int]],
    ["multiply_uint64", [uint, uint, uint]],
  ]),
  operator("-_", negate, [
    ["negate_double", [double, double]],
    ["negate_int64", [int, int]],
  ]),
  operator("_-_", subtract, [
    ["subtract_double", [double, double, double]],
    ["subtract_duration_duration", [duration, duration, duration]],
    ["subtract_int64", [int, int, int]],
    ["subtract_timestamp_duration", [timestamp, timestamp, duration]],
    ["subtract_timestamp_timestamp", [duration, timestamp, timestamp]],
    ["subtract_uint64", [uint, uint, uint]],
  ]),
];

type Row = readonly [id: string, signature: readonly [CelType, ...CelType[]]];

function operator(
  name: string,
  call: (...values: readonly CelValue[]) => Outcome,
  rows: readonly Row[],
): FunctionDeclaration {
  // The values decide, whichever overload was chosen.
  const byValues: OverloadCall = (...values) => call(...values) ?? noSuchFunction(name, values[0] ?? null);
  const overloads: readonly Overload[] = rows.map(([id, signature]) => globalForm(id, signature, byValues));
  return { name, overloads };
}

/** Undefined if no overload of the operator accepts such a first operand. */
type Outcome = CelValue | CelFailure | undefined;

/** The implementations of an operator for two numbers of the same type. */
interface Numeric {
  readonly ints?: (left: bigint, right: bigint) => bigint | CelFailure;
  readonly uints?: (left: bigint, right: bigint) => UnsignedInt | CelFailure;
  readonly doubles?: (left: number, right: number) => number;
}

function onNumbers(left: CelValue, right: CelValue, { ints, uints, doubles }: Numeric): Outcome {
  if (typeof left === "bigint") {
    return typeof right === "bigint" ? ints?.(left, right) : noSuchOverload;
  }
  if (typeof left === "number" && doubles !== undefined) {
    return typeof right === "number" ? doubles(left, right) : noSuchOverload;
  }
  if (left instanceof UnsignedInt) {
    return right instanceof UnsignedInt ? uints?.(left.value, right.value) : noSuchOverload;
  }
  return undefined;
}

const sum: Numeric = {
  ints: (a, b) => toInt(a + b),
  uints: (a, b) => toUint(a + b),
  doubles: (a, b) => a + b,
};

function add(left: CelValue = null, right: CelValue = null): Outcome {
  if (typeof left === "string") {
    return typeof right === "string" ? left + right : noSuchOverload;
  }
  return onNumbers(left, right, sum) ?? addTimes(left, right) ?? addSequences(left, right);
}

function addTimes(left: CelValue, right: CelValue): Outcome {
  if (left instanceof Timestamp) {
    return right instanceof CelDuration ? moveTimestamp(left, right.nanos) : noSuchOverload;
  }
  if (!(left instanceof CelDuration)) {
    return undefined;
  }
  if (right instanceof Timestamp) {
    return moveTimestamp(right, left.nanos);
  }
  return right instanceof CelDuration ? toDuration(left.nanos + right.nanos) : noSuchOverload;
}

function addSequences(left: CelValue, right: CelValue): Outcome {
  if (isList(left)) {
    return isList(right) ? appendList(left, right) : noSuchOverload;
  }
  if (!isBytes(left)) {
    return undefined;
  }
  if (!isBytes(right)) {
    return noSuchOverload;
  }
  const joined = new Uint8Array(left.length + right.length);
  joined.set(left);
  joined.set(right, left.length);
  return joined;
}

const difference: Numeric = {
  ints: (a, b) => toInt(a - b),
  uints: (a, b) => toUint(a - b),
  doubles: (a, b) => a - b,
};

function subtract(left: CelValue = null, right: CelValue = null): Outcome {
  if (left instanceof Timestamp) {
    return subtractFromTimestamp(left, right);
  }
  if (left instanceof CelDuration) {
    return right instanceof CelDuration ? toDuration(left.nanos - right.nanos) : noSuchOverload;
  }
  return onNumbers(left, right, difference);
}

function subtractFromTimestamp(left: Timestamp, right: CelValue): Outcome {
  if (right instanceof Timestamp) {
    return spanBetween(left, right);
  }
  if (!(right instanceof CelDuration)) {
    return noSuchOverload;
  }
  const opposite = toDuration(-right.nanos);
  return opposite instanceof CelFailure ? opposite : moveTimestamp(left, opposite.nanos);
}

const product: Numeric = {
  ints: (a, b) => toInt(a * b),
  uints: (a, b) => toUint(a * b),
  doubles: (a, b) => a * b,
};

function multiply(left: CelValue = null, right: CelValue = null): Outcome {
  return onNumbers(left, right, product);
}

const quotient: Numeric = {
  ints: (a, b) => (b === 0n ? divisionByZero : toInt(a / b)),
  uints: (a, b) => (b === 0n ? divisionByZero : toUint(a / b)),
  doubles: (a, b) => a / b,
};

function divide(left: CelValue = null, right: CelValue = null): Outcome {
  return onNumbers(left, right, quotient);
}

const remainder: Numeric = {
  ints: (a, b) => (b === 0n ? modulusByZero : remainderOf(a, b)),
  uints: (a, b) => (b === 0n ? modulusByZero : toUint(a % b)),
};

function modulo(left: CelValue = null, right: CelValue = null): Outcome {
  return onNumbers(left, right, remainder);
}

/** If the quotient is out of range, the remainder fails too. */
function remainderOf(left: bigint, right: bigint): bigint | CelFailure {
  return right === -1n && left === -(2n ** 63n) ? intOverflow : left % right;
}

function negate(value: CelValue = null): Outcome {
  if (typeof value === "bigint") {
    return toInt(-value);
  }
  if (typeof value === "number") {
    return -value;
  }
  if (value instanceof CelDuration) {
    return toDuration(-value.nanos);
  }
  return typeof value === "boolean" ? noSuchOverload : undefined;
}

function toInt(value: bigint): bigint | CelFailure {
  return BigInt.asIntN(64, value) === value ? value : intOverflow;
}

function toUint(value: bigint): UnsignedInt | CelFailure {
  return BigInt.asUintN(64, value) === value ? new UnsignedInt(value) : uintOverflow;
}

function toDuration(nanos: bigint): CelDuration | CelFailure {
  return BigInt.asIntN(64, nanos) === nanos ? new CelDuration(nanos) : intOverflow;
}
