import type { JsonValue } from "../../object/json.ts";
import { resolveScalar, type ResolvedScalar } from "./scalar.ts";

/**
 * A scalar in the text: its tag (long form; empty if there is none) and whether it is plain, without quotes.
 */
export interface WrittenScalar {
  readonly text: string;
  readonly tag: string;
  readonly plain: boolean;
}

/** The scalar's value, or the reason it has none. */
export type ScalarReading = { readonly value: JsonValue } | { readonly problem: string };

/** A mapping key as a string, or the reason it cannot be one. */
export type KeyReading = { readonly key: string } | { readonly problem: string };

const yamlTag = "tag:yaml.org,2002:";
const resolvable = new Set(["null", "bool", "int", "float", "timestamp"]);

function resolveWritten(scalar: WrittenScalar): ResolvedScalar | { readonly problem: string } {
  const { text, tag } = scalar;
  const name = tag.startsWith(yamlTag) ? tag.slice(yamlTag.length) : undefined;
  if (name === "binary") {
    return decodeBinary(text);
  }
  if (tag === "" ? !scalar.plain : !resolvable.has(name ?? "")) {
    return { type: "str", value: text };
  }
  const resolved = resolveScalar(text);
  if (tag === "" || resolved.type === name || (name === "float" && resolved.type === "int")) {
    return resolved;
  }
  return { problem: `is not a valid !!${name}: remove the tag, or correct the value` };
}

function decodeBinary(text: string): ResolvedScalar | { readonly problem: string } {
  const digits = text.replaceAll(/[\r\n]/g, "");
  if (digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(digits)) {
    return { problem: "is not valid base64: correct it, or remove the tag !!binary" };
  }
  const bytes = Uint8Array.from(atob(digits), (character) => character.charCodeAt(0));
  return { type: "str", value: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) };
}

/** Reads the scalar as kubectl does. */
export function readScalar(scalar: WrittenScalar): ScalarReading {
  const resolved = resolveWritten(scalar);
  if ("problem" in resolved) {
    return resolved;
  }
  return typeof resolved.value === "number" && !Number.isFinite(resolved.value)
    ? { problem: "is not a number in JSON, which has neither infinity nor NaN: quote it" }
    : { value: resolved.value };
}

/** The key as sigs.k8s.io/yaml converts it to JSON: `1` is "1", `yes` is "true", `1.10` is "1.1". */
export function readKey(scalar: WrittenScalar): KeyReading {
  const resolved = resolveWritten(scalar);
  if ("problem" in resolved) {
    return resolved;
  }
  const { type, value } = resolved;
  if (value === null) {
    return { problem: "is not a valid key: quote it, or write one" };
  }
  if (type === "float") {
    return { key: formatFloatKey(Number(value)) };
  }
  return typeof value === "bigint" && value >= 2n ** 63n
    ? { problem: "is too large for a numeric key: quote it" }
    : { key: String(value) };
}

/** Go's `strconv.FormatFloat(value, 'g', -1, 32)`: the shortest digits of the nearest 32-bit float. */
function formatFloatKey(value: number): string {
  const single = Math.fround(value);
  if (Number.isNaN(single)) {
    return ".nan";
  }
  if (!Number.isFinite(single)) {
    return single > 0 ? ".inf" : "-.inf";
  }
  let precision = 1;
  while (precision < 9 && Math.fround(Number(single.toPrecision(precision))) !== single) {
    precision += 1;
  }
  const digits = Number(single.toPrecision(precision)).toExponential();
  const split = digits.indexOf("e");
  const exponent = Number(digits.slice(split + 1));
  if (exponent >= -4 && exponent < 6) {
    return String(Number(digits));
  }
  const sign = exponent < 0 ? "-" : "+";
  return `${digits.slice(0, split)}e${sign}${String(Math.abs(exponent)).padStart(2, "0")}`;
}
