import { type JsonObject, stringField, objectField, valueAt } from "../../object/json.ts";
import { count } from "../../object/message-text.ts";
import { type StatusCondition, conditionsOf, isTrue, messageOf, reasonOf } from "../condition/condition.ts";
import {
  integerAt,
  statusCount,
  current,
  failed,
  inProgress,
  suspended,
} from "../condition/readiness-result.ts";
import type { KindRule } from "./kind-rule.ts";
import type { Readiness } from "../readiness.ts";

/** A Job is ready when it has completed; kstatus considers it ready as soon as it has started. */
export const job: KindRule = {
  kinds: ["batch/Job"],
  converge: completed,
  kstatus: started,
  countsFailures: true,
};

/**
 * The controller sets FailureTarget first, and terminates the remaining pods before it sets Failed: the
 * outcome is certain.
 */
const failures = new Set(["Failed", "FailureTarget"]);

function completed(object: JsonObject): Readiness {
  const ended = conditionsOf(object).filter(({ status }) => status === "True");
  if (ended.some(({ type }) => type === "Complete")) {
    return current("Completed", succeededText(object));
  }
  if (ended.some(({ type }) => type === "SuccessCriteriaMet")) {
    // Later objects must not run alongside its pods.
    return inProgress("JobCompleting", `${succeededText(object)}; its pods are ending`);
  }
  const failure = ended.find(({ type }) => failures.has(type));
  if (failure !== undefined) {
    return failedJob(failure);
  }
  if (valueAt(object, ["spec", "suspend"]) === true) {
    return suspended("Suspended", "it runs once it is resumed");
  }
  return isStarted(object) ? running(object) : inProgress("JobNotStarted", "it has not started yet");
}

function failedJob(condition: StatusCondition): Readiness {
  return failed(reasonOf(condition, "JobFailed"), messageOf(condition));
}

function running(object: JsonObject): Readiness {
  const [active, lost] = [statusCount(object, "active"), statusCount(object, "failed")];
  const losses = lost === 0 ? "" : `, ${lost} failed`;
  return inProgress("JobRunning", `${succeededText(object)}; ${active} running${losses}`);
}

function succeededText(object: JsonObject): string {
  const want = completionsOf(object);
  return `${statusCount(object, "succeeded")} of ${count(want, "completion")}`;
}

/** The number of its pods that have to succeed. */
export function completionsOf(object: JsonObject): number {
  const parallelism = integerAt(object, ["spec", "parallelism"]) ?? 1;
  return integerAt(object, ["spec", "completions"]) ?? parallelism;
}

function isStarted(object: JsonObject): boolean {
  return (stringField(objectField(object, "status"), "startTime") ?? "") !== "";
}

function started(object: JsonObject): Readiness {
  const end = conditionsOf(object).find(
    ({ type, status }) => status === "True" && (type === "Complete" || type === "Failed"),
  );
  if (end?.type === "Failed") {
    return failed("JobFailed", messageOf(end));
  }
  if (isTrue(object, "Complete")) {
    return current("Completed", succeededText(object));
  }
  return isStarted(object)
    ? { ...running(object), state: "Current" }
    : inProgress("JobNotStarted", "it has not started yet");
}
