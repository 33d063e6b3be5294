/** Parses and formats numbers as Go's `strconv` does, which CEL exposes. */

const int = /^[+\-]?\d+$/v;
const uint = /^\d+$/v;
const decimal = /^[+\-]?(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+\-]?\d[\d_]*)?$/v;
const hexadecimal = /^([+\-]?)0[xX]([\da-fA-F]*)\.?([\da-fA-F]*)[pP]([+\-]?\d+)$/v;
const special: ReadonlyMap<string, number> = new Map([
  ["nan", Number.NaN],
  ["inf", Number.POSITIVE_INFINITY],
  ["infinity", Number.POSITIVE_INFINITY],
]);

/** More digits than a 64-bit number has, leading zeros aside. */
const mostDigits = 4096;

/** Parses a signed 64-bit integer; undefined if the text is not one. */
export function readInt(text: string): bigint | undefined {
  if (!int.test(text) || text.length > mostDigits) {
    return undefined;
  }
  const value = BigInt(text.startsWith("+") ? text.slice(1) : text);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}

/** Parses an unsigned 64-bit integer; undefined if the text is not one. */
export function readUint(text: string): bigint | undefined {
  if (!uint.test(text) || text.length > mostDigits) {
    return undefined;
  }
  const value = BigInt(text);
  return BigInt.asUintN(64, value) === value ? value : undefined;
}

/**
 * Parses a number, decimal or hexadecimal, infinity or NaN; undefined if the text is not one or exceeds a
 * double.
 */
export function readDouble(text: string): number | undefined {
  const name = text.toLowerCase().replace(/^[+\-]/v, "");
  const found = special.get(name);
  if (found !== undefined) {
    return Number.isNaN(found) && name !== text.toLowerCase() ? undefined : signed(text, found);
  }
  if (text.length > mostDigits || /__|_[.eEpP]|[.eEpP]_|_$|^[+\-]?_/v.test(text)) {
    return undefined;
  }
  const value = decimal.test(text) ? Number(text.replaceAll("_", "")) : readHexadecimal(text);
  return value === undefined || !Number.isFinite(value) ? undefined : value;
}

function readHexadecimal(text: string): number | undefined {
  const [, sign = "", before = "", behind = "", power = ""] =
    hexadecimal.exec(text.replaceAll("_", "")) ?? [];
  if (before + behind === "") {
    return undefined;
  }
  const exponent = Number(power) - 4 * behind.length;
  const mantissa = BigInt(`0x${before}${behind}`);
  if (mantissa === 0n || exponent < -5000) {
    return signed(sign, 0);
  }
  return signed(sign, scale(mantissa, exponent));
}

function scale(mantissa: bigint, exponent: number): number {
  if (exponent > 0 && exponent < 1100) {
    return Number(mantissa << BigInt(exponent));
  }
  const half = Math.trunc(exponent / 2);
  return Number(mantissa) * 2 ** half * 2 ** (exponent - half);
}

function signed(text: string, value: number): number {
  return text.startsWith("-") ? -value : value;
}

/** Formats a number in the shortest form: with an exponent below 0.0001 and from a million on, `1e+06`. */
export function writeDouble(value: number): string {
  if (!Number.isFinite(value)) {
    return writeSpecial(value);
  }
  const [digits = "", power = ""] = value.toExponential().split("e");
  const exponent = Number(power);
  if (exponent >= -4 && exponent < 6) {
    return Object.is(value, -0) ? "-0" : writeFixed(value);
  }
  return `${digits}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

function writeSpecial(value: number): string {
  if (Number.isNaN(value)) {
    return "NaN";
  }
  return value > 0 ? "+Inf" : "-Inf";
}

/** Formats a number in the shortest form without an exponent. */
export function writeFixed(value: number): string {
  const [digits = "", power] = value.toString().split("e");
  if (power === undefined) {
    return digits;
  }
  const [sign, rest] = digits.startsWith("-") ? ["-", digits.slice(1)] : ["", digits];
  const [whole = "", fraction = ""] = rest.split(".");
  const exponent = Number(power);
  return exponent < 0
    ? `${sign}0.${"0".repeat(-exponent - 1)}${whole}${fraction}`
    : `${sign}${whole}${fraction.padEnd(exponent, "0")}`;
}
