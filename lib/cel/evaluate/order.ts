import { CelFailure } from "../model/expression.ts";
import { type CelValue, CelDuration, Timestamp, UnsignedInt } from "../model/value.ts";
import { isBytes } from "../model/value-kind.ts";

const noSuchOverload = new CelFailure("no such overload");
const notOrdered = new CelFailure("NaN values cannot be ordered");

const greatestInt = 2 ** 63;
const greatestUint = 2 ** 64;

/**
 * Returns a number below 0 if the left value comes first, above 0 if the right one does, 0 if they are equal.
 * Numbers of different types compare by value, strings by their code points. A failure if the right value is
 * not comparable with the left one; undefined if the left one has no order.
 */
export function orderValues(left: CelValue, right: CelValue): number | CelFailure | undefined {
  if (typeof left === "bigint" && typeof right === "bigint") {
    return orderOf(left, right);
  }
  if (isNumeric(left)) {
    return orderMixed(left, right);
  }
  if (typeof left === "string") {
    return typeof right === "string" ? orderTexts(left, right) : noSuchOverload;
  }
  if (typeof left === "boolean") {
    return typeof right === "boolean" ? Number(left) - Number(right) : noSuchOverload;
  }
  return orderReferences(left, right);
}

function orderMixed(left: CelValue, right: CelValue): number | CelFailure {
  if (Number.isNaN(left) || Number.isNaN(right)) {
    return isNumeric(left) && isNumeric(right) ? notOrdered : noSuchOverload;
  }
  return orderNumbers(left, right) ?? noSuchOverload;
}

/**
 * Compares two numbers by value, a double with an integer as doubles; undefined if one is not a number. NaN
 * does not count as one.
 */
export function orderNumbers(left: CelValue, right: CelValue): number | undefined {
  if (!isNumeric(left) || !isNumeric(right) || Number.isNaN(left) || Number.isNaN(right)) {
    return undefined;
  }
  if (typeof left === "number") {
    return typeof right === "number" ? orderOf(left, right) : orderDouble(left, right);
  }
  return typeof right === "number" ? -orderDouble(right, left) : orderOf(wholeOf(left), wholeOf(right));
}

function orderDouble(left: number, right: bigint | UnsignedInt): number {
  const [least, greatest] = right instanceof UnsignedInt ? [0, greatestUint] : [-greatestInt, greatestInt];
  if (left < least || left > greatest) {
    return left < least ? -1 : 1;
  }
  return orderOf(left, Number(wholeOf(right)));
}

function isNumeric(value: CelValue): value is number | bigint | UnsignedInt {
  return typeof value === "bigint" || typeof value === "number" || value instanceof UnsignedInt;
}

function wholeOf(value: bigint | UnsignedInt): bigint {
  return typeof value === "bigint" ? value : value.value;
}

function orderReferences(left: CelValue, right: CelValue): number | CelFailure | undefined {
  if (left instanceof Timestamp) {
    return right instanceof Timestamp
      ? orderOf(left.seconds, right.seconds) || left.nanos - right.nanos
      : noSuchOverload;
  }
  if (left instanceof CelDuration) {
    return right instanceof CelDuration ? orderOf(left.nanos, right.nanos) : noSuchOverload;
  }
  if (!isBytes(left)) {
    return undefined;
  }
  return isBytes(right) ? orderBytes(left, right) : noSuchOverload;
}

function orderOf(left: number | bigint, right: number | bigint): number {
  if (left === right) {
    return 0;
  }
  return left < right ? -1 : 1;
}

function orderBytes(left: Uint8Array, right: Uint8Array): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) {
      return difference;
    }
  }
  return left.length - right.length;
}

/**
 * Compares in the order of UTF-8, which is that of code points: UTF-16 sorts surrogate pairs before U+E000.
 */
function orderTexts(left: string, right: string): number {
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index += 1) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) {
      return isSurrogate(a) === isSurrogate(b) ? a - b : Number(isSurrogate(a)) * 2 - 1;
    }
  }
  return left.length - right.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd8_00 && unit <= 0xdf_ff;
}
