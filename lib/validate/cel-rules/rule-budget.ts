import { CelFailure } from "../../cel/model/expression.ts";
import type { CostMeter, Program, Variables } from "../../cel/model/program.ts";
import type { CelValue } from "../../cel/model/value.ts";

/** What one evaluation may cost. Kubernetes' own limit. */
const mostOfCall = 1_000_000;

/** What all evaluations for one object may cost together. Kubernetes' own limit. */
export const mostOfObject = 10_000_000;

/** What is left for the rules of one object; below 0, no further ones run. */
export interface RuleBudget {
  left: number;
}

/** An evaluation within the budget; undefined where it would take more than is left: then nothing is. */
export function evaluateWithin(
  budget: RuleBudget,
  program: Program,
  variables: Variables,
): CelValue | CelFailure | undefined {
  const meter: CostMeter = { spent: 0, limit: mostOfCall };
  const outcome = program.evaluate(variables, meter);
  if (meter.spent > budget.left) {
    budget.left = -1;
    return undefined;
  }
  budget.left -= meter.spent;
  if (outcome instanceof CelFailure && outcome.cause === "cost") {
    budget.left = -1;
  }
  return outcome;
}
