/**
 * Rules for roles and their bindings.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/rbac/validation/validation.go
 */
import { isChanged } from "../check/changes.ts";
import { reportInvalid, reportNotSupported, reportRequired, requiredText } from "../check/faults.ts";
import { checkSelector } from "../check/labels.ts";
import { dnsSubdomain, pathSegment } from "../check/names.ts";
import { fieldPart, countOf, isSet, listAt, type Part, textAt } from "../check/part.ts";

const group = "rbac.authorization.k8s.io";

/** Checks a Role. */
export function checkRole(role: Part): void {
  for (const rule of listAt(role, "rules")) {
    checkRule(rule, true);
  }
}

/** Checks a ClusterRole. */
export function checkClusterRole(role: Part): void {
  for (const rule of listAt(role, "rules")) {
    checkRule(rule, false);
  }
  const aggregation = fieldPart(role, "aggregationRule");
  const selectors = listAt(aggregation, "clusterRoleSelectors");
  if (isSet(aggregation) && selectors.length === 0) {
    reportRequired(
      fieldPart(aggregation, "clusterRoleSelectors"),
      "at least one clusterRoleSelector required if aggregationRule is non-nil",
    );
  }
  for (const selector of selectors) {
    const before = role.run.faults.length;
    checkSelector(selector);
    reportInvalid(selector, role.run.faults.length > before ? "invalid label selector" : undefined);
  }
}

function checkRule(rule: Part, isNamespaced: boolean): void {
  const urls = fieldPart(rule, "nonResourceURLs");
  const lists = ["apiGroups", "resources", "resourceNames"].map((name) => countOf(fieldPart(rule, name)));
  if (countOf(fieldPart(rule, "verbs")) === 0) {
    reportRequired(fieldPart(rule, "verbs"), "verbs must contain at least one value");
  }
  if (countOf(urls) > 0) {
    reportInvalid(urls, isNamespaced ? "namespaced rules cannot apply to non-resource URLs" : undefined);
    const isBoth = lists.some((count) => count > 0);
    reportInvalid(
      urls,
      isBoth ? "rules cannot apply to both regular resources and non-resource URLs" : undefined,
    );
    return;
  }
  if (lists[0] === 0) {
    reportRequired(fieldPart(rule, "apiGroups"), "resource rules must supply at least one api group");
  }
  if (lists[1] === 0) {
    reportRequired(fieldPart(rule, "resources"), "resource rules must supply at least one resource");
  }
}

/** Checks a RoleBinding. */
export function checkRoleBinding(binding: Part, old: Part | undefined): void {
  checkBinding(binding, old, ["Role", "ClusterRole"]);
}

/** Checks a ClusterRoleBinding. */
export function checkClusterRoleBinding(binding: Part, old: Part | undefined): void {
  checkBinding(binding, old, ["ClusterRole"]);
}

function checkBinding(binding: Part, old: Part | undefined, kinds: readonly string[]): void {
  const role = fieldPart(binding, "roleRef");
  const name = fieldPart(role, "name");
  checkGroup(role);
  if (!kinds.includes(textAt(role, "kind"))) {
    reportNotSupported(fieldPart(role, "kind"), kinds);
  }
  if (requiredText(name)) {
    reportInvalid(name, pathSegment(textAt(role, "name")));
  }
  for (const subject of listAt(binding, "subjects")) {
    checkSubject(subject, kinds.includes("Role"));
  }
  if (old !== undefined && isChanged(withGroup(role), withGroup(fieldPart(old, "roleRef")))) {
    reportInvalid(role, "cannot change roleRef");
  }
}

/** The group is defaulted. */
function withGroup(role: Part): Part {
  return { ...role, value: { ...Object(role.value), apiGroup: textAt(role, "apiGroup") || group } };
}

function checkGroup(part: Part): void {
  const text = textAt(part, "apiGroup");
  if (text !== "" && text !== group) {
    reportNotSupported(fieldPart(part, "apiGroup"), [group]);
  }
}

function checkSubject(subject: Part, isNamespaced: boolean): void {
  const [kind, name] = [textAt(subject, "kind"), textAt(subject, "name")];
  requiredText(fieldPart(subject, "name"));
  if (kind === "User" || kind === "Group") {
    checkGroup(subject);
  } else if (kind === "ServiceAccount") {
    reportInvalid(fieldPart(subject, "name"), name === "" ? undefined : dnsSubdomain(name));
    if (textAt(subject, "apiGroup") !== "") {
      reportNotSupported(fieldPart(subject, "apiGroup"), [""]);
    }
    if (!isNamespaced) {
      requiredText(fieldPart(subject, "namespace"));
    }
  } else {
    reportNotSupported(fieldPart(subject, "kind"), ["ServiceAccount", "User", "Group"]);
  }
}
