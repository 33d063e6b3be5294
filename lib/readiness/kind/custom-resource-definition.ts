import type { JsonObject } from "../../object/json.ts";
import { type StatusCondition, conditionsOf, messageOf, reasonOf } from "../condition/condition.ts";
import type { KindRule } from "./kind-rule.ts";
import type { Readiness } from "../readiness.ts";
import { current, failed, inProgress } from "../condition/readiness-result.ts";

/**
 * A CustomResourceDefinition is ready when it is established and discovery serves it; kstatus does not ask
 * discovery.
 */
export const customResourceDefinition: KindRule = {
  kinds: ["apiextensions.k8s.io/CustomResourceDefinition"],
  kstatus: established,
  converge: (object, { served }) => {
    const said = established(object);
    return said.state === "Current" && served === false ? unserved : said;
  },
};

const unserved = inProgress("NotServed", "established, but the API server does not serve it yet");

function established(object: JsonObject): Readiness {
  for (const condition of conditionsOf(object)) {
    if (isRefusal(condition)) {
      return failed(reasonOf(condition, "NotEstablished"), messageOf(condition));
    }
    if (condition.type === "Established" && condition.status === "True") {
      return current("Established", "established");
    }
  }
  return inProgress("Installing", "waiting for the API server to establish it");
}

function isRefusal({ type, status, reason }: StatusCondition): boolean {
  return (
    status === "False" && (type === "NamesAccepted" || (type === "Established" && reason !== "Installing"))
  );
}
