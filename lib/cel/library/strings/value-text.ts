import { orderValues } from "../../evaluate/order.ts";
import { asMap, isBytes, isList, isType } from "../../model/value-kind.ts";
import { valueTypeName, typeOf } from "../../evaluate/value-type.ts";
import { CelFailure } from "../../model/expression.ts";
import { type CelList, type CelMap, type CelValue, CelDuration, Timestamp } from "../../model/value.ts";
import { toText } from "../standard/convert-value.ts";
import { goQuoted } from "./go-quoted.ts";
import { longestText, textTooLong } from "./characters.ts";
import { plainFixedPoint } from "./number-text.ts";

/** The maximum depth; values that fit a schema are never deeper. Deeper ones are a failure. */
const deepest = 500;

const scalarTypes: ReadonlySet<string> = new Set([
  "int",
  "uint",
  "double",
  "bool",
  "string",
  "bytes",
  "type",
  "google.protobuf.Timestamp",
  "google.protobuf.Duration",
]);

/** Formats a value for the clause `%s`: lists and maps as CEL literals, maps sorted by key. */
export function valueText(value: CelValue): string | CelFailure {
  if (value === null) {
    return "null";
  }
  const map = asMap(value);
  if (isList(value) || map !== undefined) {
    return literal(value, 0);
  }
  const name = valueTypeName(typeOf(value));
  return scalarTypes.has(name)
    ? scalar(value)
    : new CelFailure(
        `string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps, was given ${name}`,
      );
}

function scalar(value: CelValue): string | CelFailure {
  const text = isType(value) ? valueTypeName(value.type) : toText(value);
  return typeof text === "string"
    ? text
    : new CelFailure(
        `could not convert argument ${goQuoted(text instanceof CelFailure ? text.message : "value")} to string`,
      );
}

function literal(value: CelValue, depth: number): string | CelFailure {
  if (depth > deepest) {
    return new CelFailure(`values nested more than ${deepest} deep cannot be formatted`);
  }
  if (isList(value)) {
    return listLiteral(value, depth);
  }
  const map = asMap(value);
  return map === undefined ? scalarLiteral(value) : mapLiteral(map, depth);
}

function listLiteral(list: CelList, depth: number): string | CelFailure {
  const parts: string[] = [];
  for (let index = 0; index < list.size; index += 1) {
    const part = literal(list.at(index), depth + 1);
    if (part instanceof CelFailure) {
      return part;
    }
    parts.push(part);
  }
  return enclosed("[", parts, "]");
}

function mapLiteral(map: CelMap, depth: number): string | CelFailure {
  const parts: (readonly [key: string, value: string])[] = [];
  for (const key of map.keys()) {
    const value = map.get(key);
    const [keyText, valuePart] = [keyLiteral(key), value === undefined ? "" : literal(value, depth + 1)];
    if (keyText instanceof CelFailure) {
      return keyText;
    }
    if (valuePart instanceof CelFailure) {
      return valuePart;
    }
    parts.push([keyText, valuePart]);
  }
  const sorted = parts.toSorted(([left], [right]) => Number(orderValues(left, right)));
  return enclosed(
    "{",
    sorted.map(([key, value]) => `${key}:${value}`),
    "}",
  );
}

function enclosed(open: string, parts: readonly string[], close: string): string | CelFailure {
  const length = parts.reduce((sum, part) => sum + part.length + 2, 2);
  return length > longestText ? textTooLong : `${open}${parts.join(", ")}${close}`;
}

function keyLiteral(key: CelValue): string | CelFailure {
  const name = valueTypeName(typeOf(key));
  return ["string", "bool", "int", "uint"].includes(name)
    ? scalarLiteral(key)
    : new CelFailure(`no formatting function for map key of type ${name}`);
}

function scalarLiteral(value: CelValue): string | CelFailure {
  if (value === null) {
    return "null";
  }
  if (typeof value === "number") {
    return Number.isFinite(value) ? plainFixedPoint(value) : `"${plainFixedPoint(value)}"`;
  }
  const name = valueTypeName(typeOf(value));
  if (!scalarTypes.has(name)) {
    return new CelFailure(`no formatting function for ${name}`);
  }
  const text = scalar(value);
  return typeof text === "string" ? marked(value, text) : text;
}

function marked(value: CelValue, text: string): string {
  if (typeof value === "string") {
    return goQuoted(text);
  }
  if (isBytes(value)) {
    return `b${goQuoted(text)}`;
  }
  if (value instanceof Timestamp) {
    return `timestamp(${goQuoted(text)})`;
  }
  return value instanceof CelDuration ? `duration(${goQuoted(text)})` : text;
}

/** Formats a simple value as Go prints it, for the server's messages; empty for lists and maps. */
export function printedValue(value: CelValue): string {
  if (value === null || isBytes(value)) {
    return value === null ? "0" : `[${value.join(" ")}]`;
  }
  const text = isList(value) ? "" : toText(value);
  if (typeof text !== "string") {
    return "";
  }
  return value instanceof Timestamp ? text.replace("T", " ").replace("Z", " +0000 UTC") : text;
}
