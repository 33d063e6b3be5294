import { entries, field, isArray, isObject, type JsonValue, type Path, valueAt } from "./json.ts";
import { truncateWord } from "./message-text.ts";

/**
 * A step into a JSON value: a field, an entry of a list (from its end if negative), all of them, or those
 * that match.
 */
type Step =
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "index"; readonly index: number }
  | { readonly kind: "all" }
  | { readonly kind: "filter"; readonly names: readonly string[]; readonly test: Test };

/** The condition on an entry's field: present, or equal to a literal, or different from it. */
interface Test {
  readonly operator: "exists" | "==" | "!=";
  readonly literal: string;
}

/** The steps of a JSONPath expression. */
export type JsonPath = readonly Step[];

const fieldName = String.raw`((?:[^\s.[\]{}()'"\\=,*]|\\.)+)`;
const dotField = new RegExp(String.raw`\.${fieldName}`, "y");
const quotedField = /\[\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*\]/y;
const index = /\[\s*(-?\d{1,9})\s*\]/y;
const all = /\[\s*\*\s*\]|\.\*/y;
const filter = new RegExp(
  String.raw`\[\s*\?\s*\(\s*@((?:\.${fieldName.replace("((", "(?:(")})*)\s*(?:(==|!=)\s*` +
    String.raw`(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(-?[\d.]{1,30}|true|false)))?\s*\)\s*\]`,
  "y",
);

const known = `supported are .field, ['field'], [0], [*] and [?(@.type=="Ready")]`;

type Reader = readonly [pattern: RegExp, read: (match: RegExpExecArray) => Step];

const readers: readonly Reader[] = [
  [all, () => ({ kind: "all" })],
  [dotField, ([, name = ""]) => ({ kind: "field", name: unescaped(name) })],
  [quotedField, ([, single, double]) => ({ kind: "field", name: unescaped(single ?? double ?? "") })],
  [index, ([, digits]) => ({ kind: "index", index: Number(digits) })],
  [filter, readFilter],
];

/**
 * Parses a JSONPath as accepted by `kubectl wait`: `{.status.phase}`, also without braces or the first dot,
 * with `['quoted names']`, `[0]`, `[-1]`, `[*]` and `[?(@.type=="Ready")]`. Anything else is a fault.
 * Complexity: O(length).
 */
export function parseJsonPath(text: string): JsonPath | { readonly fault: string } {
  const braced = /^\{(.*)\}$/su.exec(text)?.[1] ?? text;
  const bare = braced.trim().replace(/^\$/, "");
  const path = /^[.[]/.test(bare) ? bare : `.${bare}`;
  const steps: Step[] = [];
  for (let at = 0; at < path.length;) {
    const read = readStep(path, at);
    if (read === undefined) {
      const rest = truncateWord(path.slice(at));
      return { fault: `cannot parse "${rest}" in the JSONPath "${truncateWord(text)}"; ${known}` };
    }
    steps.push(read.step);
    at = read.end;
  }
  return steps;
}

function readStep(path: string, at: number): { readonly step: Step; readonly end: number } | undefined {
  for (const [pattern, read] of readers) {
    pattern.lastIndex = at;
    const match = pattern.exec(path);
    if (match !== null) {
      return { step: read(match), end: pattern.lastIndex };
    }
  }
  return undefined;
}

function readFilter([, path = "", operator, single, double, bare]: RegExpExecArray): Step {
  const names = [...path.matchAll(new RegExp(dotField, "g"))].map(([, name = ""]) => unescaped(name));
  const literal = single ?? double;
  return {
    kind: "filter",
    names,
    test: {
      operator: operator === "==" || operator === "!=" ? operator : "exists",
      literal: literal === undefined ? (bare ?? "") : unescaped(literal),
    },
  };
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/gsu, "$1");
}

/**
 * The values at the path, in the order of the document; null and absent ones are left out. O(steps × size).
 */
export function selectValues(value: JsonValue, path: JsonPath): readonly JsonValue[] {
  let found: readonly (JsonValue | undefined)[] = [value];
  for (const step of path) {
    found = found.flatMap((each) => take(each, step));
  }
  return found.filter((each) => each !== undefined && each !== null);
}

function take(value: JsonValue | undefined, step: Step): readonly (JsonValue | undefined)[] {
  switch (step.kind) {
    case "field":
      return [field(value, step.name)];
    case "index":
      return [entries(value).at(step.index)];
    case "all":
      return isObject(value) ? Object.values(value) : entries(value);
    case "filter":
      return entries(value).filter((entry) => matches(entry, step));
    default:
      return step satisfies never;
  }
}

/**
 * The concrete paths that the expression matches, in the order of the document; absent ones are left out.
 * O(steps × size).
 */
export function selectPaths(value: JsonValue, path: JsonPath): readonly Path[] {
  let found: readonly Path[] = [[]];
  for (const step of path) {
    found = found.flatMap((each) => stepsFrom(valueAt(value, each), step).map((next) => [...each, next]));
  }
  return found;
}

function stepsFrom(value: JsonValue | undefined, step: Step): Path {
  if (step.kind === "field") {
    return field(value, step.name) === undefined ? [] : [step.name];
  }
  if (isArray(value)) {
    const places = [...value.keys()];
    if (step.kind === "index") {
      return [places.at(step.index)].filter((place) => place !== undefined);
    }
    return step.kind === "all" ? places : places.filter((place) => matches(value[place] ?? null, step));
  }
  return step.kind === "all" && isObject(value) ? Object.keys(value) : [];
}

function matches(entry: JsonValue, { names, test }: Extract<Step, { kind: "filter" }>): boolean {
  let found: JsonValue | undefined = entry;
  for (const name of names) {
    found = field(found, name);
  }
  const text = plainText(found);
  if (text === undefined || test.operator === "exists") {
    return found !== undefined && found !== null && test.operator === "exists";
  }
  return (text === test.literal) === (test.operator === "==");
}

/** A string, number or boolean as text; undefined for null, lists and objects. */
export function plainText(value: JsonValue | undefined): string | undefined {
  return value === undefined || value === null || typeof value === "object" ? undefined : String(value);
}
