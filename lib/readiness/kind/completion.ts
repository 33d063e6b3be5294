import { field, type JsonObject, objectField, stringField } from "../../object/json.ts";
import { type GroupKind, groupKindOf } from "../../object/object-ref.ts";
import { isTrue } from "../condition/condition.ts";
import { statusCount } from "../condition/readiness-result.ts";
import { completionsOf } from "./job.ts";

/** Reports whether objects of a kind run to completion instead of becoming ready. */
export function runsToEnd({ group, kind }: GroupKind): boolean {
  return (group === "batch" && kind === "Job") || (group === "" && kind === "Pod");
}

/**
 * Reports whether an object that runs to completion has succeeded: a completed Job, a succeeded Pod. That
 * remains true when it is deleted.
 */
export function hasCompleted(object: JsonObject): boolean {
  switch (groupKindOf(object)) {
    case "batch/Job":
      return isTrue(object, "Complete");
    case "/Pod":
      return stringField(objectField(object, "status"), "phase") === "Succeeded";
    default:
      return false;
  }
}

/** Reports whether an object that runs to completion has failed: it does not run again by itself. */
export function hasFailedForGood(object: JsonObject): boolean {
  switch (groupKindOf(object)) {
    case "batch/Job":
      return isTrue(object, "Failed");
    case "/Pod":
      return stringField(objectField(object, "status"), "phase") === "Failed";
    default:
      return false;
  }
}

/**
 * Reports whether a Job that is gone had completed although its completion was never observed: it removes
 * itself once it has ended, and as many of its pods have succeeded as it asks for. `succeeded`: its pods that
 * were observed to succeed.
 */
export function hasRemovedItself(job: JsonObject, succeeded: number): boolean {
  return (
    groupKindOf(job) === "batch/Job" &&
    field(objectField(job, "spec"), "ttlSecondsAfterFinished") !== undefined &&
    !isTrue(job, "Failed") &&
    !isTrue(job, "FailureTarget") &&
    (isTrue(job, "SuccessCriteriaMet") ||
      Math.max(succeeded, statusCount(job, "succeeded")) >= completionsOf(job))
  );
}
