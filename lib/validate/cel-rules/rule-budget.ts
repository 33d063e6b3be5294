import { CelFailure } from "../../cel/model/expression.ts";
import type { CostMeter, Program, Variables } from "../../cel/model/program.ts";
import type { CelValue } from "../../cel/model/value.ts";

/** The maximum cost of one evaluation. Kubernetes' own limit. */
const mostOfCall = 1_000_000;

/** The maximum cost of all evaluations for one object. Kubernetes' own limit. */
export const mostOfObject = 10_000_000;

/** The cost left for the rules of one object; below 0, evaluation stops. */
export interface RuleBudget {
  left: number;
}

/** Evaluates within the budget; undefined if that would take more than is left, and then nothing is left. */
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
