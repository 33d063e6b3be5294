/** A non-negative number: 0.digits × 10^point, without zeros at either end; no digits for zero. */
export interface DecimalDigits {
  readonly digits: string;
  readonly point: number;
}

/** A number as a fraction of integers. */
export interface Fraction {
  readonly numerator: bigint;
  /** A power of two. */
  readonly denominator: bigint;
}

/** Returns the exact value of a finite non-negative double. */
export function fractionOf(value: number): Fraction {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7_ffn);
  const fraction = bits & (2n ** 52n - 1n);
  const mantissa = exponent === 0 ? fraction : fraction + 2n ** 52n;
  const power = Math.max(exponent, 1) - 1075;
  return power < 0
    ? { numerator: mantissa, denominator: 2n ** BigInt(-power) }
    : { numerator: mantissa * 2n ** BigInt(power), denominator: 1n };
}

/** The maximum number of decimals of a double. */
const mostDecimals = 1074;

/**
 * Rounds a fraction to the nearest decimal number, ties to even, with that many decimals or significant
 * digits.
 */
export function rounded(
  value: Fraction,
  digits: { readonly decimals: number } | { readonly significant: number },
): DecimalDigits {
  if (value.numerator === 0n) {
    return { digits: "", point: 0 };
  }
  const decimals =
    "decimals" in digits ? Math.min(digits.decimals, mostDecimals) : digits.significant - magnitudeOf(value);
  const text = nearest(value, decimals).toString();
  const significant = text.replace(/0+$/, "");
  return { digits: significant, point: significant === "" ? 0 : text.length - decimals };
}

/** Returns value × 10^decimals as an integer. */
function nearest({ numerator, denominator }: Fraction, decimals: number): bigint {
  const scaled = decimals > 0 ? numerator * 10n ** BigInt(decimals) : numerator;
  const unit = decimals < 0 ? denominator * 10n ** BigInt(-decimals) : denominator;
  const whole = scaled / unit;
  const twice = (scaled % unit) * 2n;
  const up = twice > unit || (twice === unit && whole % 2n === 1n);
  return up ? whole + 1n : whole;
}

/** Returns the number of digits before the point; -1 for 0.01. */
function magnitudeOf({ numerator, denominator }: Fraction): number {
  if (numerator >= denominator) {
    return (numerator / denominator).toString().length;
  }
  const inverse = denominator / numerator;
  const zeros = inverse.toString().length - 1;
  return 10n ** BigInt(zeros) * numerator >= denominator ? 1 - zeros : -zeros;
}
