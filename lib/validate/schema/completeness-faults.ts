import { truncateWord } from "../../object/message-text.ts";
import { type FieldFault, formatFieldPath } from "../model/field-fault.ts";
import type { Schema } from "../model/schema.ts";
import { required, childPath, pathOf, type FieldPathNode } from "./field-errors.ts";
import { junctors } from "./subschemas.ts";

/**
 * Finds parts that the conditions at the root of a schema name and that the schema does not specify outside
 * of conditions. Conditions further down are not checked, as in the API server. Complexity: linear.
 */
export function completenessFaults(schema: Schema, trail: FieldPathNode): readonly FieldFault[] {
  const found: FieldFault[] = [];
  visitJunctors({ condition: schema, at: trail, schema, trail }, found);
  return found;
}

/** A condition, with the schema outside of conditions for the same value. */
interface Pair {
  readonly condition: Schema;
  readonly at: FieldPathNode;
  readonly schema: Schema;
  readonly trail: FieldPathNode;
}

function visitJunctors(pair: Pair, found: FieldFault[]): void {
  for (const { schema: condition, steps } of junctors(pair.condition)) {
    const below = { ...pair, condition, at: childPath(pair.at, ...steps) };
    visitJunctors(below, found);
    visitParts(below, found);
  }
}

function visitParts({ condition, at, schema, trail }: Pair, found: FieldFault[]): void {
  const wanted = [
    ...[...(condition.properties ?? [])].map(([key, one]) => ({
      one,
      known: schema.properties?.get(key),
      steps: ["properties", { key }],
    })),
    ...(condition.items === undefined
      ? []
      : [{ one: condition.items, known: schema.items, steps: ["items"] }]),
  ];
  for (const { one, known, steps } of wanted) {
    const [inCondition, outside] = [childPath(at, ...steps), childPath(trail, ...steps)];
    if (known === undefined) {
      const message = `must be specified, because it is defined in ${truncateWord(formatFieldPath(pathOf(inCondition)))}`;
      found.push(required(outside, message));
    } else {
      const pair = { condition: one, at: inCondition, schema: known, trail: outside };
      visitJunctors(pair, found);
      visitParts(pair, found);
    }
  }
}
