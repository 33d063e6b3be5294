/**
 * Rules for selectors of nodes, in pods and PersistentVolumes.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import { reportInvalid, reportRequired } from "./faults.ts";
import { checkOperator } from "./labels.ts";
import { dnsSubdomain, labelValue, qualifiedLabel } from "./names.ts";
import { fieldPart, countOf, listAt, type Part, textAt, textOf } from "./part.ts";

/** The minor version since which values of required terms are checked. */
const strictValuesSince = 36;

/** Checks a selector of nodes: it has at least one term. */
export function checkNodeSelector(selector: Part): void {
  const terms = listAt(selector, "nodeSelectorTerms");
  if (terms.length === 0) {
    reportRequired(fieldPart(selector, "nodeSelectorTerms"), "must have at least one node selector term");
  }
  for (const term of terms) {
    checkNodeTerm(term, selector.run.minor >= strictValuesSince);
  }
}

/** Checks a term of a selector of nodes. */
export function checkNodeTerm(term: Part, isStrict: boolean): void {
  for (const requirement of listAt(term, "matchExpressions")) {
    checkExpression(requirement);
    for (const value of isStrict ? listAt(requirement, "values") : []) {
      reportInvalid(value, labelValue(textOf(value)));
    }
  }
  for (const requirement of listAt(term, "matchFields")) {
    checkField(requirement);
  }
}

function checkExpression(requirement: Part): void {
  const operator = textAt(requirement, "operator");
  const values = fieldPart(requirement, "values");
  checkOperator(requirement, ["Gt", "Lt"]);
  if ((operator === "Gt" || operator === "Lt") && countOf(values) !== 1) {
    reportRequired(values, "must be specified single value when `operator` is 'Lt' or 'Gt'");
  }
  reportInvalid(fieldPart(requirement, "key"), qualifiedLabel(textAt(requirement, "key")));
}

function checkField(requirement: Part): void {
  const values = fieldPart(requirement, "values");
  if (!["In", "NotIn"].includes(textAt(requirement, "operator"))) {
    reportInvalid(fieldPart(requirement, "operator"), "not a valid selector operator");
  } else if (countOf(values) !== 1) {
    reportRequired(
      values,
      "must be only one value when `operator` is 'In' or 'NotIn' for node field selector",
    );
  }
  if (textAt(requirement, "key") !== "metadata.name") {
    reportInvalid(fieldPart(requirement, "key"), "not a valid field selector key");
    return;
  }
  for (const value of listAt(requirement, "values")) {
    reportInvalid(value, dnsSubdomain(textOf(value)));
  }
}
