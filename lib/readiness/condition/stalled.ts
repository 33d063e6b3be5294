import { type StatusCondition, messageOf, reasonOf } from "./condition.ts";
import type { Readiness } from "../readiness.ts";
import { failed, inProgress } from "./readiness-result.ts";

/**
 * The readiness by the conditions that mean the same for every kind (kstatus): Reconciling means in progress,
 * a failure means stuck for good; the first of them that is True decides. `failures` are the types that count
 * as failures.
 */
export function stalledReadiness(
  conditions: readonly StatusCondition[],
  failures: readonly string[],
): Readiness | undefined {
  for (const condition of conditions) {
    if (condition.status !== "True") {
      continue;
    }
    if (condition.type === "Reconciling") {
      return inProgress(reasonOf(condition, "Reconciling"), messageOf(condition));
    }
    if (failures.includes(condition.type)) {
      return failed(reasonOf(condition, condition.type), messageOf(condition));
    }
  }
  return undefined;
}
