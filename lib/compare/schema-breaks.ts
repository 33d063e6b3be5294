/** The changes of a schema of a CRD that make stored objects invalid, or drop fields of them. */
import {
  field,
  isObject,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  sameJson,
  stringField,
  stringifyJson,
  stringsField,
} from "../object/json.ts";
import { appendAll } from "../object/append.ts";
import { compareText } from "../object/object-ref.ts";
import { truncateWord } from "../object/message-text.ts";

/** A change that breaks objects. */
export interface SchemaBreak {
  /** `spec.replicas`, `spec.rules[].host`; empty for the whole object. */
  readonly path: string;
  /** The fact: `the type string becomes integer`. */
  readonly text: string;
}

/** Two versions of the schema of a field. */
interface SchemaPair {
  readonly path: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/**
 * Compares two schemas and returns what the later one refuses or drops although the earlier one allows it.
 * Rules of CEL and combinations (`oneOf`) are compared as texts. Complexity: O(size × log).
 */
export function schemaBreaks(before: JsonObject, after: JsonObject): readonly SchemaBreak[] {
  const queue: SchemaPair[] = [{ path: "", before, after }];
  const found: SchemaBreak[] = [];
  for (const pair of queue) {
    const own = ownBreaks(pair).map((text) => ({ path: pair.path, text }));
    appendAll(found, [...own, ...fieldBreaks(pair)]);
    appendAll(queue, inside(pair));
  }
  return found.toSorted(
    (left, right) => compareText(left.path, right.path) || compareText(left.text, right.text),
  );
}

function inside({ path, before, after }: SchemaPair): readonly SchemaPair[] {
  const properties = objectField(after, "properties");
  const fields = Object.entries(objectField(before, "properties")).flatMap(([name, schema]) => {
    const other = field(properties, name);
    return isObject(schema) && isObject(other)
      ? [{ path: childOf(path, name), before: schema, after: other }]
      : [];
  });
  const parts = [
    ["items", `${path}[]`],
    ["additionalProperties", childOf(path, "*")],
  ] as const;
  const others = parts.flatMap(([name, at]) => {
    const [left, right] = [field(before, name), field(after, name)];
    return isObject(left) && isObject(right) ? [{ path: at, before: left, after: right }] : [];
  });
  return [...fields, ...others];
}

function childOf(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

/** Fields that are dropped, or that have to be there now. */
function fieldBreaks({ path, before, after }: SchemaPair): readonly SchemaBreak[] {
  const properties = objectField(after, "properties");
  const dropped = keepsUnknown(after)
    ? []
    : Object.keys(objectField(before, "properties"))
        .filter((name) => field(properties, name) === undefined)
        .map((name) => ({
          path: childOf(path, name),
          text: "the field is removed: stored values are dropped",
        }));
  const required = new Set(stringsField(before, "required"));
  const demanded = stringsField(after, "required")
    .filter((name) => !required.has(name) && field(field(properties, name), "default") === undefined)
    .map((name) => ({ path: childOf(path, name), text: "the field becomes required" }));
  return [...dropped, ...demanded];
}

function keepsUnknown(schema: JsonObject): boolean {
  const others = field(schema, "additionalProperties");
  return (
    field(schema, "x-kubernetes-preserve-unknown-fields") === true || others === true || isObject(others)
  );
}

/** Returns the facts about the schema itself. */
function ownBreaks({ before, after }: SchemaPair): readonly string[] {
  return [
    ...typeBreaks(before, after),
    ...enumBreaks(before, after),
    ...limits.flatMap(([name, isTighter]) => limitBreak(name, isTighter, { before, after })),
    ...wordings.flatMap((name) => wordingBreak(name, before, after)),
    ...flagBreaks(before, after),
    ...ruleBreaks(before, after),
  ];
}

function typeBreaks(before: JsonObject, after: JsonObject): readonly string[] {
  const [was, becomes] = [typeOf(before), typeOf(after)];
  const isWider = becomes === "any" || was === becomes || wider.get(was)?.includes(becomes) === true;
  return isWider ? [] : [`the type ${was} becomes ${becomes}`];
}

/** Types that accept every value of another one. */
const wider: ReadonlyMap<string, readonly string[]> = new Map([
  ["integer", ["number", "int-or-string"]],
  ["string", ["int-or-string"]],
]);

function typeOf(schema: JsonObject): string {
  return field(schema, "x-kubernetes-int-or-string") === true
    ? "int-or-string"
    : (stringField(schema, "type") ?? "any");
}

function enumBreaks(before: JsonObject, after: JsonObject): readonly string[] {
  const now = listField(after, "enum");
  if (now.length === 0) {
    return [];
  }
  const was = listField(before, "enum");
  if (was.length === 0) {
    return [`only ${now.map(shown).join(", ")} are allowed`];
  }
  const gone = was.filter((value) => !now.some((other) => sameJson(value, other)));
  return gone.length === 0 ? [] : [`${gone.map(shown).join(", ")} is no longer allowed`];
}

type IsTighter = (now: number, was: number) => boolean;
const isLess: IsTighter = (now, was) => now < was;
const isMore: IsTighter = (now, was) => now > was;

const limits: readonly (readonly [name: string, isTighter: IsTighter])[] = [
  ["maximum", isLess],
  ["maxLength", isLess],
  ["maxItems", isLess],
  ["maxProperties", isLess],
  ["minimum", isMore],
  ["minLength", isMore],
  ["minItems", isMore],
  ["minProperties", isMore],
];

function limitBreak(
  name: string,
  isTighter: IsTighter,
  { before, after }: Pick<SchemaPair, "before" | "after">,
): readonly string[] {
  const [was, now] = [limitIn(before, name), limitIn(after, name)];
  if (now === undefined || (was !== undefined && !isTighter(now, was))) {
    return [];
  }
  return [was === undefined ? `${name} ${now} is new` : `${name} ${was} becomes ${now}`];
}

function limitIn(schema: JsonObject, name: string): number | undefined {
  const value = field(schema, name);
  return typeof value === "number" || typeof value === "bigint" ? Number(value) : undefined;
}

/** Keywords of which any new value may refuse what was allowed. */
const wordings = [
  "pattern",
  "format",
  "multipleOf",
  "x-kubernetes-list-type",
  "oneOf",
  "anyOf",
  "allOf",
  "not",
];

function wordingBreak(name: string, before: JsonObject, after: JsonObject): readonly string[] {
  const [was, now] = [field(before, name), field(after, name)];
  if (now === undefined || sameJson(was, now) || now === "atomic") {
    return [];
  }
  return [was === undefined ? `${name} ${shown(now)} is new` : `${name} ${shown(was)} becomes ${shown(now)}`];
}

/** Keywords that allow or forbid by being true. */
const flags: readonly (readonly [name: string, whenLost: boolean, text: string])[] = [
  ["nullable", true, "null is no longer allowed"],
  ["x-kubernetes-preserve-unknown-fields", true, "unknown fields are dropped"],
  ["exclusiveMaximum", false, "the maximum itself is no longer allowed"],
  ["exclusiveMinimum", false, "the minimum itself is no longer allowed"],
  ["uniqueItems", false, "entries have to be unique"],
];

function flagBreaks(before: JsonObject, after: JsonObject): readonly string[] {
  return flags
    .filter(([name, whenLost]) => {
      const [was, now] = [field(before, name) === true, field(after, name) === true];
      return whenLost ? was && !now : now && !was;
    })
    .map(([, , text]) => text);
}

function ruleBreaks(before: JsonObject, after: JsonObject): readonly string[] {
  const name = "x-kubernetes-validations";
  const known = new Set(listField(before, name).map((rule) => stringField(rule, "rule")));
  return listField(after, name)
    .map((rule) => stringField(rule, "rule"))
    .filter((rule) => rule !== undefined && !known.has(rule))
    .map((rule) => `the rule ${shown(rule ?? "")} is new`);
}

function shown(value: JsonValue): string {
  return truncateWord(typeof value === "string" ? value : stringifyJson(value));
}
