/**
 * Rules for the configurations of admission webhooks.
 * Source:
 *     https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/admissionregistration/validation/validation.go
 */
import { webhookUrlFaults } from "../../crd/webhook-client-config.ts";
import { compileExpression } from "../../policy/compile-expression.ts";
import { policyEnvironment } from "../../policy/policy-environment.ts";
import { trailOf } from "../../schema/field-errors.ts";
import { reportDuplicate, reportInvalid, checkOneOf, reportRequired, requiredText } from "../check/faults.ts";
import { dns1035Label, dnsSubdomain, fullyQualifiedName } from "../check/names.ts";
import {
  fieldPart,
  has,
  isSet,
  listAt,
  numberAt,
  type Part,
  reportFault,
  reportedAt,
  textAt,
  textOf,
} from "../check/part.ts";
import { checkMatchConditions, checkMatchRule, checkMatchSelectors } from "./match-rules.ts";

/** Checks a ValidatingWebhookConfiguration or a MutatingWebhookConfiguration. */
export function checkWebhooks(configuration: Part, old: Part | undefined): void {
  const before = old === undefined ? [] : listAt(old, "webhooks");
  const names = new Set<string>();
  const areUnique = new Set(before.map((hook) => textAt(hook, "name"))).size === before.length;
  for (const hook of listAt(configuration, "webhooks")) {
    const name = textAt(hook, "name");
    checkWebhook(hook);
    checkExpressions(hook, before);
    checkVersions(hook, before);
    if (name !== "" && areUnique && names.has(name)) {
      reportDuplicate(fieldPart(hook, "name"), name);
    }
    names.add(name);
  }
}

function checkWebhook(hook: Part): void {
  if (requiredText(fieldPart(hook, "name"))) {
    reportInvalid(fieldPart(hook, "name"), fullyQualifiedName(textAt(hook, "name")));
  }
  for (const rule of listAt(hook, "rules")) {
    checkMatchRule(rule);
  }
  checkOneOf(fieldPart(hook, "failurePolicy"), ["Fail", "Ignore"]);
  checkOneOf(fieldPart(hook, "matchPolicy"), ["Equivalent", "Exact"]);
  checkOneOf(fieldPart(hook, "reinvocationPolicy"), ["IfNeeded", "Never"]);
  if (has(hook, "sideEffects")) {
    checkOneOf(fieldPart(hook, "sideEffects"), ["None", "NoneOnDryRun"]);
  } else {
    reportRequired(fieldPart(hook, "sideEffects"), "must specify one of None, NoneOnDryRun");
  }
  const seconds = numberAt(hook, "timeoutSeconds") ?? 10;
  if (seconds < 1 || seconds > 30) {
    reportInvalid(fieldPart(hook, "timeoutSeconds"), "the timeout value must be between 1 and 30 seconds");
  }
  checkMatchSelectors(hook);
  checkClient(fieldPart(hook, "clientConfig"));
  checkMatchConditions(hook);
}

function checkClient(client: Part): void {
  const [url, service] = [fieldPart(client, "url"), fieldPart(client, "service")];
  if (isSet(url) === isSet(service)) {
    reportRequired(client, "exactly one of url or service is required");
  } else if (isSet(url)) {
    for (const { reason, message } of webhookUrlFaults(textOf(url), trailOf("url"))) {
      reportFault(url, reason, message);
    }
  } else {
    // The API server takes one for the other.
    requiredText(reportedAt(fieldPart(service, "name"), service, "namespace"));
    requiredText(reportedAt(fieldPart(service, "namespace"), service, "name"));
    checkService(service);
  }
}

function checkService(service: Part): void {
  const port = numberAt(service, "port") ?? 443;
  if (port < 1 || port > 65_535) {
    reportInvalid(fieldPart(service, "port"), "port is not valid: must be between 1 and 65535, inclusive");
  }
  const path = textAt(service, "path");
  if (has(service, "path")) {
    reportInvalid(fieldPart(service, "path"), pathFault(path));
  }
}

function pathFault(path: string): string | undefined {
  if (path === "" || path === "/") {
    return undefined;
  }
  const wrong = path
    .slice(1)
    .replace(/\/$/, "")
    .split("/")
    .find((segment) => segment === "" || dnsSubdomain(segment) !== undefined);
  if (wrong === undefined) {
    return path.startsWith("/") ? undefined : "must start with a '/'";
  }
  return wrong === "" ? "segment may not be empty" : `segment ${wrong}: ${dnsSubdomain(wrong) ?? ""}`;
}

/** Compiles the match conditions that no webhook of the old configuration has. */
function checkExpressions(hook: Part, before: readonly Part[]): void {
  const known = new Set(before.flatMap((one) => listAt(one, "matchConditions").map(expressionOf)));
  const environment = policyEnvironment(hook.run.minor, { hasParams: false, hasAuthorizer: true });
  for (const condition of listAt(hook, "matchConditions")) {
    const text = expressionOf(condition);
    if (text.trim() === "" || known.has(text)) {
      continue;
    }
    const found = compileExpression(text, environment, ["bool"]);
    for (const { message } of "faults" in found ? found.faults : []) {
      reportInvalid(fieldPart(condition, "expression"), message);
    }
  }
}

function expressionOf(condition: Part): string {
  return textAt(condition, "expression");
}

const accepted = ["v1", "v1beta1"];

function checkVersions(hook: Part, before: readonly Part[]): void {
  const list = fieldPart(hook, "admissionReviewVersions");
  const versions = listAt(hook, "admissionReviewVersions");
  const seen = new Set<string>();
  if (versions.length === 0) {
    reportRequired(list, `must specify one of ${accepted.join(", ")}`);
    return;
  }
  for (const version of versions) {
    const text = textOf(version);
    reportInvalid(version, seen.has(text) ? "duplicate version" : dns1035Label(text));
    seen.add(text);
  }
  const isNew = before.every((one) =>
    listAt(one, "admissionReviewVersions").some((each) => accepted.includes(textOf(each))),
  );
  if (isNew && !accepted.some((version) => seen.has(version))) {
    reportInvalid(list, `must include at least one of ${accepted.join(", ")}`);
  }
}
