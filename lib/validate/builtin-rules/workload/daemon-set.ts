/**
 * Rules for DaemonSets.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/apps/validation/validation.go
 */
import { immutableAt } from "../check/changes.ts";
import { reportInvalid, reportNotSupported, reportRequired } from "../check/faults.ts";
import { checkSelector, isBareSelector } from "../check/labels.ts";
import { atMostWhole, countOrPercent, countOrPercentValue, nonNegativeAt } from "../check/numbers.ts";
import { fieldPart, type Part, reportedAt, textAt } from "../check/part.ts";
import { checkTemplate } from "../pod/pod-template.ts";
import { checkEndless, checkSelectorMatches } from "./workload-template.ts";

/** Checks a DaemonSet. */
export function checkDaemonSet(set: Part, old: Part | undefined): void {
  const spec = fieldPart(set, "spec");
  const selector = fieldPart(spec, "selector");
  checkSelector(selector);
  checkSelectorMatches(spec);
  if (isBareSelector(selector)) {
    reportInvalid(selector, "empty selector is invalid for daemonset");
  }
  checkTemplate(fieldPart(spec, "template"));
  checkEndless(spec, "DaemonSet");
  nonNegativeAt(spec, "minReadySeconds", "revisionHistoryLimit");
  checkStrategy(fieldPart(spec, "updateStrategy"));
  if (old !== undefined) {
    immutableAt(spec, fieldPart(old, "spec"), "selector");
  }
}

function checkStrategy(strategy: Part): void {
  const type = textAt(strategy, "type") || "RollingUpdate";
  if (type === "RollingUpdate") {
    checkRollingUpdate(fieldPart(strategy, "rollingUpdate"));
  } else if (type !== "OnDelete") {
    reportNotSupported(reportedAt(fieldPart(strategy, "type"), strategy), ["OnDelete", "RollingUpdate"]);
  }
}

/** Defaults: one pod may be unavailable, none is created in advance. */
function checkRollingUpdate(rolling: Part): void {
  const [unavailable, surge] = [fieldPart(rolling, "maxUnavailable"), fieldPart(rolling, "maxSurge")];
  for (const part of [unavailable, surge]) {
    countOrPercent(part);
    atMostWhole(part);
  }
  const isUnavailable = countOrPercentValue(unavailable, 1) !== 0;
  const isSurging = countOrPercentValue(surge, 0) !== 0;
  if (isUnavailable && isSurging) {
    reportInvalid(surge, "may not be set when maxUnavailable is non-zero");
  } else if (!isUnavailable && !isSurging) {
    reportRequired(unavailable, "cannot be 0 when maxSurge is 0");
  }
}
