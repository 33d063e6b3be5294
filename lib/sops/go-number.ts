/** Numbers as Go writes them: the MAC is computed over these texts. */

/**
 * The shortest decimal text of a number without an exponent: `strconv.FormatFloat(value, 'f', -1, 64)` of Go.
 * JavaScript finds the same digits.
 */
export function formatFloat(value: number): string {
  if (!Number.isFinite(value)) {
    return (
      new Map([
        [Number.POSITIVE_INFINITY, "+Inf"],
        [Number.NEGATIVE_INFINITY, "-Inf"],
      ]).get(value) ?? "NaN"
    );
  }
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  return value === 0 ? `${sign}0` : `${sign}${formatPositive(Math.abs(value))}`;
}

function formatPositive(value: number): string {
  const [mantissa = "", exponent = "0"] = value.toExponential().split("e");
  const digits = mantissa.replace(".", "");
  const point = Number(exponent) + 1;
  if (point <= 0) {
    return `0.${"0".repeat(-point)}${digits}`;
  }
  return digits.length <= point
    ? digits.padEnd(point, "0")
    : `${digits.slice(0, point)}.${digits.slice(point)}`;
}

const int64 = { least: -(2n ** 63n), most: 2n ** 63n - 1n };

/**
 * Parses an integer of 64 bits with the prefixes of Go: `0x1f`, `0b1`, `0o17`, and `017` for 15. Undefined
 * for any other text, and for integers of more bits.
 */
export function parseInteger(text: string): bigint | undefined {
  const [, sign, digits = ""] = /^([-+]?)(\w+)$/.exec(text) ?? [];
  const value = magnitude(digits);
  if (value === undefined) {
    return undefined;
  }
  const signed = sign === "-" ? -value : value;
  return signed < int64.least || signed > int64.most ? undefined : signed;
}

function magnitude(digits: string): bigint | undefined {
  if (/^(?:0|[1-9]\d*)$/.test(digits) || /^0(?:[xX][\da-fA-F]+|[bB][01]+|[oO][0-7]+)$/.test(digits)) {
    return BigInt(digits.toLowerCase());
  }
  return /^0[0-7]+$/.test(digits) ? BigInt(`0o${digits.slice(1)}`) : undefined;
}
