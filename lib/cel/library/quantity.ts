import type { CelValue, Opaque } from "../model/value.ts";
import { CelFailure, type FunctionDeclaration } from "../model/expression.ts";
import { type OpaqueType, simpleTypes } from "../model/type.ts";
import {
  addQuantities,
  approximateNumber,
  compareQuantities,
  integerOf,
  parseQuantity,
  signOf,
  subtractQuantities,
  type Quantity,
} from "../../object/quantity/quantity.ts";
import { anInt, aString, method, ofClass, plain } from "../signature/signature.ts";

const { bool, double, int } = simpleTypes;
/** The type of quantities. */
export const quantityType: OpaqueType = { kind: "opaque", name: "kubernetes.Quantity" };

/** A quantity as a value. */
export class QuantityValue implements Opaque {
  readonly tag = "opaque";
  readonly type: OpaqueType = quantityType;
  readonly quantity: Quantity;

  constructor(quantity: Quantity) {
    this.quantity = quantity;
  }

  /** Reports whether the other is the same amount, in whatever notation. */
  equals(other: Opaque): boolean {
    return other instanceof QuantityValue && compareQuantities(this.quantity, other.quantity) === 0;
  }
}

const aQuantity = ofClass(quantityType, (value): value is QuantityValue => value instanceof QuantityValue);
const pair = [aQuantity, aQuantity] as const;

/** Kubernetes' functions on quantities: `quantity("1Gi").isGreaterThan(quantity("500Mi"))`. */
export const quantityFunctions: readonly FunctionDeclaration[] = [
  {
    name: "quantity",
    overloads: [
      plain({ id: "string_to_quantity", parameters: [aString], result: quantityType, call: toQuantity }),
    ],
  },
  {
    name: "isQuantity",
    overloads: [
      plain({
        id: "is_quantity_string",
        parameters: [aString],
        result: bool,
        call: (text) => !("fault" in parseQuantity(text)),
      }),
    ],
  },
  {
    name: "sign",
    overloads: [
      plain({
        id: "quantity_sign",
        parameters: [aQuantity],
        result: int,
        call: ({ quantity }) => signOf(quantity),
      }),
    ],
  },
  {
    name: "isGreaterThan",
    overloads: [
      method({
        id: "quantity_is_greater_than",
        parameters: pair,
        result: bool,
        call: (left, right) => compareQuantities(left.quantity, right.quantity) > 0,
      }),
    ],
  },
  {
    name: "isLessThan",
    overloads: [
      method({
        id: "quantity_is_less_than",
        parameters: pair,
        result: bool,
        call: (left, right) => compareQuantities(left.quantity, right.quantity) < 0,
      }),
    ],
  },
  {
    name: "compareTo",
    overloads: [
      method({
        id: "quantity_compare_to",
        parameters: pair,
        result: int,
        call: (left, right) => BigInt(Math.sign(compareQuantities(left.quantity, right.quantity))),
      }),
    ],
  },
  {
    name: "asApproximateFloat",
    overloads: [
      method({
        id: "quantity_get_float",
        parameters: [aQuantity],
        result: double,
        call: ({ quantity }) => approximateNumber(quantity),
      }),
    ],
  },
  {
    name: "asInteger",
    overloads: [
      method({
        id: "quantity_get_int",
        parameters: [aQuantity],
        result: int,
        call: ({ quantity }) => integerOf(quantity) ?? new CelFailure("cannot convert value to integer"),
      }),
    ],
  },
  {
    name: "isInteger",
    overloads: [
      method({
        id: "quantity_is_integer",
        parameters: [aQuantity],
        result: bool,
        call: ({ quantity }) => integerOf(quantity) !== undefined,
      }),
    ],
  },
  combination("add", addQuantities),
  combination("sub", subtractQuantities),
];

function combination(
  name: "add" | "sub",
  combine: (left: Quantity, right: Quantity) => Quantity | undefined,
): FunctionDeclaration {
  return {
    name,
    overloads: [
      method({
        id: `quantity_${name}`,
        parameters: pair,
        result: quantityType,
        call: (left, right) => valueOf(combine(left.quantity, right.quantity)),
      }),
      method({
        id: `quantity_${name}_int`,
        parameters: [aQuantity, anInt],
        result: quantityType,
        call: (left, right) => valueOf(combine(left.quantity, { digits: right, exponent: 0, compact: true })),
      }),
    ],
  };
}

function toQuantity(text: string): CelValue | CelFailure {
  const quantity = parseQuantity(text);
  return "fault" in quantity ? new CelFailure(quantity.fault) : new QuantityValue(quantity);
}

function valueOf(quantity: Quantity | undefined): CelValue | CelFailure {
  return quantity === undefined
    ? new CelFailure("operation cancelled: actual cost limit exceeded", "cost")
    : new QuantityValue(quantity);
}
