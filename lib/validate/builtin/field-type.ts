/** The type of a field of a built-in kind. */
export type FieldType =
  | { readonly is: "scalar"; readonly of: ScalarType }
  | { readonly is: "choice"; readonly values: readonly string[] }
  | { readonly is: "any" }
  | { readonly is: "mapping" }
  | { readonly is: "object"; readonly name: string }
  | { readonly is: "map"; readonly of: FieldType }
  | { readonly is: "list"; readonly of: FieldType; readonly unique?: Uniqueness }
  | { readonly is: "either"; readonly object: FieldType; readonly other: FieldType };

/** A type without parts. `integer-or-string` is the IntOrString of ports and percentages. */
export type ScalarType =
  | "string"
  | "boolean"
  | "int32"
  | "int64"
  | "double"
  | "bytes"
  | "time"
  | "micro-time"
  | "quantity"
  | "integer-or-string";

/**
 * The part of an entry that must be unique within its list: the whole entry (type `set`), or the values of
 * its keys (type `map`).
 */
export type Uniqueness = "whole" | readonly ListKey[];

/** A field that identifies entries of a list, and the default value of an entry without it: JSON. */
export interface ListKey {
  readonly name: string;
  readonly usual?: string;
}

/** A field of a definition. */
export interface DefinedField {
  readonly name: string;
  readonly required: boolean;
  /** Whether it is read as an empty mapping if it is absent, which lacks a required field. */
  readonly readAsEmpty: boolean;
  readonly type: FieldType;
}

const letters: ReadonlyMap<string, ScalarType> = new Map([
  ["s", "string"],
  ["b", "boolean"],
  ["i", "int32"],
  ["l", "int64"],
  ["d", "double"],
  ["y", "bytes"],
  ["t", "time"],
  ["m", "micro-time"],
  ["q", "quantity"],
  ["x", "integer-or-string"],
]);

const text: FieldType = { is: "scalar", of: "string" };
const rule: FieldType = { is: "object", name: "apiextensions.v1.JSONSchemaProps" };

/**
 * Types with a letter of their own that are not scalars; `A`, `B` and `S` are the values a schema may hold in
 * place of a schema.
 */
const whole: ReadonlyMap<string, FieldType> = new Map<string, FieldType>([
  ["*", { is: "any" }],
  ["o", { is: "mapping" }],
  ["A", { is: "either", object: rule, other: { is: "list", of: rule } }],
  ["B", { is: "either", object: rule, other: { is: "scalar", of: "boolean" } }],
  ["S", { is: "either", object: rule, other: { is: "list", of: text } }],
]);

/**
 * Reads a type of the packed schemas: a letter for a type without parts, `s<A|B>` for one of these strings,
 * `#name` for a definition, `[` before the type of entries, `[=` if each is unique, `[(key="usual",key)` if
 * they are identified by their keys, `{` before the type of values. Undefined if it is not a type.
 */
export function readType(written: string): FieldType | undefined {
  const letter = letters.get(written);
  if (letter !== undefined) {
    return { is: "scalar", of: letter };
  }
  if (written.startsWith("#")) {
    return { is: "object", name: written.slice(1) };
  }
  if (written.startsWith("s<")) {
    return { is: "choice", values: written.slice(2, -1).split("|") };
  }
  if (written.startsWith("{")) {
    const of = readType(written.slice(1));
    return of === undefined ? undefined : { is: "map", of };
  }
  return written.startsWith("[") ? readList(written.slice(1)) : whole.get(written);
}

function readList(written: string): FieldType | undefined {
  const [marks = "", keys] = /^(?:=|\(([^)]*)\))?/.exec(written) ?? [];
  const of = readType(written.slice(marks.length));
  if (of === undefined || marks === "") {
    return of === undefined ? undefined : { is: "list", of };
  }
  return { is: "list", of, unique: keys === undefined ? "whole" : keys.split(",").map(readKey) };
}

function readKey(written: string): ListKey {
  const [name = "", usual] = written.split("=");
  return usual === undefined ? { name } : { name, usual };
}

/**
 * Reads a field of a definition: `name:type`, `name!:type` if it is required, `name+:type` if it is read as
 * an empty mapping when absent, which lacks a required field. Undefined if it is not a field.
 */
export function readField(written: string): DefinedField | undefined {
  const [, name = "", mark = "", rest = ""] = /^([^!+:]+)([!+]?):(.+)$/s.exec(written) ?? [];
  const type = readType(rest);
  return type === undefined ? undefined : { name, required: mark === "!", readAsEmpty: mark === "+", type };
}
