import type { JsonArray } from "../../object/json.ts";
import type { Schema } from "../model/schema.ts";
import { canonicalText } from "./map-key.ts";
import { checkBelow, type CheckOf } from "./object-check.ts";
import { type Correlated, pairItem } from "./correlated-value.ts";
import { addFault, type ValidationContext } from "./validation-context.ts";

/** A check of a list: of each item, of their number, and that they are unique if required. */
export type ListCheck = (value: JsonArray, run: ValidationContext, pair: Correlated | undefined) => void;

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
