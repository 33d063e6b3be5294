/**
 * Rules for ReplicationControllers and PodTemplates.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import { reportInvalid, reportRequired } from "../check/faults.ts";
import { checkLabels } from "../check/labels.ts";
import { nonNegativeAt } from "../check/numbers.ts";
import { fieldPart, countOf, isSet, keyAt, type Part, reportedAt, textOf, valuesOf } from "../check/part.ts";
import { checkTemplate } from "../pod/pod-template.ts";
import { checkEndless } from "./workload-template.ts";

/** Checks a ReplicationController. Its selector defaults to the labels of the template. */
export function checkReplicationController(controller: Part): void {
  const spec = fieldPart(controller, "spec");
  const template = fieldPart(spec, "template");
  const labels = fieldPart(template, "metadata", "labels");
  nonNegativeAt(spec, "minReadySeconds", "replicas");
  const selector = fieldPart(spec, "selector");
  if (countOf(selector) + countOf(labels) === 0) {
    reportRequired(selector);
  }
  if (!isSet(template)) {
    reportRequired(template);
    return;
  }
  const isMatching = valuesOf(selector).every(
    ([key, value]) => isSet(keyAt(labels, key)) && textOf(keyAt(labels, key)) === textOf(value),
  );
  reportInvalid(labels, isMatching ? undefined : "`selector` does not match template `labels`");
  if (countOf(fieldPart(controller, "metadata", "labels")) === 0) {
    checkLabels(reportedAt(labels, fieldPart(controller, "metadata"), "labels"));
  }
  checkTemplate(template);
  checkEndless(spec, "ReplicationController");
}

/** Checks a PodTemplate. */
export function checkPodTemplate(object: Part): void {
  checkTemplate(fieldPart(object, "template"));
}
