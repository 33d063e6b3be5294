import { CelFailure } from "../model/expression.ts";
import { type CelList, type CelValue, UnsignedInt } from "../model/value.ts";
import type { StepOutcome } from "./step.ts";
import { unsupportedOperand } from "./evaluation-abort.ts";
import { isCelObject, isList, isMap } from "../model/value-kind.ts";
import { valueTypeName, typeOf } from "./value-type.ts";

/**
 * Returns the value under a key: a field of an object, a value of a map, an entry of a list. If there is
 * none: undefined if the caller `asks` for its presence, else a failure.
 */
export function findEntry(value: CelValue, key: CelValue, asks: boolean): StepOutcome | undefined {
  try {
    return find(value, key, asks);
  } catch (error) {
    return unsupportedOperand(error);
  }
}

function find(value: CelValue, key: CelValue, asks: boolean): StepOutcome | undefined {
  if (isCelObject(value)) {
    return typeof key === "string" ? found(value.get(key), key, asks) : noSuchOverload;
  }
  if (isMap(value)) {
    return found(value.get(key), key, asks);
  }
  return isList(value) ? findAt(value, key, asks) : missing(key, asks);
}

const noSuchOverload = new CelFailure("no such overload");

/** Null is a value like others. */
function found(value: CelValue | undefined, key: CelValue, asks: boolean): StepOutcome | undefined {
  return value === undefined ? missing(key, asks) : value;
}

function missing(key: CelValue, asks: boolean): CelFailure | undefined {
  return asks ? undefined : new CelFailure(`no such key: ${writtenValue(key)}`);
}

function findAt(list: CelList, key: CelValue, asks: boolean): StepOutcome | undefined {
  const index = indexOf(key);
  if (index === undefined) {
    const what = typeof key === "number" ? `value ${key}` : `type '${valueTypeName(typeOf(key))}'`;
    return new CelFailure(`unsupported index ${what} in list`);
  }
  if (index >= 0 && index < list.size) {
    return list.at(index);
  }
  return asks ? undefined : new CelFailure(`index out of bounds: ${writtenValue(key)}`);
}

/** Whole numbers of any type are indices. */
function indexOf(key: CelValue): number | undefined {
  if (typeof key === "bigint") {
    return Number(key);
  }
  if (key instanceof UnsignedInt) {
    return Number(key.value);
  }
  return typeof key === "number" && Number.isInteger(key) ? key : undefined;
}

/** Formats a key for messages: a string without quotes, numbers in digits. */
export function writtenValue(value: CelValue): string {
  if (value instanceof UnsignedInt) {
    return String(value.value);
  }
  return typeof value === "object" ? "" : String(value);
}
