import { field, type JsonObject, objectField, stringField } from "../../object/json.ts";
import type { Readiness } from "../readiness.ts";
import { current, failed, inProgress, integerAt } from "./readiness-result.ts";

/** The readiness by fields that sum up a status: an error, a flag, the number of replicas. */
export function summaryReadiness(object: JsonObject): Readiness | undefined {
  return byError(object) ?? byFlag(object) ?? byReplicas(object);
}

const errorFields = ["error", "errorMessage", "failureMessage", "lastError"];

/** Failed by a text about an error. */
function byError(object: JsonObject): Readiness | undefined {
  const status = objectField(object, "status");
  for (const name of errorFields) {
    const text = stringField(status, name) ?? "";
    if (text !== "") {
      return { ...failed("Error", text), rule: `status.${name}` };
    }
  }
  return undefined;
}

/** The readiness by a flag that sums up the others; a controller that is not ready may still be at work. */
function byFlag(object: JsonObject): Readiness | undefined {
  const status = objectField(object, "status");
  for (const [name, whenFalse] of [
    ["healthy", failed],
    ["ready", inProgress],
  ] as const) {
    const flag = field(status, name);
    if (typeof flag === "boolean") {
      const said = flag ? current("Reported", `${name} is true`) : whenFalse("Reported", `${name} is false`);
      return { ...said, rule: `status.${name}` };
    }
  }
  return undefined;
}

/** The readiness by the number of ready replicas. */
function byReplicas(object: JsonObject): Readiness | undefined {
  const wanted = integerAt(object, ["spec", "replicas"]) ?? integerAt(object, ["status", "replicas"]);
  const ready = ["readyReplicas", "availableReplicas"]
    .map((name) => integerAt(object, ["status", name]))
    .find((amount) => amount !== undefined);
  if (wanted === undefined || ready === undefined) {
    return undefined;
  }
  const message = `${ready} of ${wanted} replicas ready`;
  const said = ready < wanted ? inProgress("ReplicasNotReady", message) : current("ReplicasReady", message);
  return { ...said, rule: "status.replicas" };
}
