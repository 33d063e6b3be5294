import {
  field,
  isObject,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  stringField,
  stringsField,
} from "./json.ts";
import { labelsOf } from "./metadata.ts";

/** Returns the value of a label by name, null if it is absent, and `undefined` if it cannot be known here. */
export type LabelLookup = (name: string) => string | null | undefined;

/** Returns a lookup in `metadata.labels` of a known object: null for a label that it lacks. */
export function labelLookup(value: JsonValue | undefined): LabelLookup {
  const labels = labelsOf(value);
  return (name) => stringField(labels, name) ?? null;
}

/** Reports whether `metadata.labels` has every label of a plain selector (that of a Service). */
export function matchesLabels(metadata: JsonObject, selector: JsonObject): boolean {
  const labels = objectField(metadata, "labels");
  return Object.entries(selector).every(([name, value]) => field(labels, name) === value);
}

/** Reports whether a plain selector names no label: a Service without one selects nothing. */
export function isEmptySelector(selector: JsonObject): boolean {
  return Object.keys(selector).length === 0;
}

/**
 * Reports whether a LabelSelector (`matchLabels`, `matchExpressions`) can match. An absent or empty selector
 * matches all; a requirement on an unknown label, and one with an unknown operator, count as met.
 */
export function mayMatch(selector: JsonValue | undefined, labels: LabelLookup): boolean {
  return requirementsOf(selector).every((requirement) => meets(requirement, labels) !== false);
}

/** Reports whether a LabelSelector certainly matches. An absent or empty selector matches all. */
export function matchesSelector(selector: JsonValue | undefined, labels: LabelLookup): boolean {
  return requirementsOf(selector).every((requirement) => meets(requirement, labels) === true);
}

/**
 * Reports whether a selector as `kubectl -l` accepts it matches; undefined if that depends on a requirement
 * of an unsupported form, such as `a>1`.
 */
export function matchesText(text: string, labels: LabelLookup): boolean | undefined {
  const verdicts = text === "" ? [] : partsOf(text).map((part) => meets(readRequirement(part), labels));
  if (verdicts.includes(false)) {
    return false;
  }
  return verdicts.includes(undefined) ? undefined : true;
}

function requirementsOf(selector: JsonValue | undefined): readonly JsonValue[] {
  if (!isObject(selector)) {
    return [];
  }
  const equal = Object.entries(objectField(selector, "matchLabels"));
  return [
    ...equal.map(([key, value]) => ({ key, operator: "In", values: [value] })),
    ...listField(selector, "matchExpressions"),
  ];
}

/** Returns undefined where it cannot be known. */
function meets(requirement: JsonValue | undefined, labels: LabelLookup): boolean | undefined {
  const label = labels(stringField(requirement, "key") ?? "");
  if (label === undefined) {
    return undefined;
  }
  const values = stringsField(requirement, "values");
  switch (stringField(requirement, "operator") ?? "") {
    case "In":
      return label !== null && values.includes(label);
    case "NotIn":
      return label === null || !values.includes(label);
    case "Exists":
      return label !== null;
    case "DoesNotExist":
      return label === null;
    default:
      return undefined;
  }
}

/** A text that is not a selector, and what a selector looks like. */
export interface SelectorFault {
  readonly fault: string;
}

const key = /[A-Za-z0-9](?:[-A-Za-z0-9_./]*[A-Za-z0-9])?/.source;
const value = /[A-Za-z0-9]?(?:[-A-Za-z0-9_.]*[A-Za-z0-9])?/.source;
const forms: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`^(${key})\\s*(?:==?)\\s*(${value})$`), "In"],
  [new RegExp(`^(${key})\\s*!=\\s*(${value})$`), "NotIn"],
  [new RegExp(`^(${key})\\s+in\\s*\\(([^()]*)\\)$`), "In"],
  [new RegExp(`^(${key})\\s+notin\\s*\\(([^()]*)\\)$`), "NotIn"],
  [new RegExp(`^!\\s*(${key})$`), "DoesNotExist"],
  [new RegExp(`^(${key})$`), "Exists"],
];

/**
 * Parses a selector as `kubectl -l` accepts it: `app=web,tier!=db,env in (a, b),!legacy`, all of which must
 * hold. Returns a LabelSelector. Source: `labels.Parse` of apimachinery.
 */
export function parseLabelSelector(text: string): { readonly selector: JsonObject } | SelectorFault {
  const parts = partsOf(text);
  const matchExpressions = parts.map(readRequirement);
  const wrong = parts[matchExpressions.indexOf(undefined)];
  return wrong === undefined
    ? { selector: { matchExpressions: matchExpressions.filter((found) => found !== undefined) } }
    : {
        fault: `"${wrong}" is not a label selector: write app=web, tier!=db, "env in (a,b)", app or !app`,
      };
}

/** A comma inside brackets separates values, not requirements. */
function partsOf(text: string): readonly string[] {
  return text.split(/,(?![^(]*\))/).map((part) => part.trim());
}

function readRequirement(text: string): JsonObject | undefined {
  for (const [form, operator] of forms) {
    const match = form.exec(text);
    if (match !== null) {
      const [, name = "", written] = match;
      const values = written === undefined ? {} : { values: written.split(",").map((each) => each.trim()) };
      return { key: name, operator, ...values };
    }
  }
  return undefined;
}
