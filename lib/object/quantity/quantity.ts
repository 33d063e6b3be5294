import { approximateProduct, comparedDecimals, type Decimal, sumOf } from "./decimal.ts";

/**
 * A Kubernetes quantity: `1.5Gi`, `250m`, `12e6` (documentation, "Quantity"). Exact: digits × 10^exponent.
 * Kubernetes stores a quantity in 64 bits if possible and otherwise as a number of any length; which of the
 * two matters in `integerOf`.
 */
export interface Quantity extends Decimal {
  /** Whether it is stored in 64 bits. */
  readonly compact: boolean;
}

const shape = /^([+-]?)(\d*)(?:\.(\d*))?([eEinumkKMGTP]*[+-]?\d*)$/;

const wrongFormat =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const wrongNumber = "unable to parse numeric part of quantity";
const wrongSuffix = "unable to parse quantity's suffix";

/**
 * Parses a quantity, or reports its fault in the server's words. Complexity: that of converting the digits to
 * a number.
 */
export function parseQuantity(text: string): Quantity | { readonly fault: string } {
  const parts = text === "" ? null : shape.exec(text);
  return parts === null ? { fault: wrongFormat } : partsValue(parts);
}

function partsValue(parts: RegExpExecArray): Quantity | { readonly fault: string } {
  const [, sign, whole = "", fraction, suffix = ""] = parts;
  const unit = unitOf(suffix);
  if (unit === undefined) {
    return { fault: wrongSuffix };
  }
  // To the server a sign alone is zero, and so is a point.
  const decimals = fraction ?? "";
  const written: Written = {
    negative: sign === "-",
    whole: whole.replace(/^0+(?=\d)/, "") || "0",
    fraction: decimals,
    digitless: whole === "" && decimals === "",
  };
  return compactForm(written, unit) ?? longForm(written, unit);
}

interface Written {
  readonly negative: boolean;
  /** Without leading zeros. */
  readonly whole: string;
  readonly fraction: string;
  /** `.`: no digit on either side. */
  readonly digitless: boolean;
}

interface Unit {
  readonly base: 2 | 10;
  readonly exponent: number;
}

const units: ReadonlyMap<string, Unit> = new Map([
  ["n", { base: 10, exponent: -9 }],
  ["u", { base: 10, exponent: -6 }],
  ["m", { base: 10, exponent: -3 }],
  ["", { base: 10, exponent: 0 }],
  ["k", { base: 10, exponent: 3 }],
  ["M", { base: 10, exponent: 6 }],
  ["G", { base: 10, exponent: 9 }],
  ["T", { base: 10, exponent: 12 }],
  ["P", { base: 10, exponent: 15 }],
  ["E", { base: 10, exponent: 18 }],
  ["Ki", { base: 2, exponent: 10 }],
  ["Mi", { base: 2, exponent: 20 }],
  ["Gi", { base: 2, exponent: 30 }],
  ["Ti", { base: 2, exponent: 40 }],
  ["Pi", { base: 2, exponent: 50 }],
  ["Ei", { base: 2, exponent: 60 }],
]);

function unitOf(suffix: string): Unit | undefined {
  const known = units.get(suffix);
  if (known !== undefined) {
    return known;
  }
  const power = /^[eE]([+-]?\d+)$/.exec(suffix)?.[1];
  if (power === undefined) {
    return undefined;
  }
  const digits = power.replace(/^([+-]?)0+(?=\d)/, "$1");
  if (digits.length > 20 || !fits64(BigInt(digits.replace("+", "")))) {
    return undefined;
  }
  // The server truncates an exponent to 32 bits.
  return { base: 10, exponent: Number(BigInt.asIntN(32, BigInt(digits.replace("+", "")))) };
}

function fits64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

/** The smallest part that is kept: 10⁻⁹. */
const nano = -9;

/** The 64-bit form, if there are few enough digits; otherwise undefined. */
function compactForm(written: Written, unit: Unit): Quantity | undefined {
  const { whole, fraction, negative } = written;
  const length = whole.length + fraction.length;
  if (
    unit.base === 10
      ? length > 18
      : fraction !== "" || 14 - whole.length - Math.trunc(unit.exponent * 0.3) < 0
  ) {
    return undefined;
  }
  const exponent = unit.base === 10 ? (unit.exponent - fraction.length) | 0 : 0;
  const factor = unit.base === 2 ? 2n ** BigInt(unit.exponent) : 1n;
  const digits = BigInt(whole + fraction) * factor;
  return exponent < nano || !fits64(digits)
    ? undefined
    : { digits: negative ? -digits : digits, exponent, compact: true };
}

/** The greatest quantity with a binary unit. */
const greatestBinary = 2n ** 63n - 1n;

/** The form of any length, rounded away from zero to 10⁻⁹. */
function longForm(
  { whole, fraction, negative, digitless }: Written,
  unit: Unit,
): Quantity | { readonly fault: string } {
  if (digitless) {
    return { fault: wrongNumber };
  }
  const factor = unit.base === 2 ? 2n ** BigInt(unit.exponent) : 1n;
  const exponent = ((unit.base === 10 ? unit.exponent : 0) - fraction.length) | 0;
  const digits = BigInt(whole + fraction) * factor;
  const kept = digits === 0n ? { digits, exponent } : roundedUp({ digits, exponent });
  const most = { digits: greatestBinary, exponent: 0 };
  const bounded = unit.base === 2 && comparedDecimals(kept, most) > 0 ? most : kept;
  return { digits: negative ? -bounded.digits : bounded.digits, exponent: bounded.exponent, compact: false };
}

/** Beyond it, a quantity keeps its exponent, where the server would write out the zeros. */
const writtenOut = 1000;

function roundedUp({ digits, exponent }: Decimal): Decimal {
  if (exponent >= nano) {
    const zeros = exponent - nano;
    return zeros > writtenOut
      ? { digits, exponent }
      : { digits: digits * 10n ** BigInt(zeros), exponent: nano };
  }
  const dropped = nano - exponent;
  // A number of n bits is less than 10^(n / 3).
  if (dropped > digits.toString(16).length * 2) {
    return { digits: 1n, exponent: nano };
  }
  const unit = 10n ** BigInt(dropped);
  return { digits: (digits + unit - 1n) / unit, exponent: nano };
}

/** Negative, zero or positive as the left quantity is less, equal or greater. */
export function compareQuantities(left: Quantity, right: Quantity): number {
  return comparedDecimals(left, right);
}

/** The sum; undefined if it would have an absurd number of digits. */
export function addQuantities(left: Quantity, right: Quantity): Quantity | undefined {
  const compact = left.compact && right.compact;
  if (compact && right.digits === 0n) {
    return left;
  }
  if (compact && left.digits === 0n) {
    return right;
  }
  const sum = sumOf(left, right);
  return sum === undefined
    ? undefined
    : { ...sum, compact: compact && fits64(sum.digits) && aligned(left, right, sum) };
}

/** Reports whether both quantities fit into 64 bits with the exponent of their sum. */
function aligned(left: Decimal, right: Decimal, sum: Decimal): boolean {
  const higher = left.exponent > right.exponent ? left : right;
  return fits64(higher.digits * 10n ** BigInt(higher.exponent - sum.exponent));
}

/** The difference; undefined if it would have an absurd number of digits. */
export function subtractQuantities(left: Quantity, right: Quantity): Quantity | undefined {
  const exact = addQuantities(left, { ...right, digits: -right.digits });
  // The server negates in 64 bits, where the least number is its own negation.
  const wrapped = right.compact ? BigInt.asIntN(64, -right.digits) : -right.digits;
  const result = wrapped === -right.digits ? exact : addQuantities(left, { ...right, digits: wrapped });
  return result?.compact === true || exact === undefined ? result : { ...exact, compact: false };
}

/**
 * The quantity as a 64-bit integer, if the server considers it one: it does not check whether the digits
 * after a point are zeros (`1.0` is not one), nor any quantity that it does not store in 64 bits.
 */
export function integerOf({ digits, exponent, compact }: Quantity): bigint | undefined {
  if (!compact || exponent < 0) {
    return undefined;
  }
  if (digits === 0n || exponent > 19) {
    return digits === 0n ? 0n : undefined;
  }
  const value = digits * 10n ** BigInt(exponent);
  return fits64(value) ? value : undefined;
}

/** -1, 0 or 1. */
export function signOf({ digits }: Quantity): bigint {
  if (digits === 0n) {
    return 0n;
  }
  return digits < 0n ? -1n : 1n;
}

/** The quantity as a double, with the same rounding errors as the server's. */
export function approximateNumber(quantity: Quantity): number {
  return approximateProduct(quantity);
}
