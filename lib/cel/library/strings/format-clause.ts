import { valueTypeName, typeOf } from "../../evaluate/value-type.ts";
import { CelFailure } from "../../model/expression.ts";
import { type CelValue, UnsignedInt } from "../../model/value.ts";
import { fixedPoint, scientific } from "./number-text.ts";
import { valueText } from "./value-text.ts";

/** The verb of a clause, which determines how a value is formatted. */
export type FormatVerb = "s" | "d" | "f" | "e" | "b" | "x" | "X" | "o";

/** A placeholder in a format, or the reason that it is invalid. */
export type Clause =
  | { readonly verb: FormatVerb; /** Of `%.3f`: 3. */ readonly precision?: bigint }
  | { readonly fault: string };

const verbs: ReadonlySet<string> = new Set<FormatVerb>(["s", "d", "f", "e", "b", "x", "X", "o"]);

/** Reports whether the letter is a verb. */
export function isVerb(letter: string): letter is FormatVerb {
  return verbs.has(letter);
}

interface Precision {
  readonly precision?: bigint;
  readonly fault?: string;
  readonly end: number;
}

const greatestInt = 2n ** 63n - 1n;

/** Reads the `.3` of `%.3f`, if there is one. */
export function readPrecision(text: string, start: number): Precision {
  if (text.charAt(start) !== ".") {
    return { end: start };
  }
  let end = start + 1;
  while (/\d/.test(text.charAt(end))) {
    end += 1;
  }
  if (end >= text.length) {
    return { fault: "could not find end of precision specifier", end };
  }
  const digits = text.slice(start + 1, end);
  const fault = numberFault(digits);
  return fault === undefined
    ? { precision: BigInt(digits), end }
    : {
        fault: `error while converting precision to integer: strconv.Atoi: parsing "${digits}": ${fault}`,
        end,
      };
}

function numberFault(digits: string): string | undefined {
  if (digits === "") {
    return "invalid syntax";
  }
  const significant = digits.replace(/^0+/, "");
  return significant.length > 19 || BigInt(significant === "" ? "0" : significant) > greatestInt
    ? "value out of range"
    : undefined;
}

/** Formats the value by a clause. */
export function formatClause(
  { verb, precision }: { readonly verb: FormatVerb; readonly precision?: bigint },
  value: CelValue,
): string | CelFailure {
  return writers[verb](value, precision);
}

type Writer = (value: CelValue, precision: bigint | undefined) => string | CelFailure;

const writers: Readonly<Record<FormatVerb, Writer>> = {
  s: valueText,
  d: (value) => integer(value)?.toString() ?? misfit("decimal clause can only be used on integers", value),
  f: (value, precision) => double(value, (number) => fixedPoint(number, precision), "fixed-point"),
  e: (value, precision) => double(value, (number) => scientific(number, precision), "scientific"),
  b: binary,
  x: hexadecimal,
  X: (value) => {
    const text = hexadecimal(value);
    return typeof text === "string" ? text.toUpperCase() : text;
  },
  o: (value) => integer(value)?.toString(8) ?? misfit("octal clause can only be used on integers", value),
};

function integer(value: CelValue): bigint | undefined {
  const number = value instanceof UnsignedInt ? value.value : value;
  return typeof number === "bigint" ? number : undefined;
}

const spelled = new Map([
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
]);

function double(value: CelValue, write: (number: number) => string, name: string): string | CelFailure {
  const number = typeof value === "string" ? spelled.get(value) : value;
  return typeof number === "number"
    ? write(number)
    : misfit(`${name} clause can only be used on doubles`, value);
}

function binary(value: CelValue): string | CelFailure {
  if (typeof value === "boolean") {
    return value ? "1" : "0";
  }
  return integer(value)?.toString(2) ?? misfit("only integers and bools can be formatted as binary", value);
}

function hexadecimal(value: CelValue): string | CelFailure {
  const octets = typeof value === "string" ? new TextEncoder().encode(value) : value;
  if (octets instanceof Uint8Array) {
    return Buffer.from(octets).toString("hex");
  }
  return (
    integer(value)?.toString(16) ??
    misfit("only integers, byte buffers, and strings can be formatted as hex", value)
  );
}

function misfit(rule: string, value: CelValue): CelFailure {
  return new CelFailure(`${rule}, was given ${valueTypeName(typeOf(value))}`);
}
