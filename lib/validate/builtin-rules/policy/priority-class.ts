/**
 * Rules for PriorityClasses.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/scheduling/validation/validation.go
 */
import { reportForbidden, reportInvalid, checkOneOf, requiredText } from "../check/faults.ts";
import { fieldPart, isSet, isTrueAt, numberAt, type Part, textAt } from "../check/part.ts";

const systemClasses: ReadonlyMap<string, number> = new Map([
  ["system-node-critical", 2_000_001_000],
  ["system-cluster-critical", 2_000_000_000],
]);

/** Checks a PriorityClass. */
export function checkPriorityClass(priority: Part, old: Part | undefined): void {
  const name = textAt(fieldPart(priority, "metadata"), "name");
  const value = numberAt(priority, "value") ?? 0;
  if (old === undefined) {
    checkNew(priority, name, value);
    return;
  }
  if (value !== (numberAt(old, "value") ?? 0)) {
    reportForbidden(fieldPart(priority, "value"), "may not be changed in an update.");
  }
  const [policy, before] = [priority, old].map((one) => policyOf(one));
  reportInvalid(
    fieldPart(priority, "preemptionPolicy"),
    policy === before ? undefined : "field is immutable",
  );
}

function policyOf(priority: Part): string {
  return textAt(priority, "preemptionPolicy") || "PreemptLowerPriority";
}

function checkNew(priority: Part, name: string, value: number): void {
  if (name.startsWith("system-")) {
    if (systemClasses.get(name) !== value || isTrueAt(priority, "globalDefault")) {
      reportForbidden(
        fieldPart(priority, "metadata", "name"),
        "priority class names with 'system-' prefix are reserved for system use only",
      );
    }
  } else if (value > 1_000_000_000) {
    reportForbidden(
      fieldPart(priority, "value"),
      "maximum allowed value of a user defined priority is 1000000000",
    );
  }
  const policy = fieldPart(priority, "preemptionPolicy");
  if (isSet(policy) && requiredText(policy)) {
    checkOneOf(policy, ["PreemptLowerPriority", "Never"]);
  }
}
