import { parseDuration } from "../object/duration.ts";
import { fieldAnnotation, fieldMeanings, parseNamedFields } from "../object/field-rule.ts";
import { truncateWord } from "../object/message-text.ts";
import { parseReadyWhen } from "../readiness/ready-when.ts";
import { readBoolean } from "./parse-annotation-value.ts";
import { annotationFault } from "./annotation-fault.ts";
import type { Annotation, Dialect, Draft } from "./directives.ts";

/** Converge's own annotations, for which no other dialect has an equivalent. */
export const convergeDialect: Dialect = {
  name: "converge",
  annotations: {
    "converge.dev/reconcile-timeout": readTimeout,
    "converge.dev/ready-when": checkReadyWhen,
    "converge.dev/controller": readController,
    // Rules about fields are read again when the plan is finished: jq needs time.
    ...Object.fromEntries(fieldMeanings.map((meaning) => [fieldAnnotation(meaning), checkFields])),
    // Not about order: these are read when the object is written, recreated or pruned.
    "converge.dev/versioned": (annotation, draft) => {
      readBoolean(annotation, draft);
    },
    "converge.dev/content-hash": null,
    "converge.dev/recreate": null,
    "converge.dev/prune": null,
  },
  patterns: [],
};

/**
 * Validates the expression before anything is sent; it is evaluated later, on the live state of the object.
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

function checkFields(annotation: Annotation, draft: Draft): void {
  const read = parseNamedFields(annotation.value);
  if ("fault" in read) {
    draft.diagnostics.push(
      annotationFault(annotation, {
        code: "FieldRuleInvalid",
        message: `${annotation.manifest.key}: ${annotation.key}: ${read.fault}`,
      }),
    );
  }
}

/** The only value: whoever is taken for a controller by mistake is excluded, nobody is appointed. */
function readController(annotation: Annotation, draft: Draft): void {
  if (annotation.value !== "none") {
    draft.diagnostics.push(
      annotationFault(annotation, {
        code: "ControllerInvalid",
        message: `${annotation.manifest.key}: ${annotation.key} takes only "none", found "${truncateWord(annotation.value)}"`,
      }),
    );
    return;
  }
  draft.isUncontrolled = true;
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
