/**
 * Rules for which requests a webhook or a policy matches.
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
  reportTooMany,
} from "../check/faults.ts";
import { checkSelector } from "../check/labels.ts";
import { qualifiedLabel } from "../check/names.ts";
import { fieldPart, countOf, itemsOf, listAt, type Part, textAt, textOf, textsAt } from "../check/part.ts";

const operations = ["*", "CONNECT", "CREATE", "DELETE", "UPDATE"];

/** Checks a rule with its operations; `known` are those that may be named. */
export function checkMatchRule(rule: Part, known: readonly string[] = operations): void {
  const list = fieldPart(rule, "operations");
  const names = textsAt(rule, "operations");
  if (names.length === 0) {
    reportRequired(list);
  }
  if (names.length > 1 && names.includes("*")) {
    reportInvalid(list, "if '*' is present, must not specify other operations");
  }
  for (const operation of itemsOf(list)) {
    if (!operations.includes(textOf(operation))) {
      reportNotSupported(operation, known);
    }
  }
  checkNames(rule, "apiGroups", "API groups");
  checkNames(rule, "apiVersions", "API versions");
  for (const version of listAt(rule, "apiVersions")) {
    requiredText(version);
  }
  checkResources(rule);
  checkOneOf(fieldPart(rule, "scope"), ["*", "Cluster", "Namespaced"]);
}

function checkNames(rule: Part, name: string, what: string): void {
  const names = textsAt(rule, name);
  if (names.length === 0) {
    reportRequired(fieldPart(rule, name));
  } else if (names.length > 1 && names.includes("*")) {
    reportInvalid(fieldPart(rule, name), `if '*' is present, must not specify other ${what}`);
  }
}

function checkResources(rule: Part): void {
  const list = fieldPart(rule, "resources");
  const resources = listAt(rule, "resources");
  const texts = resources.map(textOf);
  const [wholes, subs] = [new Set<string>(), new Set<string>()];
  if (texts.length === 0) {
    reportRequired(list);
  }
  for (const resource of resources) {
    checkResource(resource, wholes, subs);
  }
  if (texts.length > 1 && texts.includes("*/*")) {
    reportInvalid(list, "if '*/*' is present, must not specify other resources");
  }
  const plain = texts.filter((text) => text !== "" && !text.includes("/"));
  if (plain.includes("*") && plain.at(-1) !== "*") {
    reportInvalid(list, "if '*' is present, must not specify other resources without subresources");
  }
}

function checkResource(part: Part, wholes: Set<string>, subs: Set<string>): void {
  const text = textOf(part);
  const slash = text.indexOf("/");
  const [resource, sub] = [text.slice(0, slash), text.slice(slash + 1)];
  if (!requiredText(part) || slash === -1) {
    return;
  }
  if (wholes.has(resource)) {
    reportInvalid(part, `if '${resource}/*' is present, must not specify ${text}`);
  }
  if (subs.has(sub)) {
    reportInvalid(part, `if '*/${sub}' is present, must not specify ${text}`);
  }
  if (sub === "*") {
    wholes.add(resource);
  }
  if (resource === "*") {
    subs.add(sub);
  }
}

/** Checks the selectors of a webhook or policy. */
export function checkMatchSelectors(part: Part): void {
  checkSelector(fieldPart(part, "namespaceSelector"));
  checkSelector(fieldPart(part, "objectSelector"));
}

const mostConditions = 64;

/** Checks match conditions, without the expressions themselves. */
export function checkMatchConditions(part: Part): void {
  const conditions = fieldPart(part, "matchConditions");
  const names = new Set<string>();
  if (countOf(conditions) > mostConditions) {
    reportTooMany(conditions, mostConditions);
  }
  for (const condition of itemsOf(conditions)) {
    const name = textAt(condition, "name");
    if (textAt(condition, "expression").trim() === "") {
      reportRequired(fieldPart(condition, "expression"));
    }
    if (requiredText(fieldPart(condition, "name"))) {
      reportInvalid(fieldPart(condition, "name"), qualifiedLabel(name));
      if (names.has(name)) {
        reportDuplicate(fieldPart(condition, "name"), name);
      }
      names.add(name);
    }
  }
}
