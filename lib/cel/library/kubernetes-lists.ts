import { orderValues } from "../evaluate/order.ts";
import { CelFailure, type FunctionDeclaration, type Overload } from "../model/expression.ts";
import { simpleTypes } from "../model/type.ts";
import { type CelList, type CelValue, CelDuration, UnsignedInt } from "../model/value.ts";
import { orderedParameters, firstIndex, lastIndex } from "./lists/list-operations.ts";
import {
  aDouble,
  aDuration,
  aList,
  anInt,
  anything,
  aUint,
  method,
  type Parameter,
} from "../signature/signature.ts";
import { arithmeticFunctions } from "./standard/arithmetic.ts";
import { noSuchOverload } from "../signature/overload-form.ts";

const { bool, int } = simpleTypes;

const zeros: readonly { readonly name: string; readonly parameter: Parameter; readonly zero: CelValue }[] = [
  { name: "int", parameter: anInt, zero: 0n },
  { name: "uint", parameter: aUint, zero: new UnsignedInt(0n) },
  { name: "double", parameter: aDouble, zero: 0 },
  { name: "duration", parameter: aDuration, zero: new CelDuration(0n) },
];

/** Kubernetes' own functions on lists. */
export const kubernetesListFunctions: readonly FunctionDeclaration[] = [
  {
    name: "isSorted",
    overloads: orderedParameters.map(({ name, parameter }) =>
      method({
        id: `list_${name}_is_sorted_bool`,
        parameters: [aList(parameter)],
        result: bool,
        call: isSorted,
      }),
    ),
  },
  {
    name: "sum",
    overloads: zeros.map(({ name, parameter, zero }) =>
      method({
        id: `list_${name}_sum_${name}`,
        parameters: [aList(parameter)],
        result: parameter.type,
        call: (list) => sum(list, zero),
      }),
    ),
  },
  { name: "max", overloads: extremes("max", (order) => order < 0) },
  { name: "min", overloads: extremes("min", (order) => order > 0) },
  {
    name: "indexOf",
    overloads: [
      method({
        id: "list_a_index_of_int",
        parameters: [aList(anything("A")), anything("A")],
        result: int,
        call: (list, value) => BigInt(firstIndex(list, value)),
      }),
    ],
  },
  {
    name: "lastIndexOf",
    overloads: [
      method({
        id: "list_a_last_index_of_int",
        parameters: [aList(anything("A")), anything("A")],
        result: int,
        call: (list, value) => BigInt(lastIndex(list, value)),
      }),
    ],
  },
];

function isSorted(list: CelList): boolean | CelFailure {
  let previous: CelValue | undefined;
  for (let index = 0; index < list.size; index += 1) {
    const next = list.at(index);
    if (!hasOrder(next)) {
      return noSuchOverload;
    }
    // A value without an order, such as NaN, is never out of order.
    const order = previous === undefined ? 0 : orderValues(previous, next);
    if (typeof order === "number" && order > 0) {
      return false;
    }
    previous = next;
  }
  return true;
}

function hasOrder(value: CelValue): boolean {
  return orderValues(value, value) !== undefined;
}

const add = arithmeticFunctions.find(({ name }) => name === "_+_")?.overloads[0]?.call;

function sum(list: CelList, zero: CelValue): CelValue | CelFailure {
  let total = zero;
  for (let index = 0; index < list.size; index += 1) {
    const next = add?.(total, list.at(index)) ?? noSuchOverload;
    if (next instanceof CelFailure) {
      return next;
    }
    total = next;
  }
  return total;
}

function extremes(name: "max" | "min", gives: (order: number) => boolean): readonly Overload[] {
  return orderedParameters.map((one) =>
    method({
      id: `list_${one.name}_${name}_${one.name}`,
      parameters: [aList(one.parameter)],
      result: one.parameter.type,
      call: (list) => extreme(list, gives) ?? new CelFailure(`${name} called on empty list`),
    }),
  );
}

/** Returns the first entry that no later one replaces. */
function extreme(list: CelList, gives: (order: number) => boolean): CelValue | CelFailure | undefined {
  let found: CelValue | undefined;
  for (let index = 0; index < list.size; index += 1) {
    const next = list.at(index);
    if (!hasOrder(next)) {
      return noSuchOverload;
    }
    const order = found === undefined ? undefined : orderValues(found, next);
    if (found === undefined || (typeof order === "number" && gives(order))) {
      found = next;
    }
  }
  return found;
}
