/**
 * Rules for Deployments and ReplicaSets.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/apps/validation/validation.go
 */
import { immutableAt } from "../check/changes.ts";
import { reportForbidden, reportInvalid, reportNotSupported } from "../check/faults.ts";
import { isUsable } from "../check/labels.ts";
import { atMostWhole, countOrPercent, countOrPercentValue, nonNegativeAt } from "../check/numbers.ts";
import { fieldPart, isSet, numberAt, type Part, reportedAt, textAt } from "../check/part.ts";
import { checkTemplate } from "../pod/pod-template.ts";
import { checkEndless, checkSelectorMatches, checkWorkloadSelector } from "./workload-template.ts";

/** Checks a Deployment. */
export function checkDeployment(deployment: Part, old: Part | undefined): void {
  const spec = fieldPart(deployment, "spec");
  nonNegativeAt(spec, "replicas", "minReadySeconds", "revisionHistoryLimit", "progressDeadlineSeconds");
  checkWorkloadSelector(spec, "deployment");
  checkSelectedTemplate(spec, "ReplicaSet");
  checkStrategy(fieldPart(spec, "strategy"));
  const deadline = fieldPart(spec, "progressDeadlineSeconds");
  if ((numberAt(spec, "progressDeadlineSeconds") ?? 600) <= (numberAt(spec, "minReadySeconds") ?? 0)) {
    reportInvalid(deadline, "must be greater than minReadySeconds");
  }
  if (old !== undefined) {
    immutableAt(spec, fieldPart(old, "spec"), "selector");
  }
}

/** Checks a ReplicaSet. */
export function checkReplicaSet(set: Part, old: Part | undefined): void {
  const spec = fieldPart(set, "spec");
  nonNegativeAt(spec, "replicas", "minReadySeconds");
  checkWorkloadSelector(spec, "deployment");
  checkSelectedTemplate(spec, "ReplicaSet");
  if (old !== undefined) {
    immutableAt(spec, fieldPart(old, "spec"), "selector");
  }
}

/** A template whose selector cannot be evaluated is not checked. */
function checkSelectedTemplate(spec: Part, kind: string): void {
  const selector = fieldPart(spec, "selector");
  if (!isUsable(selector)) {
    reportInvalid(selector, "invalid label selector");
    return;
  }
  checkSelectorMatches(spec);
  checkTemplate(fieldPart(spec, "template"));
  checkEndless(spec, kind);
}

function checkStrategy(strategy: Part): void {
  const type = textAt(strategy, "type") || "RollingUpdate";
  const rolling = fieldPart(strategy, "rollingUpdate");
  if (type === "RollingUpdate") {
    checkRollingUpdate(rolling);
  } else if (type !== "Recreate") {
    reportNotSupported(reportedAt(fieldPart(strategy, "type"), strategy), ["Recreate", "RollingUpdate"]);
  } else if (isSet(rolling)) {
    reportForbidden(rolling, "may not be specified when strategy `type` is 'Recreate'");
  }
}

/** Both fields are 25% if they are absent. */
function checkRollingUpdate(rolling: Part): void {
  const [unavailable, surge] = [fieldPart(rolling, "maxUnavailable"), fieldPart(rolling, "maxSurge")];
  countOrPercent(unavailable);
  countOrPercent(surge);
  if (countOrPercentValue(unavailable, 25) === 0 && countOrPercentValue(surge, 25) === 0) {
    reportInvalid(unavailable, "may not be 0 when `maxSurge` is 0");
  }
  atMostWhole(unavailable);
}
