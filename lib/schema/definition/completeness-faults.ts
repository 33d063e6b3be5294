import { shortened } from "../../object/shortened.ts";
import { type FieldFault, formatFieldPath } from "../field-fault.ts";
import type { Schema } from "../schema.ts";
import { required } from "./fault-at.ts";
import { junctors } from "./subschemas.ts";
import { down, pathOf, type Trail } from "./trail.ts";

/**
 * Parts that the conditions at the root of a schema speak of, and that stand nowhere outside of conditions. Conditions further down are
 * not asked, as the API server does not ask them. Complexity: linear.
 */
export function completenessFaults(schema: Schema, trail: Trail): readonly FieldFault[] {
  const found: FieldFault[] = [];
  visitJunctors({ condition: schema, at: trail, schema, trail }, found);
  return found;
}

/** A condition, with the schema outside of conditions for the same value. */
interface Pair {
  readonly condition: Schema;
  readonly at: Trail;
  readonly schema: Schema;
  readonly trail: Trail;
}

function visitJunctors(pair: Pair, found: FieldFault[]): void {
  for (const { schema: condition, steps } of junctors(pair.condition)) {
    const below = { ...pair, condition, at: down(pair.at, ...steps) };
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
    const [inCondition, outside] = [down(at, ...steps), down(trail, ...steps)];
    if (known === undefined) {
      const message = `must be specified, because it is defined in ${shortened(formatFieldPath(pathOf(inCondition)))}`;
      found.push(required(outside, message));
    } else {
      const pair = { condition: one, at: inCondition, schema: known, trail: outside };
      visitJunctors(pair, found);
      visitParts(pair, found);
    }
  }
}
