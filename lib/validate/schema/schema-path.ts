import { truncateWord } from "../../object/message-text.ts";
import type { FieldStep } from "../model/field-fault.ts";
import type { Schema } from "../model/schema.ts";

/** The target of a path of field and map accessors in a schema. */
export interface SchemaPlace {
  readonly steps: readonly FieldStep[];
  /** Undefined for the values of a map that may be anything. */
  readonly schema: Schema | undefined;
}

/** A word, or one of `.`, `[`, `]`; a quoted string is one word. */
const token = /'(?:[^'\\]|\\.)*(?:'|$)|[.[\]]|[^.[\]]+/gsu;

/**
 * Follows a path like `.spec.replicas`, or `.spec['a.b']` if `brackets` are allowed, or returns its fault.
 * Kubernetes documentation, "Field selectors for custom resources", and "Validation rules", `fieldPath`.
 * Complexity: linear.
 */
export function followPath(
  path: string,
  schema: Schema | undefined,
  { brackets }: { readonly brackets: boolean },
): SchemaPlace | { readonly fault: string } {
  const words = path.match(token) ?? [];
  let place: SchemaPlace = { steps: [], schema };
  let index = 0;
  while (index < words.length) {
    const accessor = readAccessor(words.slice(index, index + 3), brackets);
    if ("fault" in accessor) {
      return accessor;
    }
    const next = enter(place, accessor.name);
    if (next === undefined) {
      return { fault: "does not refer to a valid field" };
    }
    place = next;
    index += accessor.length;
  }
  return place;
}

type Accessor = { readonly name: string; readonly length: number } | { readonly fault: string };

/** Returns the name that `.name` or `['name']` denotes, and the number of words it took. */
function readAccessor([first = "", second, third]: readonly string[], brackets: boolean): Accessor {
  if (first !== "." && first !== "[") {
    return { fault: `expected [ or . but got ${truncateWord(first)}` };
  }
  if (first === "[" && !brackets) {
    return { fault: "array notation is not allowed" };
  }
  if (second === undefined) {
    return { fault: "unexpected end of JSON path" };
  }
  return first === "." ? { name: second, length: 2 } : readQuoted(second, third);
}

function readQuoted(second: string, third = "the end"): Accessor {
  const name = unquote(second);
  if (name === undefined) {
    return { fault: `expected single quoted string but got ${truncateWord(second)}` };
  }
  return third === "]" ? { name, length: 3 } : { fault: `expected ] but got ${truncateWord(third)}` };
}

const escapes: ReadonlyMap<string, string> = new Map([
  ["a", "\u0007"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["'", "'"],
  ["\\", "\\"],
]);

function unquote(word: string): string | undefined {
  if (word.length < 2 || !word.startsWith("'") || !word.endsWith("'")) {
    return undefined;
  }
  const inner = word.slice(1, -1);
  const known = [...inner.matchAll(/\\(.)/gu)].every(([, letter = ""]) => escapes.has(letter));
  return known ? inner.replaceAll(/\\(.)/gu, (_, letter: string) => escapes.get(letter) ?? "") : undefined;
}

function enter({ steps, schema }: SchemaPlace, name: string): SchemaPlace | undefined {
  const { properties, additionalProperties } = schema ?? {};
  if (properties !== undefined && properties.size > 0) {
    const below = properties.get(name);
    return below === undefined ? undefined : { steps: [...steps, name], schema: below };
  }
  if (additionalProperties === undefined) {
    return undefined;
  }
  const values = typeof additionalProperties === "object" ? additionalProperties : undefined;
  return { steps: [...steps, { key: name }], schema: values };
}
