import { definedKind, isCrd } from "../manifest/crd.ts";
import { objectField, stringField } from "../object/json.ts";
import { groupKindKey } from "../object/object-ref.ts";
import { runsToEnd } from "../readiness/kind/completion.ts";
import { hasPods } from "../apply/observe/owned-pods.ts";
import type { Member } from "./rbac-object.ts";
import type { NamedResource } from "./resource-names.ts";
import type { Permission, Account } from "./permission.ts";

/** An object outside the set that something in the set waits for. */
export interface AwaitedResource {
  readonly resource: NamedResource;
  readonly namespace: string;
  readonly name: string;
}

/** Returns the permissions for determining whether objects are ready, and why they are not. */
export function watchPermissions(
  members: readonly Member[],
  awaited: readonly AwaitedResource[],
): readonly Permission[] {
  return [
    ...members.flatMap((member) => [...podNeeds(member), eventNeed(member), ...bindingNeeds(member)]),
    ...definitionNeeds(members, awaited),
    ...awaited.map(({ resource, namespace, name }) => ({
      namespace: resource.namespaced ? namespace : "",
      group: resource.group,
      resource: resource.resource,
      verbs: ["list", "watch"] as const,
      name,
      reason: "external" as const,
    })),
  ];
}

/** The pods of a workload, the ReplicaSets in between, and the logs of their containers. */
function podNeeds({ manifest: { ref }, resource }: Member): readonly Permission[] {
  const of = { namespace: ref.namespace, reason: "pods" } as const;
  const log: Permission = { ...of, group: "", resource: "pods/log", verbs: ["get"] };
  if (hasPods(resource)) {
    return [
      log,
      { ...of, group: "", resource: "pods", verbs: ["list", "watch"] },
      { ...of, group: "apps", resource: "replicasets", verbs: ["list", "watch"] },
    ];
  }
  return runsToEnd(resource) ? [log] : [];
}

/** Events of cluster-scoped objects are stored in `default`. */
function eventNeed({ manifest: { ref } }: Member): Permission {
  const namespace = ref.namespace === "" ? "default" : ref.namespace;
  return { namespace, group: "", resource: "events", verbs: ["list"], reason: "events" };
}

/**
 * A claim is bound at once or with its first pod, depending on its storage class. The server sets the default
 * class on a claim that names none.
 */
function bindingNeeds({ manifest, resource }: Member): readonly Permission[] {
  if (!(resource.group === "" && resource.kind === "PersistentVolumeClaim")) {
    return [];
  }
  const name = stringField(objectField(manifest.value, "spec"), "storageClassName");
  return [
    {
      namespace: "",
      group: "storage.k8s.io",
      resource: "storageclasses",
      verbs: ["get"],
      ...(name === undefined ? {} : { name }),
      reason: "storage-classes",
    },
  ];
}

/** Custom resources are checked and judged by their CRDs; those of the set are available. */
function definitionNeeds(
  members: readonly Member[],
  awaited: readonly AwaitedResource[],
): readonly Permission[] {
  const inSet = new Set(
    members
      .filter(({ manifest }) => isCrd(manifest))
      .map(({ manifest }) => groupKindKey(definedKind(manifest.value))),
  );
  return [...members, ...awaited]
    .map(({ resource }) => resource)
    .filter((resource) => !resource.isBuiltin && !inSet.has(groupKindKey(resource)))
    .map(({ group, resource }) => ({
      namespace: "",
      group: "apiextensions.k8s.io",
      resource: "customresourcedefinitions",
      verbs: ["get"] as const,
      name: `${resource}.${group}`,
      reason: "definitions" as const,
    }));
}

/** The account of a sidecar, and the Secrets in its namespace with kubeconfigs of other clusters. */
export interface SidecarAccount extends Account {
  readonly kubeconfigSecrets?: readonly string[];
}

/**
 * Returns the permissions of a sidecar in its own namespace, whatever it reconciles: to report its units, to
 * find its replicas, to reach other clusters, to impersonate another account.
 */
export function sidecarNeeds(
  { namespace, kubeconfigSecrets = [] }: SidecarAccount,
  actsAs: Account | undefined,
): readonly Permission[] {
  const units = { namespace, group: "converge.dev", reason: "units" } as const;
  return [
    {
      ...units,
      resource: "units",
      verbs: ["get", "list", "watch", "create", "patch", "delete"],
    },
    { ...units, resource: "units/status", verbs: ["patch"] },
    {
      namespace,
      group: "coordination.k8s.io",
      resource: "leases",
      verbs: ["list", "watch", "create", "patch", "delete"],
      reason: "members",
    },
    {
      namespace,
      group: "events.k8s.io",
      resource: "events",
      verbs: ["create", "patch"],
      reason: "sidecar-events",
    },
    ...kubeconfigSecrets.map((name) => kubeconfigNeed(namespace, name)),
    ...(actsAs === undefined ? [] : [impersonationNeed(actsAs)]),
  ];
}

function kubeconfigNeed(namespace: string, name: string): Permission {
  const verbs = ["get", "list", "watch"] as const;
  return { namespace, group: "", resource: "secrets", verbs, name, reason: "kubeconfigs" };
}

function impersonationNeed({ namespace, name }: Account): Permission {
  const verbs = ["impersonate"] as const;
  return { namespace, group: "", resource: "serviceaccounts", verbs, name, reason: "impersonate" };
}
