/**
 * Rules for the metrics of HorizontalPodAutoscalers.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/autoscaling/validation/validation.go
 */
import {
  reportForbidden,
  reportInvalid,
  reportNotSupported,
  reportRequired,
  requiredText,
} from "../check/faults.ts";
import { dnsLabel, pathSegment } from "../check/names.ts";
import { fieldPart, has, isSet, numberAt, type Part, textAt } from "../check/part.ts";
import { positiveQuantity } from "../check/quantities.ts";
import { containerResource } from "../pod/resources.ts";
import { checkTarget } from "./scale-target.ts";

/** Types of metrics in the order of the API server, with the field of each. */
const sources: readonly (readonly [type: string, field: string, check: (source: Part) => void])[] = [
  ["Object", "object", checkObject],
  ["External", "external", checkExternal],
  ["Pods", "pods", checkPods],
  ["Resource", "resource", checkResource],
  ["ContainerResource", "containerResource", checkContainerResource],
];

/** Checks a metric: exactly the field of its type is set. */
export function checkMetric(metric: Part): void {
  const type = textAt(metric, "type");
  requiredText(fieldPart(metric, "type"), "must specify a metric source type");
  const expected = sources.find(([name]) => name === type)?.[1];
  if (expected === undefined) {
    reportNotSupported(fieldPart(metric, "type"), sources.map(([name]) => name).toSorted());
  } else if (!has(metric, expected)) {
    reportRequired(fieldPart(metric, expected), "must populate information for the given metric source");
  }
  const given = sources.filter(([, field]) => has(metric, field));
  for (const [, field, check] of given.slice(0, 1)) {
    check(fieldPart(metric, field));
  }
  for (const [, field] of given.length > 1 ? given : []) {
    if (field !== expected) {
      reportForbidden(fieldPart(metric, field), "must populate the given metric source only");
    }
  }
}

function checkObject(source: Part): void {
  checkTarget(fieldPart(source, "describedObject"));
  checkIdentifier(source);
  checkValueOrAverage(source);
}

function checkExternal(source: Part): void {
  checkIdentifier(source);
  checkValueOrAverage(source);
  const target = fieldPart(source, "target");
  if (has(target, "value") && has(target, "averageValue")) {
    reportForbidden(
      fieldPart(target, "value"),
      "may not set both a target value for metric and a per-pod target",
    );
  }
}

function checkValueOrAverage(source: Part): void {
  const target = fieldPart(source, "target");
  checkMetricTarget(target);
  if (!has(target, "value") && !has(target, "averageValue")) {
    reportRequired(fieldPart(target, "averageValue"), "must set either a target value or averageValue");
  }
}

function checkPods(source: Part): void {
  checkIdentifier(source);
  const target = fieldPart(source, "target");
  checkMetricTarget(target);
  if (!has(target, "averageValue")) {
    reportRequired(fieldPart(target, "averageValue"), "must specify a positive target averageValue");
  }
}

function checkContainerResource(source: Part): void {
  checkResource(source);
  if (textAt(source, "name") !== "") {
    reportInvalid(fieldPart(source, "name"), containerResource(textAt(source, "name")));
  }
  if (requiredText(fieldPart(source, "container"), "must specify a container")) {
    reportInvalid(fieldPart(source, "container"), dnsLabel(textAt(source, "container")));
  }
}

function checkResource(source: Part): void {
  requiredText(fieldPart(source, "name"), "must specify a resource name");
  const target = fieldPart(source, "target");
  const [usage, average] = [fieldPart(target, "averageUtilization"), fieldPart(target, "averageValue")];
  checkMetricTarget(target);
  if (isSet(usage) && isSet(average)) {
    reportForbidden(average, "may not set both a target raw value and a target utilization");
  } else if (!isSet(usage) && !isSet(average)) {
    reportRequired(usage, "must set either a target raw value or a target utilization");
  }
}

function checkMetricTarget(target: Part): void {
  const type = textAt(target, "type");
  requiredText(fieldPart(target, "type"), "must specify a metric target type");
  if (!["Utilization", "Value", "AverageValue"].includes(type)) {
    reportInvalid(fieldPart(target, "type"), "must be either Utilization, Value, or AverageValue");
  }
  positiveQuantity(fieldPart(target, "value"));
  positiveQuantity(fieldPart(target, "averageValue"));
  if ((numberAt(target, "averageUtilization") ?? 1) < 1) {
    reportInvalid(fieldPart(target, "averageUtilization"), "must be greater than 0");
  }
}

function checkIdentifier(source: Part): void {
  const name = fieldPart(source, "metric", "name");
  if (requiredText(name, "must specify a metric name")) {
    reportInvalid(name, pathSegment(textAt(fieldPart(source, "metric"), "name")));
  }
}
