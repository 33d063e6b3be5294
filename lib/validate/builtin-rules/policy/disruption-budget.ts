/**
 * Rules for PodDisruptionBudgets.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/policy/validation/validation.go
 */
import { reportInvalid, checkOneOf } from "../check/faults.ts";
import { checkSelector } from "../check/labels.ts";
import { atMostWhole, countOrPercent } from "../check/numbers.ts";
import { fieldPart, has, type Part } from "../check/part.ts";

/** Checks a PodDisruptionBudget. */
export function checkDisruptionBudget(budget: Part): void {
  const spec = fieldPart(budget, "spec");
  if (has(spec, "minAvailable") && has(spec, "maxUnavailable")) {
    reportInvalid(spec, "minAvailable and maxUnavailable cannot be both set");
  }
  for (const name of ["minAvailable", "maxUnavailable"]) {
    countOrPercent(fieldPart(spec, name));
    atMostWhole(fieldPart(spec, name));
  }
  checkSelector(fieldPart(spec, "selector"));
  checkOneOf(fieldPart(spec, "unhealthyPodEvictionPolicy"), ["AlwaysAllow", "IfHealthyBudget"]);
}
