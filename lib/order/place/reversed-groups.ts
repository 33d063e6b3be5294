import { adjacency, at, edgesOf, dependenciesFirst } from "../../dag/adjacency.ts";
import type { Edge } from "../model/edge.ts";
import type { OrderedGroup } from "./grouping.ts";
import type { Ordering } from "../order-graph.ts";
import { inCreationOrder } from "./creation-order.ts";

/** An ordering to be reversed. */
export interface Reversing {
  readonly ordering: Pick<Ordering, "nodes" | "groups" | "byKind">;
  /** The edges that hold in reverse. */
  readonly edges: readonly Edge[];
  /**
   * Returns how far behind all weights a node goes: 0 with its own weight, else behind everything of a lower
   * number.
   */
  readonly delayOf: (node: number) => number;
}

/**
 * Returns the groups in which ordered nodes are deleted: weights in reverse, and in each weight every node as
 * early as its users allow. A node whose users have to be gone first is in a later group than they; one that
 * only has to go behind them comes after them in their group. Complexity: O(nodes log nodes + edges).
 */
export function reverseGroups({ ordering, edges, delayOf }: Reversing): readonly OrderedGroup[] {
  const { nodes, byKind } = ordering;
  const runs = runsBackwards(ordering, delayOf);
  const levels = levelsBackwards(nodes.length, edges, runs);
  const needs = adjacency(nodes.length, edges, "from");
  const ownSlots = new Map(
    ordering.groups.flatMap((group) => group.nodes.map((node) => [node, group] as const)),
  );
  const places = Map.groupBy(byKind, (node) => `${at(runs, node)}/${at(levels, node)}`);
  return [...places.values()]
    .toSorted(
      ([left = 0], [right = 0]) => at(runs, left) - at(runs, right) || at(levels, left) - at(levels, right),
    )
    .map((members) => {
      const [first = 0] = members;
      const own = members.find((node) => nodes[node]?.freed !== true);
      const isMember = (node: number): boolean =>
        at(runs, node) === at(runs, first) && at(levels, node) === at(levels, first);
      return {
        stage: ownSlots.get(first)?.stage ?? "main",
        weight: own === undefined || delayOf(first) > 0 ? null : (ownSlots.get(own)?.weight ?? null),
        slot: at(runs, first),
        isHook: false,
        isShared: false,
        isFreed: own === undefined,
        nodes: inCreationOrder({ members, edges, needs, isMember }).toReversed(),
      };
    });
}

/**
 * The weight of each node as a number that grows backwards. A freed node counts towards the weight before it.
 */
function runsBackwards({ nodes, groups }: Reversing["ordering"], delayOf: Reversing["delayOf"]): Int32Array {
  const runs = new Int32Array(nodes.length);
  let run = 0;
  let slot: number | undefined;
  for (const group of groups) {
    if (!group.isFreed && group.slot !== slot) {
      run -= 1;
      ({ slot } = group);
    }
    for (const node of group.nodes) {
      const delay = delayOf(node);
      runs[node] = delay === 0 ? run : delay;
    }
  }
  return runs;
}

/**
 * For each node, the length of the longest chain of users that have to be gone in the same run before it is
 * deleted.
 */
function levelsBackwards(count: number, edges: readonly Edge[], runs: Int32Array): Int32Array {
  const users = adjacency(count, edges, "to");
  const levels = new Int32Array(count);
  for (const node of dependenciesFirst(count, edges, users).toReversed()) {
    for (const id of edgesOf(users, node)) {
      const edge = edges[id];
      if (edge !== undefined && at(runs, edge.from) === at(runs, node)) {
        const least = at(levels, edge.from) + (edge.until === "present" ? 0 : 1);
        levels[node] = Math.max(at(levels, node), least);
      }
    }
  }
  return levels;
}
