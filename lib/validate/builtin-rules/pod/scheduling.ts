/**
 * Rules for where pods may run: affinity, tolerations, topology.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import {
  reportDuplicate,
  reportForbidden,
  reportInvalid,
  reportNotSupported,
  checkOneOf,
  requiredText,
} from "../check/faults.ts";
import { checkSelector } from "../check/labels.ts";
import { dnsLabel, labelValue, qualifiedLabel } from "../check/names.ts";
import { positive } from "../check/numbers.ts";
import {
  fieldPart,
  itemsOf,
  has,
  isSet,
  keysOf,
  listAt,
  numberAt,
  type Part,
  reportedAt,
  textAt,
  textOf,
  textsAt,
} from "../check/part.ts";
import { checkNodeSelector, checkNodeTerm } from "../check/node-selector.ts";

const requiredTerms = "requiredDuringSchedulingIgnoredDuringExecution";
const preferredTerms = "preferredDuringSchedulingIgnoredDuringExecution";

/** Checks the affinity of a pod. */
export function checkAffinity(affinity: Part): void {
  if (!isSet(affinity)) {
    return;
  }
  const node = fieldPart(affinity, "nodeAffinity");
  if (has(node, requiredTerms)) {
    checkNodeSelector(fieldPart(node, requiredTerms));
  }
  for (const term of listAt(node, preferredTerms)) {
    checkWeight(term);
    checkNodeTerm(fieldPart(term, "preference"), false);
  }
  for (const name of ["podAffinity", "podAntiAffinity"]) {
    const pods = fieldPart(affinity, name);
    for (const term of listAt(pods, requiredTerms)) {
      checkPodTerm(term);
    }
    for (const term of listAt(pods, preferredTerms)) {
      checkWeight(term);
      checkPodTerm(fieldPart(term, "podAffinityTerm"));
    }
  }
}

function checkWeight(term: Part): void {
  const weight = numberAt(term, "weight") ?? 0;
  if (weight < 1 || weight > 100) {
    reportInvalid(fieldPart(term, "weight"), "must be in the range 1-100");
  }
}

function checkPodTerm(term: Part): void {
  checkSelector(fieldPart(term, "labelSelector"));
  checkSelector(fieldPart(term, "namespaceSelector"));
  for (const namespace of listAt(term, "namespaces")) {
    reportInvalid(reportedAt(namespace, term, "namespace"), dnsLabel(textOf(namespace)));
  }
  if (term.run.minor >= 31) {
    checkLabelKeys(term);
  }
  requiredText(fieldPart(term, "topologyKey"), "can not be empty");
  reportInvalid(fieldPart(term, "topologyKey"), qualifiedLabel(textAt(term, "topologyKey")));
}

/** Checks the label keys whose values must be those of the pod itself. */
function checkLabelKeys(term: Part): void {
  const selector = fieldPart(term, "labelSelector");
  for (const name of ["matchLabelKeys", "mismatchLabelKeys"]) {
    const keys = listAt(term, name);
    if (keys.length > 0 && !isSet(selector)) {
      reportForbidden(fieldPart(term, name), "must not be specified when labelSelector is not set");
    }
    for (const key of isSet(selector) ? keys : []) {
      reportInvalid(key, qualifiedLabel(textOf(key)));
    }
  }
  checkKeysTwice(term, selector);
  const mismatched = new Set(textsAt(term, "mismatchLabelKeys"));
  for (const key of listAt(term, "matchLabelKeys")) {
    reportInvalid(
      key,
      mismatched.has(textOf(key)) ? "exists in both matchLabelKeys and mismatchLabelKeys" : undefined,
    );
  }
}

function checkKeysTwice(term: Part, selector: Part): void {
  const known = new Set(keysOf(fieldPart(selector, "matchLabels")));
  const keys = textsAt(term, "matchLabelKeys");
  for (const requirement of listAt(selector, "matchExpressions")) {
    const key = textAt(requirement, "key");
    const index = keys.lastIndexOf(key);
    if (index !== -1 && known.has(key)) {
      reportInvalid(
        reportedAt(fieldPart(requirement, "key"), term, index),
        "exists in both matchLabelKeys and labelSelector",
      );
    }
    known.add(key);
  }
}

const effects = ["NoExecute", "NoSchedule", "PreferNoSchedule"];

/** Checks tolerations. */
export function checkTolerations(tolerations: Part): void {
  for (const toleration of itemsOf(tolerations)) {
    const [key, effect] = [textAt(toleration, "key"), textAt(toleration, "effect")];
    const operator = fieldPart(toleration, "operator");
    if (key !== "") {
      reportInvalid(fieldPart(toleration, "key"), qualifiedLabel(key));
    } else if (textAt(toleration, "operator") !== "Exists") {
      reportInvalid(
        operator,
        'operator must be Exists when `key` is empty, which means "match all values and all keys"',
      );
    }
    if (has(toleration, "tolerationSeconds") && effect !== "NoExecute") {
      reportInvalid(
        fieldPart(toleration, "effect"),
        "effect must be 'NoExecute' when `tolerationSeconds` is set",
      );
    }
    checkTolerationOperator(operator, textAt(toleration, "value"));
    if (effect !== "" && !effects.includes(effect)) {
      reportNotSupported(fieldPart(toleration, "effect"), effects);
    }
  }
}

function checkTolerationOperator(operator: Part, value: string): void {
  const text = textOf(operator);
  if (text === "Equal" || text === "") {
    reportInvalid(operator, labelValue(value));
  } else if (text !== "Exists") {
    reportNotSupported(operator, ["Equal", "Exists"]);
  } else if (value !== "") {
    reportInvalid(operator, "value must be empty when `operator` is 'Exists'");
  }
}

/** Checks how pods are spread over the domains of a topology. */
export function checkTopologySpread(constraints: Part): void {
  const list = itemsOf(constraints);
  for (const [index, constraint] of list.entries()) {
    positive(fieldPart(constraint, "maxSkew"));
    requiredText(fieldPart(constraint, "topologyKey"), "can not be empty");
    checkUnsatisfiable(constraint, list.slice(index + 1));
    checkOneOf(fieldPart(constraint, "nodeAffinityPolicy"), ["Honor", "Ignore"]);
    checkOneOf(fieldPart(constraint, "nodeTaintsPolicy"), ["Honor", "Ignore"]);
    if (constraint.run.minor >= 34) {
      checkLabelKeys(constraint);
    } else {
      checkSpreadKeys(constraint);
    }
    checkSelector(fieldPart(constraint, "labelSelector"));
  }
}

const actions = ["DoNotSchedule", "ScheduleAnyway"];

function checkUnsatisfiable(constraint: Part, later: readonly Part[]): void {
  const [key, action] = [textAt(constraint, "topologyKey"), textAt(constraint, "whenUnsatisfiable")];
  if (!actions.includes(action)) {
    reportNotSupported(fieldPart(constraint, "whenUnsatisfiable"), actions);
  }
  if (
    later.some((one) => textAt(one, "topologyKey") === key && textAt(one, "whenUnsatisfiable") === action)
  ) {
    reportDuplicate(
      reportedAt(constraint, constraint, "{topologyKey, whenUnsatisfiable}"),
      `{${key}, ${action}}`,
    );
  }
  const domains = fieldPart(constraint, "minDomains");
  if (isSet(domains)) {
    positive(domains);
    reportInvalid(
      domains,
      action === "DoNotSchedule"
        ? undefined
        : `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${action}`,
    );
  }
}

function checkSpreadKeys(constraint: Part): void {
  const selector = fieldPart(constraint, "labelSelector");
  const keys = listAt(constraint, "matchLabelKeys");
  const known = new Set([
    ...keysOf(fieldPart(selector, "matchLabels")),
    ...listAt(selector, "matchExpressions").map((one) => textAt(one, "key")),
  ]);
  if (keys.length > 0 && !isSet(selector)) {
    reportForbidden(
      fieldPart(constraint, "matchLabelKeys"),
      "must not be specified when labelSelector is not set",
    );
  }
  for (const key of keys) {
    reportInvalid(key, qualifiedLabel(textOf(key)));
    reportInvalid(
      key,
      known.has(textOf(key)) ? "exists in both matchLabelKeys and labelSelector" : undefined,
    );
  }
}
