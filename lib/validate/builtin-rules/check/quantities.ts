import {
  compareQuantities,
  parseQuantity,
  type Quantity,
  signOf,
} from "../../../object/quantity/quantity.ts";
import { reportInvalid } from "./faults.ts";
import type { Part } from "./part.ts";

/** The quantity of a part; undefined if it is absent or none. */
export function quantityOf({ value }: Part): Quantity | undefined {
  if (value === undefined || typeof value === "object" || typeof value === "boolean") {
    return undefined;
  }
  return parsedQuantity(String(value).trim());
}

/** Quantities that have been read: a set has few different ones. */
const parsedQuantities = new Map<string, Quantity | undefined>();
const mostParsed = 1000;

function parsedQuantity(text: string): Quantity | undefined {
  const known = parsedQuantities.get(text);
  if (known !== undefined) {
    return known;
  }
  const parsed = parseQuantity(text);
  const quantity = "fault" in parsed ? undefined : parsed;
  if (parsedQuantities.size >= mostParsed) {
    parsedQuantities.clear();
  }
  parsedQuantities.set(text, quantity);
  return quantity;
}

/** The quantity as in the manifest, for messages. */
export function shown({ value }: Part): string {
  return typeof value === "object" ? "" : String(value);
}

/** Compares two quantities; an absent one is 0. */
export function compareParts(left: Part, right: Part): number {
  const zero = { value: 0 };
  const [first = zeroQuantity, second = zeroQuantity] = [left, right].map((part) =>
    quantityOf({ ...part, ...(part.value === undefined ? zero : {}) }),
  );
  return compareQuantities(first, second);
}

const zeroQuantity: Quantity = { digits: 0n, exponent: 0, compact: true };

/** Checks that a quantity is not negative. */
export function nonNegativeQuantity(part: Part): void {
  const quantity = quantityOf(part);
  if (quantity !== undefined && signOf(quantity) < 0n) {
    reportInvalid(part, "must be greater than or equal to 0");
  }
}

/** Checks that a quantity is greater than 0. */
export function positiveQuantity(part: Part): void {
  const quantity = quantityOf(part);
  if (quantity !== undefined && signOf(quantity) <= 0n) {
    reportInvalid(part, "must be greater than zero");
  }
}

/** Reports whether a quantity is a whole number once it is rounded up to thousandths. */
export function isWhole(part: Part): boolean {
  const quantity = quantityOf(part);
  if (quantity === undefined || quantity.exponent >= 0) {
    return true;
  }
  const unit = 10n ** BigInt(-quantity.exponent);
  const milli = -((-quantity.digits * 1000n) / unit);
  const isExact = (quantity.digits * 1000n) % unit === 0n || quantity.digits < 0n;
  return (isExact ? milli : milli + 1n) % 1000n === 0n;
}

/** Reports whether a quantity is a multiple of another one. */
export function isMultiple(part: Part, unit: Quantity): boolean {
  const quantity = quantityOf(part);
  const [value, size] = [quantity && wholeValue(quantity), wholeValue(unit)];
  return value === undefined || size === undefined || (size > 0n && value % size === 0n);
}

function wholeValue({ digits, exponent }: Quantity): bigint | undefined {
  if (exponent > 30) {
    return undefined;
  }
  if (exponent >= 0) {
    return digits * 10n ** BigInt(exponent);
  }
  const unit = 10n ** BigInt(-exponent);
  return digits % unit === 0n || digits < 0n ? digits / unit : digits / unit + 1n;
}
