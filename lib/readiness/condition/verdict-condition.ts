import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import type { Readiness } from "../readiness.ts";
import { messageOf, reasonOf, type StatusCondition } from "./condition.ts";
import { phaseReadiness } from "./phase.ts";
import { current, failed, inProgress, suspended } from "./readiness-result.ts";
import { meaningOf, reportsFailure } from "./status-words.ts";

/** The conditions that mean an object is ready; the first one found decides. */
const verdictTypes = ["Ready", "Succeeded", "Available", "Established"];

/** Conditions that must not be False besides it: an object with a change that failed may still be Ready. */
const supportingTypes = new Set(
  "Synced Reconciled Healthy Accepted Programmed ResolvedRefs Applied Valid Complete Completed Configured".split(
    " ",
  ),
);

/** The readiness by the condition that sums up the others; undefined if there is none. */
export function verdictReadiness(
  object: JsonObject,
  conditions: readonly StatusCondition[],
): Readiness | undefined {
  const deciding = decidingCondition(conditions);
  if (deciding === undefined) {
    return undefined;
  }
  const said = verdictOf(object, deciding);
  const phase = phaseReadiness(object);
  const outweighs = phase !== undefined && phase.state !== "Current";
  return outweighs && said.state !== "Failed" ? phase : said;
}

function decidingCondition(conditions: readonly StatusCondition[]): StatusCondition | undefined {
  const verdict = verdictTypes
    .map((type) => conditions.findLast((condition) => condition.type === type))
    .find((condition) => condition !== undefined);
  const open = conditions.filter(({ type, status }) => supportingTypes.has(type) && status !== "True");
  const supporting = open.find((condition) => speaksOfFailure(condition)) ?? open[0];
  const isWorse = verdict?.status === "True" || (supporting !== undefined && speaksOfFailure(supporting));
  return isWorse ? (supporting ?? verdict) : (verdict ?? supporting);
}

function verdictOf(object: JsonObject, condition: StatusCondition): Readiness {
  return byCondition(
    condition,
    condition.status === "True" ? whenTrue(condition) : whenOpen(object, condition),
  );
}

function whenTrue(condition: StatusCondition): Readiness {
  const { type, reason } = condition;
  if (type !== "Complete" && type !== "Completed") {
    return current(type, `${type} is True`);
  }
  const end = meaningOf(reason) === "failed" ? failed : current;
  return end(reasonOf(condition, type), messageOf(condition));
}

function whenOpen(object: JsonObject, condition: StatusCondition): Readiness {
  const { type, status, reason } = condition;
  if (/(?:Paused|Suspended)$/.test(reason)) {
    return suspended(reason, messageOf(condition));
  }
  // An object that runs to completion, and has ended without success (Tekton, Knative).
  const isOver =
    type === "Succeeded" &&
    status === "False" &&
    stringField(objectField(object, "status"), "completionTime") !== undefined;
  const hasFailed = isOver || (status === "False" && speaksOfFailure(condition));
  return (hasFailed ? failed : inProgress)(reasonOf(condition, `Not${type}`), messageOf(condition));
}

/** Reports whether a condition that is not True speaks of a failure. */
export function speaksOfFailure({ reason, message, severity }: StatusCondition): boolean {
  if (severity === "Error") {
    return true;
  }
  const meaning = meaningOf(reason);
  return meaning === "failed" || (meaning === undefined && reportsFailure(message));
}

/** The verdict with the condition as its rule. */
export function byCondition({ type }: StatusCondition, said: Readiness): Readiness {
  return { ...said, rule: `condition ${type}` };
}
