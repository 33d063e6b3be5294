import { field, type JsonValue, listField, stringField, stringsField } from "../../object/json.ts";
import { type LabelLookup, labelLookup, matchesSelector, mayMatch } from "../../object/label-selector.ts";
import { labelOf } from "../../object/metadata.ts";
import { groupOf, versionOf } from "../../object/object-ref.ts";
import type { AdmissionRequest } from "./admission-request.ts";

/** The result of a match: `unknown` depends on labels or versions that are not known offline. */
export type Match = "no" | "unknown" | "yes";

/**
 * Matches a request with the match constraints of a policy or the `matchResources` of a binding. Without any,
 * a binding matches all requests. Source: Kubernetes documentation, "Validating Admission Policy", "Match
 * Constraints".
 */
export function matchRequest(request: AdmissionRequest, resources: JsonValue | undefined): Match {
  if (resources === undefined || resources === null) {
    return "yes";
  }
  const byNamespace = matchNamespace(request, field(resources, "namespaceSelector"));
  const byObject = matchObject(request, field(resources, "objectSelector"));
  const policy = stringField(resources, "matchPolicy") ?? "Equivalent";
  const rules = listField(resources, "resourceRules");
  const excluded = matchRules(request, listField(resources, "excludeResourceRules"), policy);
  const included = rules.length === 0 ? "yes" : matchRules(request, rules, policy);
  const matches = new Set([byNamespace, byObject, included, opposite(excluded)]);
  if (matches.has("no")) {
    return "no";
  }
  return matches.has("unknown") ? "unknown" : "yes";
}

function opposite(match: Match): Match {
  if (match === "unknown") {
    return match;
  }
  return match === "yes" ? "no" : "yes";
}

function matchLabels(selector: JsonValue | undefined, labels: LabelLookup): Match {
  if (matchesSelector(selector, labels)) {
    return "yes";
  }
  return mayMatch(selector, labels) ? "unknown" : "no";
}

/** Cluster-scoped objects are not subject to the selector, except Namespaces, by their own labels. */
function matchNamespace(
  { manifest, resource, object, namespace }: AdmissionRequest,
  selector: JsonValue | undefined,
): Match {
  if (manifest.ref.namespace === "") {
    const isNamespace = resource === "namespaces" && manifest.ref.group === "";
    return isNamespace ? matchLabels(selector, labelLookup(object.value)) : "yes";
  }
  const { namespace: name } = manifest.ref;
  return matchLabels(selector, (label) => {
    if (label === "kubernetes.io/metadata.name") {
      return name;
    }
    return namespace === undefined || namespace === null ? undefined : (labelOf(namespace, label) ?? null);
  });
}

/** The labels of the object or of its old state match. */
function matchObject({ object, old }: AdmissionRequest, selector: JsonValue | undefined): Match {
  const states = old === undefined ? [object] : [object, old];
  return states.some(({ value }) => matchesSelector(selector, labelLookup(value))) ? "yes" : "no";
}

function matchRules(request: AdmissionRequest, rules: readonly JsonValue[], policy: string): Match {
  const version = versionOf(request.manifest.apiVersion);
  if (rules.some((rule) => matchRule(request, rule, [version]))) {
    return "yes";
  }
  const isConverted =
    policy === "Equivalent" && rules.some((rule) => matchRule(request, rule, request.otherVersions));
  return isConverted ? "unknown" : "no";
}

function matchRule(
  { manifest, operation, resource }: AdmissionRequest,
  rule: JsonValue,
  versions: readonly string[],
): boolean {
  const names = stringsField(rule, "resourceNames");
  const scope = stringField(rule, "scope") ?? "*";
  const isNamespaced = manifest.ref.namespace !== "";
  return (
    includes(rule, "operations", operation) &&
    includes(rule, "apiGroups", groupOf(manifest.apiVersion)) &&
    versions.some((version) => includes(rule, "apiVersions", version)) &&
    stringsField(rule, "resources").some((named) => namesResource(named, resource)) &&
    (scope === "*" || (scope === "Namespaced") === isNamespaced) &&
    (names.length === 0 || names.includes(manifest.ref.name))
  );
}

function includes(rule: JsonValue, name: string, wanted: string): boolean {
  const listed = stringsField(rule, name);
  return listed.includes("*") || listed.includes(wanted);
}

/** A rule for all subresources of a resource includes the resource itself, as the API server has it. */
function namesResource(named: string, resource: string): boolean {
  return ["*", "*/*", resource, `${resource}/*`].includes(named);
}
