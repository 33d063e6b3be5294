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

/** The edges of each object, by the object that waits. */
export type Needs = ReadonlyMap<number, readonly Edge[]>;

/** Groups edges by the object that waits, once for several calls of `neededBy`. */
export function needsOf(edges: readonly Edge[]): Needs {
  return Map.groupBy(edges, ({ from }) => from);
}

/** Everything that the objects need, directly or through what they need. Complexity: linear in the edges. */
export function neededBy(objects: readonly number[], needs: Needs): ReadonlySet<number> {
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
