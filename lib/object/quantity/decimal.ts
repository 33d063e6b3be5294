/** A decimal number of any length: digits × 10^exponent. */
export interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** Negative, zero or positive as the left number is less, equal or greater. Exponents may be far apart. */
export function comparedDecimals(left: Decimal, right: Decimal): number {
  const [leftSign, rightSign] = [signOf(left.digits), signOf(right.digits)];
  if (leftSign !== rightSign || leftSign === 0) {
    return leftSign - rightSign;
  }
  const [leftLength, rightLength] = [magnitudeOf(left), magnitudeOf(right)];
  if (leftLength !== rightLength) {
    return leftLength > rightLength ? leftSign : -leftSign;
  }
  // For equal magnitudes, the exponents differ by at most the digits of the longer number.
  const exponent = Math.min(left.exponent, right.exponent);
  return signOf(scaled(left, exponent) - scaled(right, exponent));
}

function signOf(value: bigint): number {
  if (value === 0n) {
    return 0;
  }
  return value < 0n ? -1 : 1;
}

/** The number of digits before the point. */
function magnitudeOf({ digits, exponent }: Decimal): number {
  const text = digits.toString();
  return text.length - (digits < 0n ? 1 : 0) + exponent;
}

function scaled({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to);
}

/** Numbers whose exponents are further apart are not added. */
const furthest = 10_000;

/** The sum with the smaller of the exponents; undefined if they are more than 10,000 apart. */
export function sumOf(left: Decimal, right: Decimal): Decimal | undefined {
  if (Math.abs(left.exponent - right.exponent) > furthest) {
    return undefined;
  }
  const exponent = Math.min(left.exponent, right.exponent);
  return { digits: scaled(left, exponent) + scaled(right, exponent), exponent };
}

/** The number as a double: the digits as a double, times a power of ten as a double. */
export function approximateProduct({ digits, exponent }: Decimal): number {
  return exponent === 0 ? Number(digits) : Number(digits) * powerOfTen(exponent);
}

/** Powers of ten as the product of two factors, as in Go, so that the last bit is the same. */
function powerOfTen(exponent: number): number {
  if (exponent > 308 || exponent < -323) {
    return exponent < 0 ? 0 : Number.POSITIVE_INFINITY;
  }
  const size = Math.abs(exponent);
  const [large, small] = [size - (size % 32), size % 32];
  return exponent < 0
    ? Number(`1e-${large}`) / Number(`1e${small}`)
    : Number(`1e${large}`) * Number(`1e${small}`);
}
