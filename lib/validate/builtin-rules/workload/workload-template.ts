/** Rules that workloads share: selector, template, restart policy. */
import { reportForbidden, reportInvalid, reportNotSupported, reportRequired } from "../check/faults.ts";
import { checkSelector, isBareSelector, isUsable, selects } from "../check/labels.ts";
import { fieldPart, has, isSet, type Part } from "../check/part.ts";
import { restartPolicyOf } from "../pod/pod-context.ts";

/** Checks the selector of a workload: it is required and not empty. `kind` as in `deployment`. */
export function checkWorkloadSelector(spec: Part, kind: string): void {
  const selector = fieldPart(spec, "selector");
  if (!isSet(selector)) {
    reportRequired(selector);
    return;
  }
  checkSelector(selector);
  if (isBareSelector(selector)) {
    reportInvalid(selector, `empty selector is invalid for ${kind}`);
  }
}

/** Checks that a selector that the API server can evaluate matches the labels of the template. */
export function checkSelectorMatches(spec: Part): void {
  const [selector, template] = [fieldPart(spec, "selector"), fieldPart(spec, "template")];
  if (isUsable(selector) && !selects(selector, template)) {
    reportInvalid(fieldPart(template, "metadata", "labels"), "`selector` does not match template `labels`");
  }
}

/** Checks that pods of a workload restart always, without a deadline. */
export function checkEndless(spec: Part, kind: string): void {
  const pod = fieldPart(spec, "template", "spec");
  if (restartPolicyOf(pod) !== "Always") {
    reportNotSupported(fieldPart(pod, "restartPolicy"), ["Always"]);
  }
  if (has(pod, "activeDeadlineSeconds")) {
    reportForbidden(
      fieldPart(pod, "activeDeadlineSeconds"),
      `activeDeadlineSeconds in ${kind} is not Supported`,
    );
  }
}
