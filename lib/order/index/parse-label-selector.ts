import type { JsonObject } from "../../object/json.ts";

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
  // A comma inside brackets separates values, not requirements.
  const parts = text.split(/,(?![^(]*\))/).map((part) => part.trim());
  const matchExpressions = parts.map(readRequirement);
  const wrong = parts[matchExpressions.indexOf(undefined)];
  return wrong === undefined
    ? { selector: { matchExpressions: matchExpressions.filter((found) => found !== undefined) } }
    : {
        fault: `"${wrong}" is no requirement on a label: write app=web, tier!=db, "env in (a,b)", app or !app`,
      };
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
