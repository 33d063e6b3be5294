/** The default precision. */
const usualDigits = 6;
/** Above this precision the server's formatter fails to read the number, and writes the text below. */
const unreadablePrecision = 10_000_009n;
const unreadable = "%!(NOVERB)";

/**
 * Formats a double with decimals and thousands separators. The server's formatter (golang.org/x/text, in
 * English) keeps the number of digits in 8 and 16 bits: up to 255 they are all written; above that, trailing
 * zeros only up to the remainder modulo 256.
 */
export function fixedPoint(value: number, precision: bigint = BigInt(usualDigits)): string {
  if (precision > unreadablePrecision) {
    return unreadable;
  }
  if (!Number.isFinite(value)) {
    return special(value);
  }
  const least = Number(BigInt.asUintN(8, precision));
  const most = Number(BigInt.asIntN(16, precision));
  const decimal = most < 0 ? shortest(value) : rounded(fractionOf(Math.abs(value)), { decimals: most });
  const { whole, fraction } = placed(decimal);
  const padded = fraction.padEnd(least, "0");
  const sign = value < 0 ? "-" : "";
  return `${sign}${grouped(whole)}${padded === "" ? "" : `.${padded}`}`;
}

/**
 * Formats a double with six decimals and a power of ten: `1.500000×10⁰⁰`. The server treats the precision as
 * the minimum number of characters.
 */
export function scientific(value: number, precision: bigint = BigInt(usualDigits)): string {
  if (precision > unreadablePrecision) {
    return unreadable;
  }
  const text = Number.isFinite(value) ? powerOfTen(value) : special(value);
  return text.padStart(Number(BigInt.asUintN(16, precision)), " ");
}

function powerOfTen(value: number): string {
  const decimal = rounded(fractionOf(Math.abs(value)), { significant: usualDigits + 1 });
  const digits = decimal.digits.padEnd(usualDigits + 1, "0");
  const exponent = decimal.digits === "" ? 0 : decimal.point - 1;
  const sign = value < 0 ? "-" : "";
  return `${sign}${digits.charAt(0)}.${digits.slice(1)}×10${exponent < 0 ? "⁻" : ""}${superscript(Math.abs(exponent))}`;
}

function superscript(exponent: number): string {
  return Array.from(String(exponent).padStart(2, "0"))
    .map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹".charAt(Number(digit)))
    .join("");
}

function special(value: number): string {
  if (Number.isNaN(value)) {
    return "NaN";
  }
  return value < 0 ? "-∞" : "∞";
}

/** Returns the shortest digits that identify this double. */
function shortest(value: number): DecimalDigits {
  const [mantissa = "0", exponent = "0"] = Math.abs(value).toExponential().split("e");
  const digits = mantissa.replace(".", "").replace(/0+$/, "");
  return { digits, point: digits === "" ? 0 : Number(exponent) + 1 };
}

function placed({ digits, point }: DecimalDigits): { readonly whole: string; readonly fraction: string } {
  if (point <= 0) {
    return { whole: "0", fraction: digits === "" ? "" : "0".repeat(-point) + digits };
  }
  return { whole: digits.slice(0, point).padEnd(point, "0"), fraction: digits.slice(point) };
}

function grouped(whole: string): string {
  const first = whole.length % 3;
  const groups = whole.slice(first).match(/\d{3}/g) ?? [];
  return (first === 0 ? groups : [whole.slice(0, first), ...groups]).join(",");
}

/** Formats the double with six decimals, as a CEL literal. */
export function plainFixedPoint(value: number): string {
  if (Number.isNaN(value)) {
    return "NaN";
  }
  if (!Number.isFinite(value)) {
    return value < 0 ? "-Inf" : "+Inf";
  }
  const { whole, fraction } = placed(rounded(fractionOf(Math.abs(value)), { decimals: usualDigits }));
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  return `${sign}${whole}.${fraction.padEnd(usualDigits, "0")}`;
}

/** A non-negative number: 0.digits × 10^point, without zeros at either end; no digits for zero. */
interface DecimalDigits {
  readonly digits: string;
  readonly point: number;
}

/** A number as a fraction of integers. */
interface Fraction {
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
