import type { Measured, CostOfCall } from "./actual-size.ts";
import { authorizerCosts } from "./authorizer-functions.ts";
import { listCosts } from "./list-functions.ts";
import { parsingCosts } from "./parsing-functions.ts";
import { standardCosts } from "./standard-functions.ts";
import { textCosts } from "./text-functions.ts";

const costs: ReadonlyMap<string, CostOfCall> = new Map([
  ...standardCosts,
  ...listCosts,
  ...parsingCosts,
  ...textCosts,
  ...authorizerCosts,
]);

/**
 * Returns the actual cost of a call of a function or an operator, in the units of Kubernetes' limits, without
 * the cost of its arguments. `call` is the id of the overload, or the name of the function if the checker
 * left several overloads open. The target of `x.f(y)` is the first of the values; failures among the values
 * count too. Calls that are not listed cost 1. Complexity: at most that of the call itself. Kubernetes
 * documentation, "Resource use by validation functions".
 */
export function actualCost(call: string, values: readonly Measured[], result: Measured): number {
  return costs.get(call)?.(values, result) ?? 1;
}
