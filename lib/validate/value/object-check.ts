import type { JsonObject, JsonValue } from "../../object/json.ts";
import type { FieldStep } from "../model/field-fault.ts";
import type { Schema } from "../model/schema.ts";
import { type Correlated, pairField } from "./correlated-value.ts";
import { addFault, type Check, type ValidationContext } from "./validation-context.ts";

/** A check of an object: of the number of its fields, of each field, and that required fields are present. */
export type ObjectCheck = (value: JsonObject, run: ValidationContext, pair: Correlated | undefined) => void;

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
export function checkBelow(step: FieldStep, check: Check, { value, run, pair }: Part): void {
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
