import { parseDuration } from "../object/duration.ts";
import { truncateWord } from "../object/truncate.ts";
import { parseReadyWhen } from "../readiness/ready-when.ts";
import { annotationFault } from "./annotation-fault.ts";
import type { Annotation, Dialect, Draft } from "./directives.ts";

/** Converge's own annotations: what no other dialect has a word for. */
export const convergeDialect: Dialect = {
  name: "converge",
  annotations: {
    "converge.dev/reconcile-timeout": readTimeout,
    "converge.dev/ready-when": checkReadyWhen,
    // No matter of order: read when the object is written, recreated or pruned.
    "converge.dev/recreate": null,
    "converge.dev/prune": null,
  },
  patterns: [],
};

/**
 * When the object is ready is asked of its live state; that the words can be read is found out before
 * anything is sent.
 */
function checkReadyWhen(annotation: Annotation, draft: Draft): void {
  const read = parseReadyWhen(annotation.value);
  if ("fault" in read) {
    draft.diagnostics.push(
      annotationFault(annotation, {
        code: "ReadyWhenInvalid",
        message: `${annotation.manifest.key}: ${annotation.key}: ${read.fault}`,
      }),
    );
  }
}

function readTimeout(annotation: Annotation, draft: Draft): void {
  const timeout = parseDuration(annotation.value);
  if (timeout === undefined || timeout <= 0) {
    draft.diagnostics.push(
      annotationFault(annotation, {
        code: "TimeoutInvalid",
        message: `${annotation.manifest.key}: ${annotation.key} takes a duration such as "90s" or "10m", found "${truncateWord(annotation.value)}"`,
      }),
    );
    return;
  }
  draft.timeout = timeout;
}
