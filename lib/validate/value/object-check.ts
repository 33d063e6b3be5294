import type { JsonObject, JsonValue, JsonArray } from "../../object/json.ts";
import type { FieldStep } from "../model/field-fault.ts";
import type { Schema } from "../model/schema.ts";
import { type Correlated, pairField, pairItem } from "./correlated-value.ts";
import { addFault, type Check, type ValidationContext } from "./validation-context.ts";
import { canonicalText } from "./repeated-items.ts";

/** A check of an object: of the number of its fields, of each field, and that required fields are present. */
type ObjectCheck = (value: JsonObject, run: ValidationContext, pair: Correlated | undefined) => void;

/** Returns the check of a subschema. */
export type CheckOf = (schema: Schema) => Check;

/** Compiles the check of objects by a schema. */
export function objectCheck(schema: Schema, checkOf: CheckOf): ObjectCheck {
  const { required, additionalProperties } = schema;
  const properties = new Map(
    [...(schema.properties ?? [])].map(([name, below]) => [name, checkOf(below)] as const),
  );
  const other = typeof additionalProperties === "object" ? checkOf(additionalProperties) : undefined;
  const isClosed = additionalProperties === false;
  const checkCount = countCheck(schema);
  return (value, run, pair) => {
    const names = Object.keys(value);
    checkCount(names.length, run);
    for (const name of names) {
      const check = properties.get(name) ?? other;
      if (check !== undefined) {
        checkBelow(name, check, { value: value[name] ?? null, run, pair: fieldPair(pair, name, run) });
      } else if (isClosed) {
        addUnknownFault(run, name);
      }
    }
    for (const name of required) {
      if (!Object.hasOwn(value, name)) {
        addMissingFault(run, name);
      }
    }
  };
}

interface Part {
  readonly value: JsonValue;
  readonly run: ValidationContext;
  readonly pair: Correlated | undefined;
}

/** Checks a part one step below. */
function checkBelow(step: FieldStep, check: Check, { value, run, pair }: Part): void {
  run.path.push(step);
  check(value, run, pair);
  run.path.pop();
}

/** The type of the object is always checked again, even if unchanged. */
function fieldPair(
  pair: Correlated | undefined,
  name: string,
  run: ValidationContext,
): Correlated | undefined {
  if (pair === undefined || (run.path.length === 0 && (name === "apiVersion" || name === "kind"))) {
    return undefined;
  }
  return pairField(pair, name);
}

function countCheck({
  minProperties = 0,
  maxProperties = Infinity,
}: Schema): (count: number, run: ValidationContext) => void {
  return (count, run) => {
    if (count < minProperties) {
      addFault(run, "FieldValueInvalid", `must have at least ${fields(minProperties)}, has ${count}`);
    }
    if (count > maxProperties) {
      addFault(run, "FieldValueTooMany", `may have at most ${fields(maxProperties)}, has ${count}`);
    }
  };
}

function fields(count: number): string {
  return count === 1 ? "1 field" : `${count} fields`;
}

function addMissingFault(run: ValidationContext, name: string): void {
  run.faults.push({ reason: "FieldValueRequired", path: [...run.path, name], message: "is required" });
}

function addUnknownFault(run: ValidationContext, name: string): void {
  const path = [...run.path];
  const place = [...path, name];
  run.faults.push({
    reason: "FieldValueInvalid",
    path,
    place,
    message: `may not have a field ${name}`,
    atKey: true,
  });
}

/** A check of a list: of each item, of their number, and that they are unique if required. */
type ListCheck = (value: JsonArray, run: ValidationContext, pair: Correlated | undefined) => void;

/** Compiles the check of lists by a schema. */
export function listCheck(schema: Schema, checkOf: CheckOf): ListCheck {
  const { minItems = 0, maxItems = Infinity, uniqueItems } = schema;
  const check = schema.items === undefined ? undefined : checkOf(schema.items);
  return (value, run, pair) => {
    if (check !== undefined) {
      for (const [index, item] of value.entries()) {
        const below = pair === undefined ? undefined : pairItem(pair, index);
        checkBelow(index, check, { value: item, run, pair: below });
      }
    }
    run.matches += 1;
    if (value.length < minItems) {
      addFault(run, "FieldValueInvalid", `must have at least ${items(minItems)}, has ${value.length}`);
    }
    if (value.length > maxItems) {
      addFault(run, "FieldValueTooMany", `may have at most ${items(maxItems)}, has ${value.length}`);
    }
    if (uniqueItems && new Set(value.map(canonicalText)).size < value.length) {
      addFault(run, "FieldValueInvalid", "may not have the same item twice");
    }
  };
}

function items(count: number): string {
  return count === 1 ? "1 item" : `${count} items`;
}
