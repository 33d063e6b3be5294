import { type Schema, readSchema } from "../model/schema.ts";
import type { JsonValue } from "../../object/json.ts";
import type { FieldFault } from "../model/field-fault.ts";
import { checkRules } from "../cel-rules/check-rules.ts";
import { declaredType } from "../cel-rules/declared-type.ts";
import type { RuleBudget } from "../cel-rules/rule-limits.ts";

/**
 * Returns the schema by which the API server checks defaults: without `x-kubernetes-int-or-string` implying a
 * type. The schema itself if it does not use that. Complexity: linear.
 */
export function defaultSchema(schema: Schema): Schema {
  const { items, properties, additionalProperties, not } = schema;
  const changed = {
    ...changedOne("items", items),
    ...changedOne(
      "additionalProperties",
      typeof additionalProperties === "object" ? additionalProperties : undefined,
    ),
    ...changedOne("not", not),
    ...changedList("allOf", schema.allOf),
    ...changedList("anyOf", schema.anyOf),
    ...changedList("oneOf", schema.oneOf),
    ...changedMap(properties),
    ...(schema.intOrString ? { intOrString: false } : {}),
  };
  return Object.keys(changed).length === 0 ? schema : { ...schema, ...changed };
}

function changedOne(name: string, schema: Schema | undefined): Readonly<Record<string, Schema>> {
  const changed = schema === undefined ? undefined : defaultSchema(schema);
  return changed === undefined || changed === schema ? {} : { [name]: changed };
}

function changedList(name: string, schemas: readonly Schema[]): Readonly<Record<string, readonly Schema[]>> {
  const changed = schemas.map(defaultSchema);
  return changed.every((one, index) => one === schemas[index]) ? {} : { [name]: changed };
}

function changedMap(schemas: Schema["properties"]): Pick<Schema, "properties"> {
  if (schemas === undefined) {
    return {};
  }
  const changed = new Map([...schemas].map(([key, one]) => [key, defaultSchema(one)]));
  return [...schemas].every(([key, one]) => changed.get(key) === one) ? {} : { properties: changed };
}

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
  if (schema.rules.length > 0 && !isSeen(schema, limits.minor)) {
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

function isSeen(schema: Schema, minor: number): boolean {
  return declaredType(schema, { isResourceRoot: schema.embeddedResource, minor }) !== undefined;
}
