import type { Manifest } from "../../manifest/manifest.ts";
import { compareText, groupKindKey } from "../../object/object-ref.ts";
import { type Adjacency, at, edgesOf } from "../../dag/adjacency.ts";
import type { Edge } from "../model/edge.ts";

/**
 * The creation order of the werf documentation, with Helm's places for what it lacks: PriorityClass first,
 * IngressClass before Ingress, webhook configurations last. It only breaks ties. Kinds are distinguished by
 * group.
 */
const creationOrder: readonly string[] = [
  "scheduling.k8s.io/PriorityClass",
  "/Namespace",
  "networking.k8s.io/NetworkPolicy",
  "/ResourceQuota",
  "/LimitRange",
  "policy/PodSecurityPolicy",
  "policy/PodDisruptionBudget",
  "/ServiceAccount",
  "/Secret",
  "/ConfigMap",
  "storage.k8s.io/StorageClass",
  "/PersistentVolume",
  "/PersistentVolumeClaim",
  "apiextensions.k8s.io/CustomResourceDefinition",
  "rbac.authorization.k8s.io/ClusterRole",
  "rbac.authorization.k8s.io/ClusterRoleBinding",
  "rbac.authorization.k8s.io/Role",
  "rbac.authorization.k8s.io/RoleBinding",
  "/Service",
  "apps/DaemonSet",
  "/Pod",
  "/ReplicationController",
  "apps/ReplicaSet",
  "apps/Deployment",
  "autoscaling/HorizontalPodAutoscaler",
  "apps/StatefulSet",
  "batch/Job",
  "batch/CronJob",
  "networking.k8s.io/IngressClass",
  "networking.k8s.io/Ingress",
  "apiregistration.k8s.io/APIService",
];
const lastOfAll: readonly string[] = [
  "admissionregistration.k8s.io/MutatingWebhookConfiguration",
  "admissionregistration.k8s.io/ValidatingWebhookConfiguration",
];
const ranks: ReadonlyMap<string, number> = new Map([
  ...creationOrder.map((kind, rank) => [kind, rank] as const),
  ...lastOfAll.map((kind, index) => [kind, creationOrder.length + 1 + index] as const),
]);

/**
 * Compares kinds by the order in which werf and Helm create them; unknown ones come after the known, by group
 * and kind.
 */
export function compareKinds(left: Manifest, right: Manifest): number {
  const leftKind = groupKindKey(left.ref);
  const rightKind = groupKindKey(right.ref);
  return (
    (ranks.get(leftKind) ?? creationOrder.length) - (ranks.get(rightKind) ?? creationOrder.length) ||
    compareText(leftKind, rightKind)
  );
}

/** A group whose members are to be sent one after the other. */
export interface CreationGroup {
  /** In the order of kinds and names. */
  readonly members: readonly number[];
  readonly edges: readonly Edge[];
  readonly needs: Adjacency;
  /** Whether a node belongs to the group. */
  readonly isMember: (node: number) => boolean;
}

/**
 * Returns the order in which the members of a group are sent: that of kinds, but none before an object that
 * it names. A needed member is sent just before the first that needs it. Complexity: linear.
 */
export function inCreationOrder(sending: CreationGroup): readonly number[] {
  const sent = new Set<number>();
  const path: { readonly node: number; cursor: number }[] = [];
  for (const member of sending.members) {
    path.push({ node: member, cursor: 0 });
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const next = sent.has(top.node) ? undefined : nextNeeded(sending, top, sent);
      if (next === undefined) {
        sent.add(top.node);
        path.pop();
      } else {
        path.push({ node: next, cursor: 0 });
      }
    }
  }
  return [...sent];
}

function nextNeeded(
  sending: CreationGroup,
  top: { readonly node: number; cursor: number },
  sent: ReadonlySet<number>,
): number | undefined {
  const ids = edgesOf(sending.needs, top.node);
  while (top.cursor < ids.length) {
    const to = sending.edges[at(ids, top.cursor)]?.to;
    top.cursor += 1;
    if (to !== undefined && sending.isMember(to) && !sent.has(to)) {
      return to;
    }
  }
  return undefined;
}
