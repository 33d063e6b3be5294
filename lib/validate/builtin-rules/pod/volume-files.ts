/**
 * Rules for the files of volumes.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import { reportInvalid, reportRequired, requiredText } from "../check/faults.ts";
import { fileMode } from "../check/numbers.ts";
import { fieldPart, isSet, type Part } from "../check/part.ts";
import { unreservedPath } from "../check/paths.ts";
import { checkVolumeFieldRef, checkVolumeResourceRef } from "./env.ts";

/** Checks which key becomes which file. */
export function checkKeyToPath(item: Part): void {
  requiredText(fieldPart(item, "key"));
  requiredText(fieldPart(item, "path"));
  unreservedPath(fieldPart(item, "path"));
  fileMode(fieldPart(item, "mode"));
}

/** Checks a file with a field of the pod; the API server reports its faults at the volume. */
export function checkPodField(file: Part): void {
  requiredText(fieldPart(file, "path"));
  unreservedPath(fieldPart(file, "path"));
  fileMode(fieldPart(file, "mode"));
  const [fieldRef, resourceRef] = [fieldPart(file, "fieldRef"), fieldPart(file, "resourceFieldRef")];
  if (isSet(fieldRef)) {
    checkVolumeFieldRef(fieldRef);
    if (isSet(resourceRef)) {
      reportInvalid(file, "fieldRef and resourceFieldRef can not be specified simultaneously");
    }
  } else if (isSet(resourceRef)) {
    checkVolumeResourceRef(resourceRef);
  } else {
    reportRequired(file, "one of fieldRef and resourceFieldRef is required");
  }
}
