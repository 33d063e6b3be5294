/**
 * The excess of a set over a ResourceQuota.
 * Source:
 *     https://github.com/kubernetes/kubernetes/blob/v1.36.0/staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go
 */
import type { Manifest } from "../../manifest/manifest.ts";
import { type JsonObject, objectField } from "../../object/json.ts";
import { compareText } from "../../object/object-ref.ts";
import { compareQuantities } from "../../object/quantity/quantity.ts";
import type { Demand } from "./demands.ts";
import type { PodGroup } from "./pod-groups.ts";
import type { PodResources } from "./pod-resources.ts";
import { podHasScope, quotaScopes } from "./quota-scopes.ts";
import { addAmounts, type Amount, amountText, readResources, wholeAmount } from "./resource-list.ts";

/** A resource of which a set needs more than a quota allows. */
export interface Excess {
  /** The object with which the quota is exceeded. */
  readonly manifest: Manifest;
  readonly resource: string;
  readonly used: string;
  readonly hard: string;
}

/**
 * Returns the resources of which the demands need more than a quota allows, sorted. Demands that last are
 * added up, in their order; each other one is added to these alone.
 */
export function excessOf(quota: Manifest, demands: readonly Demand[]): readonly Excess[] {
  const spec = objectField(quota.value, "spec");
  const scopes = quotaScopes(spec);
  const counted = demands.filter(({ hasScope }) => scopes.every(hasScope));
  return hardOf(spec).flatMap(([resource, hard]) => excessOfResource(counted, resource, hard));
}

function hardOf(spec: JsonObject): readonly (readonly [string, Amount])[] {
  const hard = readResources(objectField(spec, "hard"));
  return [...hard].toSorted(([left], [right]) => compareText(left, right));
}

function excessOfResource(demands: readonly Demand[], resource: string, hard: Amount): readonly Excess[] {
  const excess = ({ manifest }: Demand, used: Amount): Excess => ({
    manifest,
    resource,
    used: amountText(used),
    hard: amountText(hard),
  });
  let used = wholeAmount(0);
  let first: Demand | undefined;
  for (const demand of demands.filter(({ isLasting }) => isLasting)) {
    used = withDemand(used, demand, resource);
    first ??= compareQuantities(used, hard) > 0 ? demand : undefined;
  }
  if (first !== undefined) {
    return [excess(first, used)];
  }
  return demands
    .filter(({ isLasting }) => !isLasting)
    .map((demand) => ({ demand, together: withDemand(used, demand, resource) }))
    .filter(({ together }) => compareQuantities(together, hard) > 0)
    .map(({ demand, together }) => excess(demand, together));
}

function withDemand(used: Amount, { usage }: Demand, resource: string): Amount {
  const own = usage.get(resource);
  return own === undefined ? used : addAmounts(used, own);
}

/** A resource that a quota demands, and the containers that do not set it. */
export interface MissingResource {
  readonly resource: string;
  readonly containers: readonly string[];
}

/** The resources that every container must set if a quota limits them: requests of the plain names. */
const demanded: ReadonlyMap<string, readonly ["requests" | "limits", string]> = new Map([
  ["cpu", ["requests", "cpu"]],
  ["memory", ["requests", "memory"]],
  ["requests.cpu", ["requests", "cpu"]],
  ["requests.memory", ["requests", "memory"]],
  ["limits.cpu", ["limits", "cpu"]],
  ["limits.memory", ["limits", "memory"]],
]);

/** Returns the resources that containers of a pod must set because of a quota, and do not. */
export function missingResources(
  quota: Manifest,
  { group, resources }: { readonly group: PodGroup; readonly resources: PodResources },
): readonly MissingResource[] {
  const spec = objectField(quota.value, "spec");
  const isCounted = quotaScopes(spec).every((scope) => podHasScope(group.spec, scope, resources));
  if (!isCounted || resources.isSetForPod) {
    return [];
  }
  return hardOf(spec).flatMap(([resource]) => {
    const [list, name] = demanded.get(resource) ?? [];
    if (list === undefined || name === undefined) {
      return [];
    }
    const lacking = resources.containers.filter((container) => !container[list].has(name));
    const containers = lacking.map((container) => container.name).toSorted(compareText);
    return containers.length === 0 ? [] : [{ resource, containers }];
  });
}
