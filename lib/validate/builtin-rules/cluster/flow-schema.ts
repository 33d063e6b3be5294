/**
 * Rules for FlowSchemas.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/flowcontrol/validation/validation.go
 */
import {
  reportForbidden,
  reportInvalid,
  reportNotSupported,
  reportRequired,
  requiredText,
} from "../check/faults.ts";
import { dnsLabel, dnsSubdomain } from "../check/names.ts";
import {
  countOf,
  fieldPart,
  has,
  isSet,
  isTrueAt,
  itemsOf,
  listAt,
  numberAt,
  type Part,
  textAt,
  textOf,
  textsAt,
} from "../check/part.ts";

const mostPrecedence = 10_000;

/** Checks a FlowSchema. */
export function checkFlowSchema(schema: Part): void {
  const spec = fieldPart(schema, "spec");
  const precedence = (numberAt(spec, "matchingPrecedence") ?? 0) || 1000;
  const isExempt = textAt(fieldPart(schema, "metadata"), "name") === "exempt";
  reportInvalid(fieldPart(spec, "matchingPrecedence"), precedenceFault(precedence, isExempt));
  const method = fieldPart(spec, "distinguisherMethod");
  if (isSet(method) && !["ByNamespace", "ByUser"].includes(textAt(method, "type"))) {
    reportNotSupported(fieldPart(method, "type"), ["ByNamespace", "ByUser"]);
  }
  const level = fieldPart(spec, "priorityLevelConfiguration", "name");
  if (requiredText(level, "must reference a priority level")) {
    reportInvalid(level, dnsSubdomain(textOf(level)));
  }
  for (const rule of listAt(spec, "rules")) {
    checkRule(rule);
  }
}

function precedenceFault(precedence: number, isExempt: boolean): string | undefined {
  if (precedence < 0) {
    return "must be a positive value";
  }
  if (precedence > mostPrecedence) {
    return `must not be greater than ${mostPrecedence}`;
  }
  return precedence === 1 && !isExempt
    ? "only the schema named 'exempt' may have matchingPrecedence 1"
    : undefined;
}

function checkRule(rule: Part): void {
  const [resources, others] = [listAt(rule, "resourceRules"), listAt(rule, "nonResourceRules")];
  const subjects = fieldPart(rule, "subjects");
  if (countOf(subjects) === 0) {
    reportRequired(subjects, "subjects must contain at least one value");
  }
  for (const subject of itemsOf(subjects)) {
    checkSubject(subject);
  }
  if (resources.length + others.length === 0) {
    reportRequired(rule, "at least one of resourceRules and nonResourceRules has to be non-empty");
  }
  for (const resource of resources) {
    checkResourceRule(resource);
  }
  for (const other of others) {
    checkVerbs(other);
    checkUrls(fieldPart(other, "nonResourceURLs"));
  }
}

const subjectFields: Readonly<Record<string, string>> = {
  Group: "group",
  ServiceAccount: "serviceAccount",
  User: "user",
};

function checkSubject(subject: Part): void {
  const kind = textAt(subject, "kind");
  const own = Object.hasOwn(subjectFields, kind) ? subjectFields[kind] : undefined;
  if (own === undefined) {
    reportNotSupported(fieldPart(subject, "kind"), Object.keys(subjectFields));
    return;
  }
  for (const [other, name] of Object.entries(subjectFields)) {
    if (name !== own && has(subject, name)) {
      reportForbidden(fieldPart(subject, name), `${name} is forbidden when subject kind is not '${other}'`);
    }
  }
  const part = fieldPart(subject, own);
  if (!isSet(part)) {
    reportRequired(part, `${own} is required when subject kind is '${kind}'`);
  } else if (kind === "ServiceAccount") {
    checkAccount(part);
  } else {
    requiredText(fieldPart(part, "name"));
  }
}

function checkAccount(account: Part): void {
  const [name, namespace] = [fieldPart(account, "name"), fieldPart(account, "namespace")];
  if (requiredText(name)) {
    reportInvalid(name, textOf(name) === "*" ? undefined : dnsSubdomain(textOf(name)));
  }
  if (requiredText(namespace, "must specify namespace for service account")) {
    reportInvalid(namespace, dnsLabel(textOf(namespace)));
  }
}

const verbs = ["create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"];

function checkVerbs(rule: Part): void {
  const [list, names] = [fieldPart(rule, "verbs"), textsAt(rule, "verbs")];
  if (names.length === 0) {
    reportRequired(list, "verbs must contain at least one value");
  } else if (names.includes("*")) {
    reportInvalid(list, names.length > 1 ? "if '*' is present, must not specify other verbs" : undefined);
  } else if (names.some((name) => !verbs.includes(name))) {
    reportNotSupported(list, verbs);
  }
}

function checkUrls(list: Part): void {
  const urls = itemsOf(list);
  const texts = urls.map(textOf);
  if (urls.length === 0) {
    reportRequired(list, "nonResourceURLs must contain at least one value");
  } else if (texts.includes("*")) {
    const isMixed = urls.length > 1;
    reportInvalid(list, isMixed ? "if '*' is present, must not specify other non-resource URLs" : undefined);
  } else {
    for (const url of urls) {
      reportInvalid(url, urlFault(textOf(url)));
    }
  }
}

function urlFault(url: string): string | undefined {
  if (!url.startsWith("/")) {
    return url === "" ? "must not be empty" : "must start with slash";
  }
  if (url.includes(" ")) {
    return "must not contain white-space";
  }
  if (url.includes("//")) {
    return "must not contain double slash";
  }
  const star = url.indexOf("*");
  return star === -1 || (star === url.length - 1 && url.endsWith("/*"))
    ? undefined
    : "wildcard can only do suffix matching";
}

function checkResourceRule(rule: Part): void {
  checkVerbs(rule);
  checkNames(rule, "apiGroups", "api group");
  checkNames(rule, "resources", "resource");
  const [list, names] = [fieldPart(rule, "namespaces"), textsAt(rule, "namespaces")];
  if (names.length === 0 && !isTrueAt(rule, "clusterScope")) {
    reportRequired(list, "resource rules that are not cluster scoped must supply at least one namespace");
  } else if (names.includes("*")) {
    reportInvalid(
      list,
      names.length > 1 ? "if '*' is present, must not specify other namespaces" : undefined,
    );
  } else {
    for (const namespace of itemsOf(list)) {
      reportInvalid(namespace, dnsLabel(textOf(namespace)));
    }
  }
}

function checkNames(rule: Part, field: string, what: string): void {
  const [list, names] = [fieldPart(rule, field), textsAt(rule, field)];
  if (names.length === 0) {
    reportRequired(list, `resource rules must supply at least one ${what}`);
  } else if (names.length > 1 && names.includes("*")) {
    reportInvalid(list, `if '*' is present, must not specify other ${what}s`);
  }
}
