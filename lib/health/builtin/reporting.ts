import type { JsonObject } from "../../object/json.ts";
import { reportedReadiness } from "../../readiness/condition/generic-conditions.ts";
import type { Readiness } from "../../readiness/readiness.ts";

/** Judges an object whose controller always reports: it is in progress until the report says anything. */
export function judgeReported(object: JsonObject): Readiness {
  return reportedReadiness(object) ?? unreported;
}

const unreported: Readiness = {
  state: "InProgress",
  reason: "NotReported",
  message: "waiting for its controller to report",
};
