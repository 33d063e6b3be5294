import type { JsonObject, JsonValue } from "../../object/json.ts";
import {
  addQuantities,
  compareQuantities,
  parseQuantity,
  type Quantity,
} from "../../object/quantity/quantity.ts";
import { quantityText } from "../admitted/quantity-form.ts";

/** An amount of a resource, and whether it is written with binary units: `1Gi`. */
export interface Amount extends Quantity {
  readonly isBinary: boolean;
}

/** Amounts by the name of the resource. */
export type ResourceList = ReadonlyMap<string, Amount>;

/** A list without resources. */
export const noResources: ResourceList = new Map();

/** Beyond these, no quantity is of use, and its digits could fill the memory. */
const mostExponent = 30;
const mostCharacters = 40;

/** Reads a quantity; undefined if it is none, or an absurd one. */
function readAmount(value: JsonValue): Amount | undefined {
  const text = typeof value === "number" || typeof value === "bigint" ? String(value) : value;
  if (typeof text !== "string" || text.length > mostCharacters) {
    return undefined;
  }
  const quantity = parseQuantity(text);
  return "fault" in quantity || Math.abs(quantity.exponent) > mostExponent
    ? undefined
    : { ...quantity, isBinary: text.endsWith("i") };
}

/** Reads the quantities of a mapping; those that cannot be read are left out. */
export function readResources(map: JsonObject): ResourceList {
  return new Map(
    Object.entries(map).flatMap(([name, value]) => {
      const amount = readAmount(value);
      return amount === undefined ? [] : [[name, amount] as const];
    }),
  );
}

/** A whole number as an amount. */
export function wholeAmount(number: number): Amount {
  return { digits: BigInt(number), exponent: 0, compact: true, isBinary: false };
}

/** Writes an amount as the API server does. */
export function amountText(amount: Amount): string {
  return quantityText(amount, amount.isBinary ? "binary" : "decimal");
}

/** Adds two lists, resource by resource. */
export function addResources(left: ResourceList, right: ResourceList): ResourceList {
  return combine(left, right, addAmounts);
}

/** Returns the greater amount of each resource. */
export function greaterResources(left: ResourceList, right: ResourceList): ResourceList {
  return combine(left, right, (one, other) => (compareQuantities(one, other) < 0 ? other : one));
}

/** Multiplies every amount by a whole number that is not negative. */
export function multiplyResources(list: ResourceList, factor: number): ResourceList {
  const times = BigInt(factor);
  return new Map([...list].map(([name, one]) => [name, { ...one, digits: one.digits * times }]));
}

/** Adds two amounts; the units are those of the first, unless it is 0. */
export function addAmounts(left: Amount, right: Amount): Amount {
  const sum = addQuantities(left, right);
  return sum === undefined ? left : { ...sum, isBinary: left.digits === 0n ? right.isBinary : left.isBinary };
}

function combine(
  left: ResourceList,
  right: ResourceList,
  both: (one: Amount, other: Amount) => Amount,
): ResourceList {
  const combined = new Map(left);
  for (const [name, amount] of right) {
    const present = combined.get(name);
    combined.set(name, present === undefined ? amount : both(present, amount));
  }
  return combined;
}
