/**
 * Rules for ControllerRevisions.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/apps/validation/validation.go
 */
import { isObject } from "../../../object/json.ts";
import { immutableAt } from "../check/changes.ts";
import { reportRequired } from "../check/faults.ts";
import { nonNegativeAt } from "../check/numbers.ts";
import { fieldPart, isSet, type Part } from "../check/part.ts";

/** The minor version since which `data` is an object, and is asked for on create only. */
const objectSince = 31;

/** Checks a ControllerRevision. */
export function checkControllerRevision(revision: Part, old: Part | undefined): void {
  const data = fieldPart(revision, "data");
  nonNegativeAt(revision, "revision");
  const isEarly = revision.run.minor < objectSince;
  if (!isSet(data) && (isEarly || old === undefined)) {
    reportRequired(data, "data is mandatory");
  }
  if (old !== undefined) {
    immutableAt(revision, old, "data");
  } else if (isSet(data) && !isObject(data.value) && !isEarly) {
    reportRequired(data, "data must be a valid JSON object");
  }
}
