import { append } from "../../object/append.ts";
import type { Edge } from "../model/edge.ts";
import { isFromCrdsFolder } from "../../manifest/crd.ts";
import type { ManifestIndex } from "./manifest-index.ts";

/**
 * The objects of a set by their chart, `shop/charts/db`; those of no known chart are under the empty name.
 * Hooks and CRDs of `crds` folders take no part in the order of charts.
 */
export function chartMembers(set: ManifestIndex): ReadonlyMap<string, readonly number[]> {
  const members = new Map<string, number[]>();
  set.manifests.forEach((manifest, index) => {
    const directives = set.directives[index];
    if (directives?.hook === null && directives.deployOn === null && !isFromCrdsFolder(manifest)) {
      append(members, directives.chartOrder?.chart ?? "", index);
    }
  });
  return members;
}

/**
 * Everything that the objects need, directly or through what they need. Complexity: linear in the edges.
 */
export function neededBy(objects: readonly number[], edges: readonly Edge[]): ReadonlySet<number> {
  const needs = Map.groupBy(edges, ({ from }) => from);
  const reached = new Set<number>();
  const open = [...objects];
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    for (const { to } of needs.get(from) ?? []) {
      if (!reached.has(to)) {
        reached.add(to);
        open.push(to);
      }
    }
  }
  return reached;
}
