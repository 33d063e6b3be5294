/**
 * Rules for bindings of admission policies.
 * Source:
 *     https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/admissionregistration/validation/validation.go
 */
import {
  reportDuplicate,
  reportForbidden,
  reportInvalid,
  reportNotSupported,
  checkOneOf,
  reportRequired,
  requiredText,
} from "../check/faults.ts";
import { checkSelector } from "../check/labels.ts";
import { dnsSubdomain, pathSegment } from "../check/names.ts";
import { fieldPart, has, isSet, listAt, type Part, reportedAt, textOf } from "../check/part.ts";
import { checkMatchResources } from "./admission-policy.ts";

/** Checks the binding of a ValidatingAdmissionPolicy. */
export function checkValidatingBinding(binding: Part): void {
  const spec = fieldPart(binding, "spec");
  checkBinding(spec);
  const actions = fieldPart(spec, "validationActions");
  const names = listAt(spec, "validationActions").map(textOf);
  const seen = new Set<string>();
  for (const action of listAt(spec, "validationActions")) {
    if (!["Audit", "Deny", "Warn"].includes(textOf(action))) {
      reportNotSupported(action, ["Audit", "Deny", "Warn"]);
    }
    if (seen.has(textOf(action))) {
      reportDuplicate(action, textOf(action));
    }
    seen.add(textOf(action));
  }
  if (names.includes("Deny") && names.includes("Warn")) {
    reportInvalid(actions, "must not contain both Deny and Warn");
  }
  if (names.length === 0) {
    reportRequired(actions, "at least one validation action is required");
  }
}

/** Checks the binding of a MutatingAdmissionPolicy. */
export function checkMutatingBinding(binding: Part): void {
  checkBinding(fieldPart(binding, "spec"));
}

function checkBinding(spec: Part): void {
  const name = fieldPart(spec, "policyName");
  if (requiredText(name)) {
    reportInvalid(name, dnsSubdomain(textOf(name)));
  }
  if (has(spec, "paramRef")) {
    checkParamRef(fieldPart(spec, "paramRef"));
  }
  const resources = fieldPart(spec, "matchResources");
  if (isSet(resources)) {
    checkMatchResources(spec.run.minor >= 32 ? resources : reportedAt(resources, spec, misspelt));
  }
}

/** The name that the API server gives to `matchResources` of a binding before 1.32. */
const misspelt = "matchResouces";

function checkParamRef(reference: Part): void {
  const [name, selector] = [fieldPart(reference, "name"), fieldPart(reference, "selector")];
  const isNamed = textOf(name) !== "";
  reportInvalid(name, isNamed ? pathSegment(textOf(name)) : undefined);
  checkSelector(selector);
  if (isNamed && isSet(selector)) {
    reportForbidden(name, "name and selector are mutually exclusive");
    reportForbidden(selector, "name and selector are mutually exclusive");
  } else if (!isNamed && !isSet(selector)) {
    reportRequired(reference, "one of name or selector must be specified");
  }
  const action = fieldPart(reference, "parameterNotFoundAction");
  if (requiredText(action)) {
    checkOneOf(action, ["Deny", "Allow"]);
  }
}
