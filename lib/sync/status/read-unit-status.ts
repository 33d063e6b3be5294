import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import { isTrue } from "../../readiness/condition/condition.ts";
import type { UnitStatus } from "./status-port.ts";

/** Returns the status of a unit as its resource reports it; undefined without a resource. */
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
