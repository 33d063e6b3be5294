import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import { isTrue } from "../../readiness/condition/condition.ts";
import type { UnitStatus } from "./status-port.ts";

/** How a unit stands by what its resource tells; undefined where there is none. */
export function unitStatus(object: JsonObject | undefined): UnitStatus | undefined {
  if (object === undefined) {
    return undefined;
  }
  const status = objectField(object, "status");
  const commit = (name: string): string | undefined => stringField(objectField(status, name), "commit");
  return {
    isReady: isTrue(object, "Ready"),
    applied: commit("appliedRevision"),
    observed: commit("observedRevision"),
  };
}
