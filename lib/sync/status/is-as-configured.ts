import { type JsonObject, objectField, sameJson, field } from "../../object/json.ts";
import { suspenders } from "./unit-command.ts";
import { syncManager } from "../membership/member-lease.ts";

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
