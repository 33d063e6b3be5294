/**
 * The usage of ResourceQuotas by the objects of a set.
 * Source: https://github.com/kubernetes/kubernetes/tree/v1.36.0/pkg/quota/v1/evaluator/core
 */
import type { Manifest } from "../../manifest/manifest.ts";
import { builtinKind } from "../../object/builtin/builtin-kind.ts";
import { field, type JsonObject, listField, objectField, stringField } from "../../object/json.ts";
import { annotationOf } from "../../object/metadata.ts";
import { type GroupKind, groupKindKey } from "../../object/object-ref.ts";
import type { CustomDefinition } from "../model/crd.ts";
import type { ClaimGroup } from "./claim-groups.ts";
import type { PodGroup } from "./pod-groups.ts";
import type { PodResources } from "./pod-resources.ts";
import { claimHasScope, podHasScope, type QuotaScope } from "./quota-scopes.ts";
import {
  type Amount,
  multiplyResources,
  readResources,
  type ResourceList,
  wholeAmount,
} from "./resource-list.ts";

/** The usage of quotas by an object and those that are created for it. */
export interface Demand {
  readonly manifest: Manifest;
  /** By the names that a ResourceQuota has for them: `requests.cpu`, `count/deployments.apps`. */
  readonly usage: ResourceList;
  /** Whether it counts as long as its object exists. */
  readonly isLasting: boolean;
  readonly hasScope: (scope: QuotaScope) => boolean;
}

const single = wholeAmount(1);
const computeResources: ReadonlySet<string> = new Set(["cpu", "memory", "ephemeral-storage"]);

/** Returns what equal pods count for. */
export function podDemand(group: PodGroup, resources: PodResources): Demand {
  const { requests, limits } = resources.charged;
  const usage = new Map<string, Amount>([
    ["pods", single],
    ["count/pods", single],
  ]);
  for (const [name, amount] of requests) {
    if (computeResources.has(name) || name.startsWith("hugepages-")) {
      usage.set(name, amount);
    }
    usage.set(`requests.${name}`, amount);
  }
  for (const [name, amount] of limits) {
    if (computeResources.has(name)) {
      usage.set(`limits.${name}`, amount);
    }
  }
  return {
    manifest: group.manifest,
    usage: multiplyResources(usage, group.count),
    isLasting: group.isLasting,
    hasScope: (scope) => podHasScope(group.spec, scope, resources),
  };
}

const classAnnotation = "volume.beta.kubernetes.io/storage-class";

/** Returns what equal PersistentVolumeClaims count for. */
export function claimDemand({ manifest, claim, count, isLasting }: ClaimGroup): Demand {
  const spec = objectField(claim, "spec");
  const named = annotationOf(claim, classAnnotation) ?? stringField(spec, "storageClassName") ?? "";
  const usage = new Map<string, Amount>([["count/persistentvolumeclaims", single]]);
  const prefixes = ["", ...(named === "" ? [] : [`${named}.storageclass.storage.k8s.io/`])];
  const storage = readResources(objectField(objectField(spec, "resources"), "requests")).get("storage");
  for (const prefix of prefixes) {
    usage.set(`${prefix}persistentvolumeclaims`, single);
    if (storage !== undefined) {
      usage.set(`${prefix}requests.storage`, storage);
    }
  }
  return {
    manifest,
    usage: multiplyResources(usage, count),
    isLasting,
    hasScope: (scope) => claimHasScope(spec, scope),
  };
}

/** Kinds that quotas count by their plain plural, too. */
const aliased: ReadonlySet<string> = new Set([
  "ConfigMap",
  "ReplicationController",
  "ResourceQuota",
  "Secret",
  "Service",
]);

/** Kinds that are counted with what they request. */
const requesting: ReadonlySet<string> = new Set(["/PersistentVolumeClaim", "/Pod"]);

/** Returns the usage by an object itself; undefined for pods and claims, which count with their requests. */
export function objectDemand(
  manifest: Manifest,
  definitions: ReadonlyMap<string, CustomDefinition>,
): Demand | undefined {
  const { ref, value } = manifest;
  const kind = `${ref.group}/${ref.kind}`;
  const plural = pluralOf(ref, definitions);
  if (plural === "" || requesting.has(kind)) {
    return undefined;
  }
  const usage = new Map<string, Amount>([[countName(plural, ref.group), single]]);
  if (ref.group === "" && aliased.has(ref.kind)) {
    usage.set(plural, single);
  }
  if (kind === "/Service") {
    addServiceUsage(usage, objectField(value, "spec"));
  } else if (kind === "apps/Deployment") {
    usage.set(countName("replicasets", "apps"), single);
  }
  return { manifest, usage, isLasting: true, hasScope: () => false };
}

function pluralOf(ref: GroupKind, definitions: ReadonlyMap<string, CustomDefinition>): string {
  return definitions.get(groupKindKey(ref))?.plural ?? builtinKind(ref.group, ref.kind)?.plural ?? "";
}

function countName(plural: string, group: string): string {
  return `count/${plural}${group === "" ? "" : `.${group}`}`;
}

/** Counts load balancers and node ports, which the server allocates unless a Service says otherwise. */
function addServiceUsage(usage: Map<string, Amount>, spec: JsonObject): void {
  const type = stringField(spec, "type");
  const ports = listField(spec, "ports");
  const isBalanced = type === "LoadBalancer";
  if (isBalanced) {
    usage.set("services.loadbalancers", single);
  }
  if (isBalanced || type === "NodePort") {
    const isWrittenOnly = isBalanced && field(spec, "allocateLoadBalancerNodePorts") === false;
    const counted = isWrittenOnly ? ports.filter((port) => (field(port, "nodePort") ?? 0) !== 0) : ports;
    usage.set("services.nodeports", wholeAmount(counted.length));
  }
}
