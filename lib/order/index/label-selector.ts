import {
  field,
  isObject,
  type JsonObject,
  type JsonValue,
  listField,
  objectField,
  stringField,
  stringsField,
} from "../../object/json.ts";
import { labelsOf } from "../../object/metadata.ts";

/** Returns the value of a label by name, null if it is absent, and `undefined` if it cannot be known here. */
export type LabelLookup = (name: string) => string | null | undefined;

/** Reports whether `metadata.labels` has every label of a plain selector (that of a Service). */
export function matchesLabels(metadata: JsonObject, selector: JsonObject): boolean {
  const labels = objectField(metadata, "labels");
  return Object.entries(selector).every(([name, value]) => field(labels, name) === value);
}

/** Reports whether a plain selector names no label: a Service without one selects nothing. */
export function isEmptySelector(selector: JsonObject): boolean {
  return Object.keys(selector).length === 0;
}

/** Returns a lookup in `metadata.labels` of a known object: null for a label that it lacks. */
export function podLabels(value: JsonValue | undefined): LabelLookup {
  const labels = labelsOf(value);
  return (name) => stringField(labels, name) ?? null;
}

/**
 * Reports whether a LabelSelector (`matchLabels`, `matchExpressions`) can match. An absent or empty selector
 * matches all; a requirement on an unknown label counts as met.
 */
export function mayMatch(selector: JsonValue | undefined, labels: LabelLookup): boolean {
  if (!isObject(selector)) {
    return true;
  }
  return (
    Object.entries(objectField(selector, "matchLabels")).every(([name, value]) => {
      const label = labels(name);
      return label === undefined || label === value;
    }) && listField(selector, "matchExpressions").every((expression) => mayMeet(expression, labels))
  );
}

function mayMeet(expression: JsonValue, labels: LabelLookup): boolean {
  const label = labels(stringField(expression, "key") ?? "");
  if (label === undefined) {
    return true;
  }
  const values = stringsField(expression, "values");
  switch (stringField(expression, "operator") ?? "") {
    case "In":
      return label !== null && values.includes(label);
    case "NotIn":
      return label === null || !values.includes(label);
    case "Exists":
      return label !== null;
    case "DoesNotExist":
      return label === null;
    default:
      return true;
  }
}
