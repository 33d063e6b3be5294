/**
 * Rules for HorizontalPodAutoscalers.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/autoscaling/validation/validation.go
 */
import {
  reportForbidden,
  reportInvalid,
  reportNotSupported,
  checkOneOf,
  reportRequired,
} from "../check/faults.ts";
import {
  fieldPart,
  countOf,
  has,
  isSet,
  listAt,
  numberAt,
  type Part,
  reportedAt,
  textAt,
} from "../check/part.ts";
import { nonNegativeQuantity } from "../check/quantities.ts";
import { checkMetric } from "./autoscaler-metrics.ts";
import { checkGroupVersion, checkReferenceNames } from "./scale-target.ts";

/** Checks a HorizontalPodAutoscaler of autoscaling/v2. */
export function checkAutoscaler(autoscaler: Part, old: Part | undefined): void {
  const spec = fieldPart(autoscaler, "spec");
  checkSimpleAutoscaler(autoscaler, old);
  const metrics = listAt(spec, "metrics");
  for (const metric of metrics) {
    checkMetric(metric);
  }
  checkBehavior(fieldPart(spec, "behavior"));
}

/** Checks a HorizontalPodAutoscaler of autoscaling/v1. */
export function checkSimpleAutoscaler(autoscaler: Part, old: Part | undefined): void {
  const spec = fieldPart(autoscaler, "spec");
  const target = fieldPart(spec, "scaleTargetRef");
  const before = old === undefined ? undefined : fieldPart(old, "spec", "scaleTargetRef");
  checkReplicas(spec);
  checkReferenceNames(target);
  const usage = fieldPart(spec, "targetCPUUtilizationPercentage");
  if ((numberAt(spec, "targetCPUUtilizationPercentage") ?? 1) < 1) {
    const place = fieldPart(spec, "metrics");
    const reported = reportedAt(usage, place, 0, "resource", "target", "averageUtilization");
    reportInvalid(reported, "must be greater than 0");
  }
  const isSame = ["apiVersion", "kind"].every(
    (name) => before !== undefined && textAt(before, name) === textAt(target, name),
  );
  if (!isSame) {
    checkGroupVersion(target, textAt(target, "kind") === "ReplicationController");
  }
}

/** The minor version since which `minReplicas` may be 0 whatever the feature gates. */
const scalesToZeroSince = 37;

function checkReplicas(spec: Part): void {
  const [least, most] = [numberAt(spec, "minReplicas") ?? 1, numberAt(spec, "maxReplicas") ?? 0];
  const bound = spec.run.minor >= scalesToZeroSince ? 0 : 1;
  if (least < bound) {
    reportInvalid(fieldPart(spec, "minReplicas"), `must be greater than or equal to ${bound}`);
  }
  if (most === 0 && spec.run.minor >= 36) {
    reportRequired(fieldPart(spec, "maxReplicas"), "must be set and greater than 0");
  } else if (most < 1) {
    reportInvalid(fieldPart(spec, "maxReplicas"), "must be greater than or equal to 1");
  }
  checkIdle(spec, least);
  if (most < least) {
    reportInvalid(fieldPart(spec, "maxReplicas"), "must be greater than or equal to `minReplicas`");
  }
}

const external = new Set(["Object", "External"]);

/** Without pods there are no metrics of pods that could start one. */
function checkIdle(spec: Part, least: number): void {
  if (least === 0 && !listAt(spec, "metrics").some((one) => external.has(textAt(one, "type")))) {
    reportForbidden(
      fieldPart(spec, "metrics"),
      "must specify at least one Object or External metric to support scaling to zero replicas",
    );
  }
}

function checkBehavior(behavior: Part): void {
  for (const direction of ["scaleUp", "scaleDown"]) {
    const rules = fieldPart(behavior, direction);
    if (isSet(rules)) {
      checkScalingRules(rules);
    }
  }
}

function checkScalingRules(rules: Part): void {
  const window = fieldPart(rules, "stabilizationWindowSeconds");
  const seconds = numberAt(rules, "stabilizationWindowSeconds") ?? 0;
  reportInvalid(window, seconds < 0 ? "must be greater than or equal to zero" : undefined);
  reportInvalid(window, seconds > 3600 ? "must be less than or equal to 3600" : undefined);
  checkOneOf(fieldPart(rules, "selectPolicy"), ["Disabled", "Max", "Min"]);
  const policies = fieldPart(rules, "policies");
  if (isSet(policies) && countOf(policies) === 0) {
    reportRequired(policies, "must specify at least one Policy");
  }
  for (const policy of listAt(rules, "policies")) {
    checkScalingPolicy(policy);
  }
  if (has(rules, "tolerance") && rules.run.minor >= 35) {
    nonNegativeQuantity(fieldPart(rules, "tolerance"));
  }
}

function checkScalingPolicy(policy: Part): void {
  const type = textAt(policy, "type");
  if (type !== "Pods" && type !== "Percent") {
    reportNotSupported(fieldPart(policy, "type"), ["Percent", "Pods"]);
  }
  const [value, period] = [numberAt(policy, "value") ?? 0, numberAt(policy, "periodSeconds") ?? 0];
  reportInvalid(fieldPart(policy, "value"), value <= 0 ? "must be greater than zero" : undefined);
  reportInvalid(fieldPart(policy, "periodSeconds"), period <= 0 ? "must be greater than zero" : undefined);
  reportInvalid(
    fieldPart(policy, "periodSeconds"),
    period > 1800 ? "must be less than or equal to 1800" : undefined,
  );
}
