/** What a field of a built-in kind may hold. */
export type FieldType =
  | { readonly is: "scalar"; readonly of: ScalarType }
  | { readonly is: "choice"; readonly values: readonly string[] }
  | { readonly is: "any" }
  | { readonly is: "mapping" }
  | { readonly is: "object"; readonly name: string }
  | { readonly is: "map"; readonly of: FieldType }
  | { readonly is: "list"; readonly of: FieldType; readonly unique?: Uniqueness }
  | { readonly is: "either"; readonly object: FieldType; readonly other: FieldType };

/** What has no parts. `integer-or-string` is the IntOrString of ports and percentages. */
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
 * What no two entries of a list may have in common: all of it (type `set`), or the values of keys (type
 * `map`).
 */
export type Uniqueness = "whole" | readonly ListKey[];

/** A field by which entries of a list are told apart, and what an entry without it counts as having: JSON. */
export interface ListKey {
  readonly name: string;
  readonly usual?: string;
}

/** A field of a definition. */
export interface DefinedField {
  readonly name: string;
  readonly required: boolean;
  /** Whether it is read as an empty mapping where it is absent, which lacks something required. */
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
 * Types that have a letter of their own and are no scalars; `A`, `B` and `S` are what a schema may hold in
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
 * Reads a type of the book: a letter for what has no parts, `s<A|B>` for one of these strings, `#name` for a
 * definition, `[` before the type of entries, `[=` where each is there once, `[(key="usual",key)` where their
 * keys tell them apart, `{` before the type of values. Undefined for what is none.
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
 * Reads a field of a definition: `name:type`, `name!:type` where it is required, `name+:type` where it is
 * read as an empty mapping if it is absent, which lacks something required. Undefined for what is none.
 */
export function readField(written: string): DefinedField | undefined {
  const [, name = "", mark = "", rest = ""] = /^([^!+:]+)([!+]?):(.+)$/s.exec(written) ?? [];
  const type = readType(rest);
  return type === undefined ? undefined : { name, required: mark === "!", readAsEmpty: mark === "+", type };
}
