/**
 * Rules for pods in templates.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import { reportForbidden } from "../check/faults.ts";
import { checkAnnotations, checkLabels } from "../check/labels.ts";
import { fieldPart, countOf, type Part, reportedAt } from "../check/part.ts";
import { podAnnotationsOf, checkPodAnnotations } from "./pod-annotations.ts";
import { checkPodSpec, type PodKind } from "./pod-spec.ts";

/** Checks a template; the API server reports its metadata without `metadata`. */
export function checkTemplate(template: Part, kind: Omit<PodKind, "isPod"> = {}): void {
  const spec = fieldPart(template, "spec");
  checkTemplateMetadata(template);
  checkPodSpec(spec, { ...kind, isPod: false });
  const ephemeral = fieldPart(spec, "ephemeralContainers");
  if (countOf(ephemeral) > 0) {
    reportForbidden(ephemeral, "ephemeral containers not allowed in pod template");
  }
}

/** Checks the labels and annotations of a template. */
export function checkTemplateMetadata(template: Part): void {
  const annotations = reportedAt(podAnnotationsOf(template), template, "annotations");
  checkLabels(reportedAt(fieldPart(template, "metadata", "labels"), template, "labels"));
  checkAnnotations(annotations);
  checkPodAnnotations(annotations, fieldPart(template, "spec"));
}
