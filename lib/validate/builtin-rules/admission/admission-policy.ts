/**
 * Rules for admission policies. Expressions are only checked for presence.
 * Source:
 *     https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/admissionregistration/validation/validation.go
 */
import {
  reportDuplicate,
  reportInvalid,
  reportNotSupported,
  checkOneOf,
  reportRequired,
  requiredText,
} from "../check/faults.ts";
import { dns1035Label, dnsSubdomain, pathSegment, qualifiedLabel } from "../check/names.ts";
import { fieldPart, countOf, has, isSet, listAt, type Part, textAt, textOf } from "../check/part.ts";
import { checkMatchConditions, checkMatchRule, checkMatchSelectors } from "./match-rules.ts";

/** Checks a ValidatingAdmissionPolicy. */
export function checkValidatingPolicy(policy: Part): void {
  const spec = fieldPart(policy, "spec");
  checkCommon(spec);
  const [validations, annotations] = [fieldPart(spec, "validations"), fieldPart(spec, "auditAnnotations")];
  if (countOf(validations) + countOf(annotations) === 0) {
    const detail = "validations or auditAnnotations must contain at least one item";
    reportRequired(validations, detail);
    reportRequired(annotations, detail);
  }
  for (const validation of listAt(spec, "validations")) {
    checkValidation(validation);
  }
  checkAuditAnnotations(spec, textAt(fieldPart(policy, "metadata"), "name"));
}

/** Checks a MutatingAdmissionPolicy. */
export function checkMutatingPolicy(policy: Part): void {
  const spec = fieldPart(policy, "spec");
  checkCommon(spec);
  if (countOf(fieldPart(spec, "mutations")) === 0) {
    reportRequired(fieldPart(spec, "mutations"), "mutations must contain at least one item");
  }
  for (const mutation of listAt(spec, "mutations")) {
    checkMutation(mutation);
  }
  for (const rule of listAt(fieldPart(spec, "matchConstraints"), "resourceRules")) {
    checkOperations(rule, fieldPart(spec, "matchConstraints", "resourceRules", "operations"));
  }
  const policyChoice = fieldPart(spec, "reinvocationPolicy");
  if (requiredText(policyChoice)) {
    checkOneOf(policyChoice, ["IfNeeded", "Never"]);
  }
}

/** Deletions cannot be mutated. */
function checkOperations(rule: Part, place: Part): void {
  const operations = ["*", "CONNECT", "CREATE", "UPDATE"];
  for (const operation of listAt(rule, "operations")) {
    if (!operations.includes(textOf(operation))) {
      reportNotSupported({ ...place, value: operation.value, real: operation }, operations);
    }
  }
}

function checkCommon(spec: Part): void {
  checkOneOf(fieldPart(spec, "failurePolicy"), ["Fail", "Ignore"]);
  if (has(spec, "paramKind")) {
    checkParamKind(fieldPart(spec, "paramKind"));
  }
  const constraints = fieldPart(spec, "matchConstraints");
  if (!isSet(constraints)) {
    reportRequired(constraints);
  } else {
    checkMatchResources(constraints);
    if (countOf(fieldPart(constraints, "resourceRules")) === 0) {
      reportRequired(fieldPart(constraints, "resourceRules"));
    }
  }
  checkMatchConditions(spec);
  for (const variable of listAt(spec, "variables")) {
    checkVariable(variable);
  }
}

const identifier = /^[_a-zA-Z][_a-zA-Z0-9]*$/;

/** Words that CEL reserves. */
const reserved: ReadonlySet<string> = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);

function checkVariable(variable: Part): void {
  const name = textAt(variable, "name");
  if (name.trim() === "") {
    reportRequired(fieldPart(variable, "name"), "name is not specified");
  } else if (!identifier.test(name) || reserved.has(name)) {
    reportInvalid(fieldPart(variable, "name"), "must be a valid CEL identifier");
  }
  needExpression(fieldPart(variable, "expression"));
}

function needExpression(part: Part): void {
  if (textOf(part).trim() === "") {
    reportRequired(part, "expression is not specified");
  }
}

function checkParamKind(kind: Part): void {
  const version = fieldPart(kind, "apiVersion");
  if (requiredText(version)) {
    reportInvalid(version, versionFault(textOf(version)));
  }
  if (requiredText(fieldPart(kind, "kind"))) {
    const fault = dns1035Label(textAt(kind, "kind").toLowerCase());
    reportInvalid(
      fieldPart(kind, "kind"),
      fault === undefined ? undefined : `may have mixed case, but should otherwise match: ${fault}`,
    );
  }
}

function versionFault(text: string): string | undefined {
  const parts = text.split("/");
  const [group, version = ""] = parts.length === 1 ? ["", text] : parts;
  if (parts.length > 2) {
    return `unexpected GroupVersion string: ${text}`;
  }
  if (version === "") {
    return "version must be specified";
  }
  return (group === "" || group === undefined ? undefined : dnsSubdomain(group)) ?? dns1035Label(version);
}

/** Checks which resources a policy or a binding is about. */
export function checkMatchResources(resources: Part): void {
  checkOneOf(fieldPart(resources, "matchPolicy"), ["Equivalent", "Exact"]);
  checkMatchSelectors(resources);
  const lists = ["resourceRules", "excludeResourceRules"];
  for (const rule of lists.flatMap((list) => listAt(resources, list))) {
    checkResourceNames(rule);
    checkMatchRule(rule);
  }
}

function checkResourceNames(rule: Part): void {
  const names = new Set<string>();
  for (const name of listAt(rule, "resourceNames")) {
    const text = textOf(name);
    reportInvalid(name, pathSegment(text));
    if (names.has(text)) {
      reportDuplicate(name, text);
    }
    names.add(text);
  }
}

const reasons = ["Forbidden", "Invalid", "RequestEntityTooLarge", "Unauthorized"];

function checkValidation(validation: Part): void {
  needExpression(fieldPart(validation, "expression"));
  for (const name of ["messageExpression", "message"]) {
    const text = textAt(validation, name);
    const isBlank = text !== "" && text.trim() === "";
    reportInvalid(fieldPart(validation, name), isBlank ? "must be non-empty if specified" : undefined);
  }
  if (/[\n\r]/.test(textAt(validation, "message").trim())) {
    reportInvalid(fieldPart(validation, "message"), "must not contain line breaks");
  }
  if (has(validation, "reason") && !reasons.includes(textAt(validation, "reason"))) {
    reportNotSupported(fieldPart(validation, "reason"), reasons.slice(0, 3));
  }
}

const mostAnnotations = 20;

function checkAuditAnnotations(spec: Part, policy: string): void {
  const list = fieldPart(spec, "auditAnnotations");
  const keys = new Set<string>();
  if (countOf(list) > mostAnnotations) {
    reportInvalid(list, `must not have more than ${mostAnnotations} auditAnnotations`);
  }
  for (const annotation of listAt(spec, "auditAnnotations")) {
    const key = textAt(annotation, "key");
    reportInvalid(fieldPart(annotation, "key"), qualifiedLabel(`${policy}/${key}`));
    if (keys.has(key)) {
      reportDuplicate(fieldPart(annotation, "key"), key);
    }
    keys.add(key);
    const expression = textAt(annotation, "valueExpression").trim();
    if (expression === "" || expression.length > 5 * 1024) {
      reportRequired(fieldPart(annotation, "valueExpression"), "valueExpression is not specified");
    }
  }
}

const patchTypes = [
  ["ApplyConfiguration", "applyConfiguration"],
  ["JSONPatch", "jsonPatch"],
] as const;

function checkMutation(mutation: Part): void {
  const type = textAt(mutation, "patchType");
  if (type === "") {
    reportRequired(fieldPart(mutation, "patchType"));
    return;
  }
  const own = patchTypes.find(([name]) => name === type);
  if (own === undefined) {
    reportNotSupported(fieldPart(mutation, "patchType"), ["ApplyConfiguration", "JSONPatch"]);
    return;
  }
  for (const [name, field] of patchTypes) {
    const part = fieldPart(mutation, field);
    if (name !== type && isSet(part)) {
      reportInvalid(part, `must not be specified when patchType is ${type}`);
    } else if (name === type && !isSet(part)) {
      reportRequired(part, `must be specified when patchType is ${type}`);
    } else if (name === type) {
      needExpression(fieldPart(part, "expression"));
    }
  }
}
