import type { JsonObject } from "../../object/json.ts";
import { conditionOf, messageOf, reasonOf } from "../condition/condition.ts";
import type { KindRule } from "./kind-rule.ts";
import type { Readiness, Surroundings } from "../readiness.ts";
import { current, inProgress } from "../condition/readiness-result.ts";

/** An APIService is ready when it is available and discovery serves its group and version. */
export const apiService: KindRule = { kinds: ["apiregistration.k8s.io/APIService"], converge: available };

function available(object: JsonObject, { served }: Surroundings): Readiness {
  const condition = conditionOf(object, "Available");
  if (condition === undefined) {
    return inProgress("AvailabilityUnknown", "the API server has not tried it yet");
  }
  if (condition.status !== "True") {
    const words = `Available is ${condition.status}`;
    const message = messageOf(condition);
    return inProgress(
      reasonOf(condition, "NotAvailable"),
      message === words ? words : `${words}: ${message}`,
    );
  }
  return served === false
    ? inProgress("NotServed", "available, but the API server does not serve it yet")
    : current("Available", "available");
}
