import type { FunctionDeclaration, Overload } from "../../model/expression.ts";
import { orderValues } from "../../evaluate/order.ts";
import { type CelType, simpleTypes } from "../../model/type.ts";
import { type OverloadCall, globalForm, noSuchFunction } from "../../signature/overload-form.ts";

const { bool, int, uint, double, string, bytes, timestamp, duration } = simpleTypes;

/** The pairs of types that have an order. Numbers of different types compare by value. */
const pairs: readonly (readonly [string, CelType, CelType])[] = [
  ["bool", bool, bool],
  ["int64", int, int],
  ["int64_double", int, double],
  ["int64_uint64", int, uint],
  ["uint64", uint, uint],
  ["uint64_double", uint, double],
  ["uint64_int64", uint, int],
  ["double", double, double],
  ["double_int64", double, int],
  ["double_uint64", double, uint],
  ["string", string, string],
  ["bytes", bytes, bytes],
  ["timestamp", timestamp, timestamp],
  ["duration", duration, duration],
];

/** `<`, `<=`, `>` and `>=`. */
export const comparisonFunctions: readonly FunctionDeclaration[] = [
  comparison("_<_", "less", (order) => order < 0),
  comparison("_<=_", "less_equals", (order) => order <= 0),
  comparison("_>_", "greater", (order) => order > 0),
  comparison("_>=_", "greater_equals", (order) => order >= 0),
];

function comparison(name: string, prefix: string, holds: (order: number) => boolean): FunctionDeclaration {
  const call: OverloadCall = (left = null, right = null) => {
    const order = orderValues(left, right);
    if (order === undefined) {
      return noSuchFunction(name, left);
    }
    return typeof order === "number" ? holds(order) : order;
  };
  const overloads: readonly Overload[] = pairs.map(([suffix, left, right]) =>
    globalForm(`${prefix}_${suffix}`, [bool, left, right], call),
  );
  return { name, overloads };
}
