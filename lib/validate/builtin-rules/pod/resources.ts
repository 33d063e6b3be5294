/**
 * Rules for the requests and limits of containers.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/pkg/apis/core/validation/validation.go
 */
import { parseQuantity } from "../../../object/quantity/quantity.ts";
import {
  reportDuplicate,
  reportForbidden,
  reportInvalid,
  reportNotFound,
  reportRequired,
} from "../check/faults.ts";
import { dnsLabel, type NameRule, qualifiedLabel } from "../check/names.ts";
import { fieldPart, itemsOf, isSet, keyAt, keysOf, type Part, textAt, valuesOf } from "../check/part.ts";
import { compareParts, isMultiple, isWhole, nonNegativeQuantity, shown } from "../check/quantities.ts";

const computeResources: ReadonlySet<string> = new Set(["cpu", "memory", "ephemeral-storage"]);

const quotaResources: readonly string[] = [
  "requests.cpu",
  "requests.memory",
  "requests.storage",
  "requests.ephemeral-storage",
  "limits.cpu",
  "limits.memory",
  "limits.ephemeral-storage",
];

/** Resources that are counted: quantities of them are whole numbers. */
const countedResources: ReadonlySet<string> = new Set([
  "pods",
  "resourcequotas",
  "services",
  "replicationcontrollers",
  "secrets",
  "configmaps",
  "persistentvolumeclaims",
  "services.nodeports",
  "services.loadbalancers",
]);

const quotaNames: ReadonlySet<string> = new Set([
  ...computeResources,
  ...quotaResources,
  ...countedResources,
]);

/** Reports whether the resource is counted in pages of memory. */
export function isHugePages(name: string): boolean {
  return name.startsWith("hugepages-");
}

function isNative(name: string): boolean {
  return !name.includes("/") || name.includes("kubernetes.io/");
}

/** Reports whether the name is one of an extended resource: `example.com/gpu`. */
export function isExtended(name: string): boolean {
  return !isNative(name) && !name.startsWith("requests.") && qualifiedLabel(`requests.${name}`) === undefined;
}

/** Reports whether requests of the resource may be lower than its limits. */
export function mayOvercommit(name: string): boolean {
  return isNative(name) && !isHugePages(name);
}

/** Reports whether a name without a slash is one that a ResourceQuota may limit. */
export function isQuotaResource(name: string): boolean {
  return quotaNames.has(name) || isHugePages(name) || name.startsWith("requests.hugepages-");
}

/** The name of a resource of a container. */
export const containerResource: NameRule = (name) => {
  const fault = qualifiedLabel(name);
  if (fault !== undefined) {
    return fault;
  }
  if (!name.includes("/")) {
    return computeResources.has(name) || isHugePages(name)
      ? undefined
      : "must be a standard resource for containers";
  }
  return isNative(name) || isExtended(name) ? undefined : "doesn't follow extended resource name standard";
};

/** The name of any resource. */
export const anyResource: NameRule = (name) =>
  qualifiedLabel(name) ??
  (name.includes("/") || name === "storage" || isQuotaResource(name)
    ? undefined
    : "must be a standard resource type or fully qualified");

/** The name of a resource that a ResourceQuota limits. */
export const quotaResource: NameRule = (name) =>
  anyResource(name) ??
  (name.includes("/") || isQuotaResource(name) ? undefined : "must be a standard resource for quota");

/** Checks a quantity of that resource. */
export function resourceQuantity(part: Part, name: string): void {
  nonNegativeQuantity(part);
  if ((countedResources.has(name) || isExtended(name)) && !isWhole(part)) {
    reportInvalid(part, "must be an integer");
  }
}

/** Checks the resources of a container; `claims` are the names of the claims of its pod. */
export function checkResources(resources: Part, claims: ReadonlySet<string>): void {
  if (!isSet(resources)) {
    return;
  }
  const [limits, requests] = [fieldPart(resources, "limits"), fieldPart(resources, "requests")];
  for (const [name, quantity] of [...valuesOf(limits), ...valuesOf(requests)]) {
    reportInvalid(quantity, containerResource(name));
    resourceQuantity(quantity, name);
    checkHugePages(quantity, name);
  }
  checkRequests(limits, requests);
  const names = [...keysOf(limits), ...keysOf(requests)];
  if (names.some(isHugePages) && !names.some((name) => name === "cpu" || name === "memory")) {
    reportForbidden(resources, "HugePages require cpu or memory");
  }
  checkClaims(fieldPart(resources, "claims"), claims);
}

/** Checks that requests do not exceed limits. */
export function checkRequests(limits: Part, requests: Part): void {
  for (const [name, quantity] of valuesOf(requests)) {
    const limit = keyAt(limits, name);
    const difference = isSet(limit) ? compareParts(quantity, limit) : 0;
    if (!isSet(limit)) {
      if (!mayOvercommit(name)) {
        reportRequired(limits, "Limit must be set for non overcommitable resources");
      }
    } else if (difference !== 0 && !mayOvercommit(name)) {
      reportInvalid(requests, `must be equal to ${name} limit of ${shown(limit)}`);
    } else if (difference > 0) {
      reportInvalid(requests, `must be less than or equal to ${name} limit of ${shown(limit)}`);
    }
  }
}

function checkHugePages(quantity: Part, name: string): void {
  if (isHugePages(name)) {
    const size = parseQuantity(name.slice("hugepages-".length));
    if ("fault" in size || !isMultiple(quantity, size)) {
      reportInvalid(quantity, `is not positive integer multiple of ${name}`);
    }
  }
}

/** The minor version since which resource claims are kept whatever the feature gates. */
export const claimsSince = 34;

/** Checks the resource claims that a container uses; `claims` are those of the pod. */
export function checkClaims(part: Part, claims: ReadonlySet<string>): void {
  const names = new Set<string>();
  for (const claim of part.run.minor >= claimsSince ? itemsOf(part) : []) {
    if (textAt(claim, "name") === "") {
      reportRequired(claim);
    } else {
      checkClaim(claim, names, claims);
    }
  }
}

function checkClaim(claim: Part, names: Set<string>, claims: ReadonlySet<string>): void {
  const [name, request] = [textAt(claim, "name"), textAt(claim, "request")];
  const key = request === "" ? name : `${name}/${request}`;
  const isTaken = request === "" && [...names].some((other) => other.startsWith(`${name}/`));
  if (names.has(name) || names.has(key) || isTaken) {
    reportDuplicate(claim, key);
  }
  reportInvalid(fieldPart(claim, "request"), request === "" ? undefined : dnsLabel(request));
  names.add(key);
  if (!claims.has(name)) {
    reportNotFound(claim, name);
  }
}
