import { field, type JsonObject, objectField, stringField } from "../../object/json.ts";
import type { GroupKind } from "../../object/object-ref.ts";
import { isTrue } from "../condition/condition.ts";
import { groupKindOf } from "../condition/group-kind.ts";
import { statusCount } from "../condition/integer-at.ts";
import { completionsOf } from "./job.ts";

/** Whether objects of a kind come to an end by themselves, rather than to be ready. */
export function runsToEnd({ group, kind }: GroupKind): boolean {
  return (group === "batch" && kind === "Job") || (group === "" && kind === "Pod");
}

/**
 * Whether what runs to an end has done so, and well: a Job that has completed, a Pod that has succeeded. It
 * stays so when it is deleted.
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

/** Whether what runs to an end has failed: it does not run again by itself. */
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
 * Whether a Job that is gone has completed before, though nobody saw it say so: it removes itself when it has
 * ended, and so many of its pods have succeeded as were asked for. `succeeded`: pods of it that were seen to
 * succeed.
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
