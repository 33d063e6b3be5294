import { field, type JsonObject, objectField, stringField, sameJson } from "../../object/json.ts";
import { annotationOf, managedFieldsOf } from "../../object/metadata.ts";
import { syncManager } from "../membership/member-lease.ts";
import type { UnitCommand } from "./status-port.ts";
import { longestName, statusText } from "./status-text.ts";
import { approveAnnotation, promoteAnnotation, requestAnnotation } from "./unit-resource.ts";

/**
 * Returns what a user requests by a resource: nothing without one. A request that was already handled does
 * not count.
 */
export function readUnitCommand(object: JsonObject | undefined): UnitCommand {
  const request = annotationOf(object, requestAnnotation);
  const promote = annotationOf(object, promoteAnnotation);
  const approve = annotationOf(object, approveAnnotation);
  const handled = stringField(objectField(object, "status"), "lastHandledRequest");
  const promoted = stringField(objectField(object, "status"), "lastHandledPromotion");
  return {
    suspend:
      field(objectField(object, "spec"), "suspend") === true &&
      suspenders(object).some((manager) => manager !== syncManager),
    request: request === undefined || statusText(request) === handled ? undefined : request,
    promote: promote === undefined || statusText(promote) === promoted ? undefined : promote,
    approve: approve === undefined ? undefined : statusText(approve, longestName),
  };
}

/** Returns the field managers that own `spec.suspend`. */
function suspenders(object: JsonObject | undefined): readonly string[] {
  return managedFieldsOf(object).flatMap((entry) => {
    const fields = objectField(objectField(entry, "fieldsV1"), "f:spec");
    return field(fields, "f:suspend") === undefined ? [] : [stringField(entry, "manager") ?? ""];
  });
}

/** Reports whether the resource has all that is configured, and nothing else except what others may set. */
export function isAsConfigured(live: JsonObject, configured: JsonObject): boolean {
  const is = objectField(live, "spec");
  const should = objectField(configured, "spec");
  const names = new Set([...Object.keys(is), ...Object.keys(should)]);
  const isSuspendOfOthers = !Object.hasOwn(should, "suspend") && !suspenders(live).includes(syncManager);
  return [...names].every(
    (name) => (name === "suspend" && isSuspendOfOthers) || sameJson(field(is, name), field(should, name)),
  );
}
