import type { JsonObject, JsonValue } from "../../object/json.ts";
import { parseQuantity, type Quantity } from "../../object/quantity/quantity.ts";

/** Beyond these limits, no quantity is of use, and its digits could fill the memory. */
const mostExponent = 30;
const mostCharacters = 40;

/**
 * Returns a quantity as the API server writes it: `1000m` as `1`, `1024Mi` as `1Gi`. A value that is no
 * quantity is returned unchanged. Source: `CanonicalizeBytes` of k8s.io/apimachinery, pkg/api/resource.
 */
export function canonicalQuantity(value: JsonValue): JsonValue {
  const text = typeof value === "number" || typeof value === "bigint" ? String(value) : value;
  if (typeof text !== "string" || text.length > mostCharacters) {
    return value;
  }
  const quantity = parseQuantity(text);
  return "fault" in quantity || Math.abs(quantity.exponent) > mostExponent
    ? value
    : quantityText(quantity, writingOf(text));
}

function writingOf(text: string): QuantityWriting {
  if (text.endsWith("i")) {
    return "binary";
  }
  return /[eE]/.test(text.replace(/E$/, "")) ? "exponent" : "decimal";
}

/** The units that a quantity is written with: `1Gi`, `1G` or `1e9`. */
export type QuantityWriting = "binary" | "decimal" | "exponent";

/** Writes a quantity with such units; below 1024, binary ones are not used. */
export function quantityText(
  { digits, exponent }: Pick<Quantity, "digits" | "exponent">,
  writing: QuantityWriting,
): string {
  const whole = writing === "binary" ? integerIn(digits, exponent) : undefined;
  return whole !== undefined && (whole >= 1024n || whole <= -1024n)
    ? binaryText(whole)
    : decimalText(digits, exponent, writing === "exponent");
}

/** Returns the object with all values as quantities. */
export function canonicalQuantities(map: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, canonicalQuantity(value)]));
}

function integerIn(digits: bigint, exponent: number): bigint | undefined {
  if (exponent >= 0) {
    return digits * 10n ** BigInt(exponent);
  }
  const divisor = 10n ** BigInt(-exponent);
  return digits % divisor === 0n ? digits / divisor : undefined;
}

const binarySuffixes = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];

function binaryText(number: bigint): string {
  let [rest, steps] = [number, 0];
  while (rest % 1024n === 0n && steps < binarySuffixes.length - 1) {
    rest /= 1024n;
    steps += 1;
  }
  return `${rest}${binarySuffixes[steps] ?? ""}`;
}

/** The smallest part of a quantity is a billionth: smaller ones are rounded up by the API server. */
const leastExponent = -9;
const mostPower = 18;
const decimalSuffixes: ReadonlyMap<number, string> = new Map([
  [-9, "n"],
  [-6, "u"],
  [-3, "m"],
  [0, ""],
  [3, "k"],
  [6, "M"],
  [9, "G"],
  [12, "T"],
  [15, "P"],
  [18, "E"],
]);

function decimalText(digits: bigint, exponent: number, hasExponent: boolean): string {
  const { rest, power } = shortest(digits, exponent);
  if (rest === 0n) {
    return "0";
  }
  const exponentText = power === 0 ? "" : `e${power}`;
  return `${rest}${hasExponent ? exponentText : (decimalSuffixes.get(power) ?? "")}`;
}

interface Scaled {
  readonly rest: bigint;
  readonly power: number;
}

/** The number with a power of ten that has a suffix, and as few digits as possible. */
function shortest(digits: bigint, exponent: number): Scaled {
  let [rest, power] = [digits, exponent];
  while (rest !== 0n && rest % 10n === 0n) {
    rest /= 10n;
    power += 1;
  }
  while (power < leastExponent) {
    rest = rest / 10n + (rest % 10n > 0n ? 1n : 0n);
    power += 1;
  }
  while (power % 3 !== 0 || power > mostPower) {
    rest *= 10n;
    power -= 1;
  }
  return { rest, power };
}
