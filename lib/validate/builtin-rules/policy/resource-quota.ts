/**
 * Rules for ResourceQuotas.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import { immutable } from "../check/changes.ts";
import { reportInvalid, reportRequired } from "../check/faults.ts";
import {
  fieldPart,
  countOf,
  keysOf,
  listAt,
  type Part,
  reportedAt,
  textAt,
  textOf,
  valuesOf,
} from "../check/part.ts";
import { isQuotaResource, quotaResource, resourceQuantity } from "../pod/resources.ts";

/** Checks a ResourceQuota. */
export function checkResourceQuota(quota: Part, old: Part | undefined): void {
  const spec = fieldPart(quota, "spec");
  for (const [name, quantity] of valuesOf(fieldPart(spec, "hard"))) {
    reportInvalid(quantity, quotaResource(name));
    resourceQuantity(quantity, name);
  }
  const scopes = fieldPart(spec, "scopes");
  const names = listAt(spec, "scopes").map(textOf);
  for (const name of names) {
    reportInvalid(scopes, scopeFault(name));
    reportInvalid(scopes, resourceFault(name, spec));
  }
  reportInvalid(scopes, hasConflict(names) ? "conflicting scopes" : undefined);
  checkScopeSelector(spec);
  if (old !== undefined) {
    checkScopes(spec, fieldPart(old, "spec"));
  }
}

/** Scopes stay, in any order. */
function checkScopes(spec: Part, old: Part): void {
  immutable(sortedScopes(spec), sortedScopes(old));
}

function sortedScopes(spec: Part): Part {
  return { ...fieldPart(spec, "scopes"), value: listAt(spec, "scopes").map(textOf).toSorted() };
}

const podScopes = [
  "Terminating",
  "NotTerminating",
  "NotBestEffort",
  "PriorityClass",
  "CrossNamespacePodAffinity",
];
const knownScopes: ReadonlySet<string> = new Set([...podScopes, "BestEffort", "VolumeAttributesClass"]);
const existsOnly: ReadonlySet<string> = new Set([
  "BestEffort",
  "NotBestEffort",
  "Terminating",
  "NotTerminating",
  "CrossNamespacePodAffinity",
]);

function scopeFault(name: string): string | undefined {
  return knownScopes.has(name) ? undefined : "unsupported scope";
}

const computeResources: ReadonlySet<string> = new Set([
  "pods",
  "cpu",
  "memory",
  "limits.cpu",
  "limits.memory",
  "requests.cpu",
  "requests.memory",
]);

function isValidFor(scope: string, resource: string): boolean {
  if (scope === "BestEffort") {
    return resource === "pods";
  }
  if (scope === "VolumeAttributesClass") {
    return resource === "persistentvolumeclaims" || resource === "requests.storage";
  }
  return !podScopes.includes(scope) || computeResources.has(resource);
}

function resourceFault(scope: string, spec: Part): string | undefined {
  const resources = keysOf(fieldPart(spec, "hard")).filter(isQuotaResource);
  return resources.every((resource) => isValidFor(scope, resource))
    ? undefined
    : "unsupported scope applied to resource";
}

function hasConflict(names: readonly string[]): boolean {
  return [
    ["BestEffort", "NotBestEffort"],
    ["Terminating", "NotTerminating"],
  ].some((pair) => pair.every((name) => names.includes(name)));
}

/** The API server reports requirements at the list. */
function checkScopeSelector(spec: Part): void {
  const list = fieldPart(spec, "scopeSelector", "matchExpressions");
  const requirements = listAt(fieldPart(spec, "scopeSelector"), "matchExpressions");
  for (const requirement of requirements) {
    const scope = textAt(requirement, "scopeName");
    const place = (name: string): Part => reportedAt(fieldPart(requirement, name), list, name);
    reportInvalid(place("scopeName"), scopeFault(scope));
    reportInvalid(list, resourceFault(scope, spec));
    if (existsOnly.has(scope) && textAt(requirement, "operator") !== "Exists") {
      reportInvalid(place("operator"), `must be 'Exists' when scope is ${scope}`);
    }
    checkOperator(requirement, place);
  }
  if (hasConflict(requirements.map((one) => textAt(one, "scopeName")))) {
    reportInvalid(list, "conflicting scopes");
  }
}

function checkOperator(requirement: Part, place: (name: string) => Part): void {
  const count = countOf(fieldPart(requirement, "values"));
  switch (textAt(requirement, "operator")) {
    case "In":
    case "NotIn":
      if (count === 0) {
        reportRequired(
          place("values"),
          "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
        );
      }
      break;
    case "Exists":
    case "DoesNotExist":
      reportInvalid(
        place("values"),
        count > 0
          ? "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector"
          : undefined,
      );
      break;
    default:
      reportInvalid(place("operator"), "not a valid selector operator");
  }
}
