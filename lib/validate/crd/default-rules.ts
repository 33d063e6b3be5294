import type { JsonValue } from "../../object/json.ts";
import type { FieldFault } from "../model/field-fault.ts";
import { checkRules } from "../cel-rules/check-rules.ts";
import { declaredType } from "../cel-rules/declared-type.ts";
import type { RuleBudget } from "../cel-rules/rule-budget.ts";
import { readSchema, type Schema } from "../model/schema.ts";

const holder = "default";
const objectSchema = readSchema({ type: "object" });

/**
 * Evaluates the rules of a schema on its own default and returns their faults, with paths relative to the
 * default. The default is tried as the only field of an object, first as an unchanged value, then as a new
 * one: the rules of a part do not see it as a resource's root.
 */
export function defaultRuleFaults(
  value: JsonValue,
  schema: Schema,
  limits: { readonly minor: number; readonly budget: RuleBudget },
): readonly FieldFault[] {
  if (schema.rules.length > 0 && declaredType(schema, schema.embeddedResource) === undefined) {
    const message = "rule compiler initialization error: expressions cannot see such values";
    return [{ reason: "FieldValueInvalid", path: [], message }];
  }
  const whole = { ...objectSchema, properties: new Map([[holder, schema]]) };
  const object = { [holder]: value };
  const kept = { left: limits.budget.left };
  const subject = { value: object, schema: whole, minor: limits.minor };
  const faults = checkRules({ ...subject, old: object, unforgiving: true, budget: kept });
  const found = faults.length > 0 ? faults : checkRules({ ...subject, budget: limits.budget });
  limits.budget.left = Math.min(limits.budget.left, kept.left);
  return found.map((fault) => ({ ...fault, path: fault.path.slice(1) }));
}
