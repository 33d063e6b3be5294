/**
 * The limits of LimitRanges that pods and claims break.
 * Source: https://github.com/kubernetes/kubernetes/blob/v1.36.0/plugin/pkg/admission/limitranger/admission.go
 */
import { objectField, type Path } from "../../object/json.ts";
import { compareText } from "../../object/object-ref.ts";
import { approximateNumber, compareQuantities } from "../../object/quantity/quantity.ts";
import type { ClaimGroup } from "./claim-groups.ts";
import type { LimitItem } from "./limit-items.ts";
import type { PodResources, Resources } from "./pod-resources.ts";
import { type Amount, amountText, noResources, readResources } from "./resource-list.ts";

/** A resource that a LimitRange refuses. */
export interface LimitBreach {
  readonly item: LimitItem;
  /** The path in `spec.limits[]`: `["max", "cpu"]`. */
  readonly limit: Path;
  /** The fact: `container web: a limit of 4 cpu is above the maximum of 2`. */
  readonly text: string;
  /** From the spec of the pod, or from the claim. */
  readonly path: Path;
}

/** Returns what LimitRanges refuse of a pod. */
export function podBreaches(pod: PodResources, items: readonly LimitItem[]): readonly LimitBreach[] {
  return items.flatMap((item): readonly LimitBreach[] => {
    if (item.type === "Pod") {
      return breachesOf(item, { ...pod.total, name: "the pod", path: [] });
    }
    return item.type === "Container"
      ? pod.containers.flatMap((container) =>
          breachesOf(item, { ...container, name: `container ${container.name}` }),
        )
      : [];
  });
}

/** Returns what LimitRanges refuse of a PersistentVolumeClaim: its requests only. */
export function claimBreaches({ claim }: ClaimGroup, items: readonly LimitItem[]): readonly LimitBreach[] {
  const resources = objectField(objectField(claim, "spec"), "resources");
  const requests = readResources(objectField(resources, "requests"));
  return items
    .filter(({ type }) => type === "PersistentVolumeClaim")
    .flatMap((item) =>
      breachesOf(item, { requests, limits: noResources, name: "the claim", path: ["spec"], isClaim: true }),
    );
}

interface Limited extends Resources {
  readonly name: string;
  readonly path: Path;
  readonly isClaim?: boolean;
}

type Bound = "min" | "max" | "maxLimitRequestRatio";

interface Breach {
  readonly fact: string;
  readonly field: "requests" | "limits";
}

function breachesOf(item: LimitItem, limited: Limited): readonly LimitBreach[] {
  const checks: readonly (readonly [Bound, BoundCheck])[] = [
    ["min", minBreach],
    ["max", maxBreach],
    ["maxLimitRequestRatio", ratioBreach],
  ];
  return checks.flatMap(([bound, check]) =>
    [...item[bound]]
      .toSorted(([left], [right]) => compareText(left, right))
      .flatMap(([resource, amount]) => {
        const breach = check(resource, amount, limited);
        return breach === undefined
          ? []
          : [
              {
                item,
                limit: [bound, resource],
                text: `${limited.name}: ${breach.fact}`,
                path: [...limited.path, "resources", breach.field, resource],
              },
            ];
      }),
  );
}

type BoundCheck = (resource: string, bound: Amount, limited: Limited) => Breach | undefined;

function minBreach(resource: string, bound: Amount, { requests, limits }: Limited): Breach | undefined {
  const [request, limit] = [requests.get(resource), limits.get(resource)];
  const least = `the minimum of ${amountText(bound)}`;
  if (request === undefined) {
    return { fact: `no request of ${resource}, which has ${least}`, field: "requests" };
  }
  if (compareQuantities(request, bound) < 0) {
    return { fact: `a request of ${amountText(request)} ${resource} is below ${least}`, field: "requests" };
  }
  return limit !== undefined && compareQuantities(limit, bound) < 0
    ? { fact: `a limit of ${amountText(limit)} ${resource} is below ${least}`, field: "limits" }
    : undefined;
}

function maxBreach(
  resource: string,
  bound: Amount,
  { requests, limits, isClaim = false }: Limited,
): Breach | undefined {
  const [request, limit] = [requests.get(resource), limits.get(resource)];
  const most = `the maximum of ${amountText(bound)}`;
  if (isClaim ? request === undefined : limit === undefined) {
    const field = isClaim ? "requests" : "limits";
    return { fact: `no ${isClaim ? "request" : "limit"} of ${resource}, which has ${most}`, field };
  }
  if (limit !== undefined && compareQuantities(limit, bound) > 0) {
    return { fact: `a limit of ${amountText(limit)} ${resource} is above ${most}`, field: "limits" };
  }
  return request !== undefined && compareQuantities(request, bound) > 0
    ? { fact: `a request of ${amountText(request)} ${resource} is above ${most}`, field: "requests" }
    : undefined;
}

function ratioBreach(resource: string, bound: Amount, { requests, limits }: Limited): Breach | undefined {
  const [request, limit] = [requests.get(resource), limits.get(resource)];
  const most = `the maxLimitRequestRatio of ${amountText(bound)}`;
  if (request === undefined || request.digits === 0n) {
    return { fact: `no request of ${resource}, which has ${most}`, field: "requests" };
  }
  if (limit === undefined || limit.digits === 0n) {
    return { fact: `no limit of ${resource}, which has ${most}`, field: "limits" };
  }
  const ratio = approximateNumber(limit) / approximateNumber(request);
  const fact = `a limit of ${amountText(limit)} ${resource} is above the request of ${amountText(request)} times ${most}`;
  return ratio > approximateNumber(bound) ? { fact, field: "limits" } : undefined;
}
