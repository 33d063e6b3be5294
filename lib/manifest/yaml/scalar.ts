/**
 * The value of a plain or tagged scalar: the `resolve` of goyaml v2, on which sigs.k8s.io/yaml and kubectl
 * are based. It is YAML 1.1 for booleans and numbers, without base 60 and with dates as strings.
 */
import { exactNumber, type JsonValue } from "../../object/json.ts";

/** The type of a scalar, and its value if JSON has one. `.inf` and `.nan` are floats that JSON lacks. */
export interface ResolvedScalar {
  readonly type: "null" | "bool" | "int" | "float" | "str" | "timestamp";
  readonly value: null | boolean | number | bigint | string;
}

const named: ReadonlyMap<string, ResolvedScalar> = new Map([
  ...words("y Y yes Yes YES true True TRUE on On ON", { type: "bool", value: true }),
  ...words("n N no No NO false False FALSE off Off OFF", { type: "bool", value: false }),
  ...words("~ null Null NULL", { type: "null", value: null }),
  ["", { type: "null", value: null }] as const,
  ...words(".nan .NaN .NAN", { type: "float", value: Number.NaN }),
  ...words(".inf .Inf .INF +.inf +.Inf +.INF", { type: "float", value: Number.POSITIVE_INFINITY }),
  ...words("-.inf -.Inf -.INF", { type: "float", value: Number.NEGATIVE_INFINITY }),
]);

function words(list: string, scalar: ResolvedScalar): readonly (readonly [string, ResolvedScalar])[] {
  return list.split(" ").map((word) => [word, scalar] as const);
}

const firstSpecial = /^[-+.0-9yYnNtTfFoO~]/;
const decimalInteger = /^[-+]?[0-9]+$/;
const prefixedInteger = /^[-+]?0(?:[bB][01]+|[oO]?[0-7]+|[xX][0-9a-fA-F]+)$/;
const yamlFloat = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
const binaryLeftover = /^(?:0b[-+]|-0b\+?)[01]+$/;
const timestamp =
  /^[0-9]{4}-(?:0?[1-9]|1[0-2])-(?:0?[1-9]|[12][0-9]|3[01])(?:[Tt ](?:[01]?[0-9]|2[0-3]):[0-5]?[0-9]:[0-5]?[0-9](?:[.,][0-9]+)?(?:Z|[-+][0-9]{2}:[0-9]{2})?)?$/;

/** Resolves a plain scalar: `yes` is true, `0777` is 511, `1_000` is 1000, `1:30` a string. */
export function resolveScalar(text: string): ResolvedScalar {
  if (text !== "" && !firstSpecial.test(text)) {
    return { type: "str", value: text };
  }
  return named.get(text) ?? resolveNumber(text) ?? { type: "str", value: text };
}

/** A plain scalar's value; a string if it is nothing else. */
export function scalarValue(text: string): JsonValue {
  return resolveScalar(text).value;
}

function resolveNumber(text: string): ResolvedScalar | undefined {
  const first = text.charCodeAt(0);
  if (first === 0x2e) {
    return resolveDotted(text);
  }
  if ((first < 0x30 || first > 0x39) && first !== 0x2b && first !== 0x2d) {
    return undefined;
  }
  if (timestamp.test(text)) {
    return { type: "timestamp", value: text };
  }
  const plain = text.replaceAll("_", "");
  return resolveInteger(plain) ?? resolveFloat(plain) ?? resolveBinaryLeftover(plain);
}

const dottedFloat = /^\.[0-9][0-9_]*(?:[eE][-+]?[0-9][0-9_]*)?$/;

/** After a dot goyaml accepts the same as Go's ParseFloat: underscores only between digits. */
function resolveDotted(text: string): ResolvedScalar | undefined {
  return dottedFloat.test(text) && !/__|_(?:[eE]|$)/.test(text)
    ? resolveFloat(text.replaceAll("_", ""))
    : undefined;
}

/** 64 binary digits and their prefix, and spare zeros. */
const longestInteger = 100;

function resolveInteger(plain: string): ResolvedScalar | undefined {
  const signed = plain.startsWith("-") || plain.startsWith("+");
  const digits = signed ? plain.slice(1) : plain;
  if (digits.length > longestInteger) {
    return undefined;
  }
  const prefixed = digits.length > 1 && digits.startsWith("0");
  if (!(prefixed ? prefixedInteger : decimalInteger).test(plain)) {
    return undefined;
  }
  const magnitude = readMagnitude(digits);
  const value = plain.startsWith("-") ? -magnitude : magnitude;
  return fits(value, signed) ? { type: "int", value: exactNumber(value) } : undefined;
}

/** Go reads `017` as octal, JavaScript only `0o17`. */
function readMagnitude(digits: string): bigint {
  return BigInt(/^0[0-7]/.test(digits) ? `0o${digits}` : digits.toLowerCase());
}

/** goyaml tries 64 bits with a sign, then without one. */
function fits(value: bigint, signed: boolean): boolean {
  return value >= -(2n ** 63n) && value < (signed ? 2n ** 63n : 2n ** 64n);
}

function resolveFloat(plain: string): ResolvedScalar | undefined {
  if (!yamlFloat.test(plain)) {
    return undefined;
  }
  const value = Number(plain);
  return Number.isFinite(value) ? { type: "float", value: value === 0 ? 0 : value } : undefined;
}

/** `0b-11` is -3 in goyaml, an accident that it keeps. */
function resolveBinaryLeftover(plain: string): ResolvedScalar | undefined {
  if (!binaryLeftover.test(plain)) {
    return undefined;
  }
  const magnitude = BigInt(`0b${plain.replaceAll(/^-?0b[-+]?/g, "")}`);
  return magnitude < 2n ** 63n
    ? { type: "int", value: exactNumber(plain.includes("-") ? -magnitude : magnitude) }
    : undefined;
}
