import { parseDuration } from "../object/duration.ts";
import { shortened } from "../object/shortened.ts";
import { annotationFault } from "./annotation-fault.ts";
import type { Annotation, Dialect, Draft } from "./directives.ts";

/** Converge's own annotations: what no other dialect has a word for. */
export const convergeDialect: Dialect = {
  name: "converge",
  annotations: { "converge.dev/reconcile-timeout": readTimeout },
  patterns: [],
};

function readTimeout(annotation: Annotation, draft: Draft): void {
  const timeout = parseDuration(annotation.value);
  if (timeout === undefined || timeout <= 0) {
    draft.diagnostics.push(
      annotationFault(annotation, {
        code: "TimeoutInvalid",
        message: `${annotation.manifest.key}: ${annotation.key} takes a duration such as "90s" or "10m", found "${shortened(annotation.value)}"`,
      }),
    );
    return;
  }
  draft.timeout = timeout;
}
