/**
 * Rules for RuntimeClasses.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/node/validation/validation.go
 */
import { immutableAt } from "../check/changes.ts";
import { reportDuplicate, reportInvalid, requiredText } from "../check/faults.ts";
import { checkLabels } from "../check/labels.ts";
import { dnsLabel } from "../check/names.ts";
import { fieldPart, isSet, listAt, type Part, reportedAt, textAt, textOf } from "../check/part.ts";
import { checkResources } from "../pod/resources.ts";
import { checkTolerations } from "../pod/scheduling.ts";

/** Checks a RuntimeClass. */
export function checkRuntimeClass(runtime: Part, old: Part | undefined): void {
  const handler = fieldPart(runtime, "handler");
  if (runtime.run.minor < 36 || requiredText(handler)) {
    reportInvalid(handler, dnsLabel(textOf(handler)));
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
    checkTolerations(reportedTolerations(fieldPart(scheduling, "tolerations")));
    checkUniqueTolerations(scheduling);
  }
  if (old !== undefined) {
    immutableAt(runtime, old, "handler");
  }
}

/** Before 1.35 the API server names the list twice. */
function reportedTolerations(tolerations: Part): Part {
  return tolerations.run.minor >= 35 ? tolerations : reportedAt(tolerations, tolerations, "tolerations");
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
