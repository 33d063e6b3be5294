/**
 * Rules for RuntimeClasses.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/node/validation/validation.go
 */
import { immutableAt } from "../check/changes.ts";
import { reportDuplicate, reportInvalid, requiredText } from "../check/faults.ts";
import { checkLabels } from "../check/labels.ts";
import { dnsLabel } from "../check/names.ts";
import { fieldPart, isSet, listAt, type Part, textAt } from "../check/part.ts";
import { checkResources } from "../pod/resources.ts";
import { checkTolerations } from "../pod/scheduling.ts";

/** Checks a RuntimeClass. */
export function checkRuntimeClass(runtime: Part, old: Part | undefined): void {
  if (requiredText(fieldPart(runtime, "handler"))) {
    reportInvalid(fieldPart(runtime, "handler"), dnsLabel(textAt(runtime, "handler")));
  }
  const overhead = fieldPart(runtime, "overhead");
  const { value: limits } = fieldPart(overhead, "podFixed");
  if (limits !== undefined) {
    // The API server checks the overhead as limits of a container.
    checkResources({ ...overhead, value: { limits } }, new Set());
  }
  const scheduling = fieldPart(runtime, "scheduling");
  if (isSet(scheduling)) {
    checkLabels(fieldPart(scheduling, "nodeSelector"));
    checkTolerations(fieldPart(scheduling, "tolerations"));
    checkUniqueTolerations(scheduling);
  }
  if (old !== undefined) {
    immutableAt(runtime, old, "handler");
  }
}

function checkUniqueTolerations(scheduling: Part): void {
  const seen = new Set<string>();
  for (const toleration of listAt(scheduling, "tolerations")) {
    const key = ["key", "operator", "value", "effect"].map((name) => textAt(toleration, name)).join("/");
    if (seen.has(key)) {
      reportDuplicate(toleration, key);
    }
    seen.add(key);
  }
}
