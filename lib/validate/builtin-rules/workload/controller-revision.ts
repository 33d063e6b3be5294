/**
 * Rules for ControllerRevisions.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/apps/validation/validation.go
 */
import { isObject } from "../../../object/json.ts";
import { immutableAt } from "../check/changes.ts";
import { reportRequired } from "../check/faults.ts";
import { nonNegativeAt } from "../check/numbers.ts";
import { fieldPart, isSet, type Part } from "../check/part.ts";

/** Checks a ControllerRevision. */
export function checkControllerRevision(revision: Part, old: Part | undefined): void {
  const data = fieldPart(revision, "data");
  nonNegativeAt(revision, "revision");
  if (!isSet(data) && old !== undefined && revision.run.minor < 31) {
    reportRequired(data, "data is mandatory");
  }
  if (old !== undefined) {
    immutableAt(revision, old, "data");
  } else if (!isObject(data.value)) {
    reportRequired(data, isSet(data) ? "data must be a valid JSON object" : "data is mandatory");
  }
}
