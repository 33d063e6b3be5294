import { adjacency, dependenciesFirst } from "../../dag/adjacency.ts";
import { compareText } from "../../object/object-ref.ts";
import type { Manifest } from "../../manifest/manifest.ts";
import type { Edge } from "../model/edge.ts";
import type { OrderNode } from "../model/order-node.ts";
import type { Placement } from "./assign-slots.ts";
import { inCreationOrder } from "./creation-order.ts";

/**
 * The kinds in the order in which Argo CD applies them (gitops-engine, `sync_tasks.go`); all others follow.
 */
const kinds: ReadonlyMap<string, number> = new Map(
  [
    "Namespace NetworkPolicy ResourceQuota LimitRange PodSecurityPolicy PodDisruptionBudget ServiceAccount",
    "Secret ConfigMap StorageClass PersistentVolume PersistentVolumeClaim CustomResourceDefinition",
    "ClusterRole ClusterRoleBinding Role RoleBinding Service DaemonSet Pod ReplicationController ReplicaSet",
    "Deployment HorizontalPodAutoscaler StatefulSet Job CronJob IngressClass Ingress APIService",
  ]
    .join(" ")
    .split(" ")
    .map((kind, rank) => [kind, rank] as const),
);

/** Compares objects as Argo CD does within a wave: by kind, whatever the API group, then by name. */
export function compareInWave(left: Manifest, right: Manifest): number {
  return (
    (kinds.get(left.kind) ?? kinds.size) - (kinds.get(right.kind) ?? kinds.size) ||
    compareText(left.name, right.name)
  );
}

/**
 * Returns the nodes as Argo CD places them: every object at its wave, 0 without one, and all hooks of a wave
 * together. CRDs from `crds` stay first.
 */
export function asWaves(
  nodes: readonly OrderNode[],
  waveOf: (manifest: number) => number,
): readonly OrderNode[] {
  return nodes.map((node) =>
    node.stage === "crds"
      ? node
      : {
          ...node,
          weight: waveOf(node.manifest),
          weightWritten: true,
          freed: false,
          first: false,
          sharesWave: node.hook !== null,
        },
  );
}

/**
 * Adds the write order within each wave as edges: each object waits until the one before it is written. A CRD
 * or Namespace that comes from a later wave is written just before its first user (gitops-engine,
 * `adjustDeps`). Complexity: O(nodes + edges).
 */
export function withWaveOrder(
  placement: Placement,
  byKind: readonly number[],
  manifestOf: (node: number) => Manifest,
): Placement {
  const { slotOf, movedFor, edges } = placement;
  const needs = adjacency(byKind.length, edges, "from");
  const chain: Edge[] = [];
  const isMoved = (node: number): boolean => (movedFor[node] ?? -1) !== -1;
  const inPlace = [...byKind.filter((node) => !isMoved(node)), ...byKind.filter(isMoved)];
  for (const [place, members] of Map.groupBy(inPlace, (node) => slotOf[node])) {
    const isMember = (node: number): boolean => slotOf[node] === place;
    const sequence = inCreationOrder({ members, edges, needs, isMember });
    for (const [position, from] of sequence.entries()) {
      const to = sequence[position - 1];
      if (to !== undefined) {
        const path = ["metadata", "name"];
        chain.push({ from, to, until: "present", rule: "wave-order", by: manifestOf(from), path });
      }
    }
  }
  const all = [...edges, ...chain];
  return {
    ...placement,
    edges: all,
    order: dependenciesFirst(byKind.length, all, adjacency(byKind.length, all, "to")),
  };
}
