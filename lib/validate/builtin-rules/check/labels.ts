import { labelLookup, matchesSelector } from "../../../object/label-selector.ts";
import type { FieldFault } from "../../model/field-fault.ts";
import { reportForbidden, reportInvalid, reportRequired, reportTooLong } from "./faults.ts";
import { labelValue, qualifiedLabel } from "./names.ts";
import { fieldPart, countOf, itemsOf, isSet, listAt, type Part, textAt, textOf, valuesOf } from "./part.ts";

/** Checks a map of labels; the API server names the map, not the label. */
export function checkLabels(labels: Part): void {
  for (const [key, value] of valuesOf(labels)) {
    reportInvalid(labels, qualifiedLabel(key));
    reportInvalid(labels, labelValue(textOf(value)));
  }
}

const mostAnnotationBytes = 256 * 1024;

/** Checks a map of annotations. */
export function checkAnnotations(annotations: Part): void {
  let size = 0;
  for (const [key, value] of valuesOf(annotations)) {
    reportInvalid(annotations, qualifiedLabel(key.toLowerCase()));
    size += Buffer.byteLength(key) + Buffer.byteLength(textOf(value));
  }
  if (size > mostAnnotationBytes) {
    reportTooLong(annotations, mostAnnotationBytes);
  }
}

/** Checks a label selector, if it is present. Source: apimachinery, pkg/apis/meta/v1/validation. */
export function checkSelector(selector: Part): void {
  if (isSet(selector)) {
    checkLabels(fieldPart(selector, "matchLabels"));
    for (const requirement of listAt(selector, "matchExpressions")) {
      checkRequirement(requirement);
    }
  }
}

function checkRequirement(requirement: Part): void {
  const values = fieldPart(requirement, "values");
  checkOperator(requirement);
  reportInvalid(fieldPart(requirement, "key"), qualifiedLabel(textAt(requirement, "key")));
  for (const value of itemsOf(values)) {
    reportInvalid(value, labelValue(textOf(value)));
  }
}

/** Checks that an operator and its values go together. */
export function checkOperator(requirement: Part, others: readonly string[] = []): void {
  const values = fieldPart(requirement, "values");
  const operator = textAt(requirement, "operator");
  if (operator === "In" || operator === "NotIn") {
    if (countOf(values) === 0) {
      reportRequired(values, "must be specified when `operator` is 'In' or 'NotIn'");
    }
  } else if (operator === "Exists" || operator === "DoesNotExist") {
    if (countOf(values) > 0) {
      reportForbidden(values, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
    }
  } else if (!others.includes(operator)) {
    reportInvalid(fieldPart(requirement, "operator"), "not a valid selector operator");
  }
}

/** Reports whether a selector is present, without any condition. */
export function isBareSelector(selector: Part): boolean {
  return (
    isSet(selector) &&
    countOf(fieldPart(selector, "matchLabels")) + countOf(fieldPart(selector, "matchExpressions")) === 0
  );
}

/** Reports whether the API server can evaluate the selector. */
export function isUsable(selector: Part): boolean {
  const faults: FieldFault[] = [];
  checkSelector({ ...selector, run: { ...selector.run, faults } });
  return faults.length === 0;
}

/**
 * Reports whether a selector matches the labels of an object; an absent selector matches none, as in
 * apimachinery's LabelSelectorAsSelector.
 */
export function selects(selector: Part, object: Part): boolean {
  return isSet(selector) && matchesSelector(selector.value, labelLookup(object.value));
}
