import { adjacency, type Adjacency, at, edgesOf } from "../../dag/adjacency.ts";
import type { Stage } from "../model/edge.ts";
import { placeFloating } from "./place-floating.ts";
import { type OrderNode, runsAlone } from "../model/order-node.ts";
import type { Placement } from "./assign-slots.ts";
import { inCreationOrder } from "./creation-order.ts";

/** Nodes that are applied together. */
export interface OrderedGroup {
  readonly stage: Stage;
  /** Null in the `crds` stage, for freed objects alone, and for objects that go last in a deletion. */
  readonly weight: number | null;
  /** The index of its slot: groups of different slots are separated by a barrier. */
  readonly slot: number;
  /** A hook that runs alone. */
  readonly isHook: boolean;
  /** Holds hooks that run together, before those of the slot that run alone. */
  readonly isShared: boolean;
  /** All its members are freed from their weight: weights do not hold them, nor wait for them. */
  readonly isFreed: boolean;
  /** In the order in which they are sent. */
  readonly nodes: readonly number[];
}

/** The slot of every node of the groups. */
export function slotsByNode(groups: readonly OrderedGroup[]): ReadonlyMap<number, number> {
  return new Map(groups.flatMap(({ nodes, slot }) => nodes.map((node) => [node, slot] as const)));
}

/** Placed nodes, and the orders that break ties among them. */
export interface GroupingRequest {
  readonly nodes: readonly OrderNode[];
  readonly placement: Placement;
  /** Node numbers in the order of kinds and names. */
  readonly byKind: readonly number[];
  /** Node numbers of hooks in the order of name, kind (as they are created) and file. */
  readonly hooksByName: readonly number[];
}

/**
 * Cuts every slot into groups: by the longest path with `ready` and `absent` edges as steps and `present`
 * edges as none; each hook that runs alone in a group of its own, what it needs just before it. Complexity:
 * O(nodes log nodes + edges).
 */
export function groupNodes(request: GroupingRequest): readonly OrderedGroup[] {
  const { nodes, placement } = request;
  const { edges, order } = placement;
  const needs = adjacency(nodes.length, edges, "from");
  const batches = batchesOf(request, needs);
  const level = new Int32Array(nodes.length);
  for (const node of order) {
    for (const id of edgesOf(needs, node)) {
      const edge = edges[id];
      if (edge !== undefined && at(batches, edge.to) === at(batches, node)) {
        level[node] = Math.max(at(level, node), at(level, edge.to) + (edge.until === "present" ? 0 : 1));
      }
    }
  }
  const { slots } = placement.slotPlan;
  const isInMain = (node: number): boolean => slots[at(placement.slotOf, node)]?.stage === "main";
  const users = adjacency(nodes.length, edges, "to");
  placeFloating({ nodes, order, edges, needs, users, isInMain }, { batches, level });
  return cut(request, { needs, batches, level });
}

function isHookStage(stage: Stage): boolean {
  return stage === "pre" || stage === "post" || stage === "fail";
}

interface Cutting {
  readonly needs: Adjacency;
  readonly batches: Int32Array;
  readonly level: Int32Array;
}

/**
 * Numbers the runs of nodes that only levels separate: a whole slot of the main stage; in the slot of hooks
 * each hook that runs alone, and each run of objects between two of them.
 */
function batchesOf({ nodes, placement, byKind, hooksByName }: GroupingRequest, needs: Adjacency): Int32Array {
  const { slotPlan, slotOf, edges } = placement;
  const batches = new Int32Array(nodes.length);
  const isAlone = (node: number): boolean => runsAlone(nodes[node]);
  const membersOf = Map.groupBy(
    [
      ...byKind.filter((node) => nodes[node]?.sharesWave === true),
      ...hooksByName.filter(isAlone),
      ...byKind.filter((node) => nodes[node]?.hook === null),
    ],
    (node) => at(slotOf, node),
  );
  let batch = 0;
  slotPlan.slots.forEach((slot, place) => {
    const members = membersOf.get(place) ?? [];
    const isOfHooks = isHookStage(slot.stage);
    const isMember = (node: number): boolean => at(slotOf, node) === place;
    const sequence = isOfHooks ? inCreationOrder({ members, edges, needs, isMember }) : members;
    batch += 1;
    for (const node of sequence) {
      const isHook = isOfHooks && isAlone(node);
      batch += isHook ? 1 : 0;
      batches[node] = batch;
      batch += isHook ? 1 : 0;
    }
  });
  return batches;
}

function cut(request: GroupingRequest, { needs, batches, level }: Cutting): readonly OrderedGroup[] {
  const { nodes, placement, byKind } = request;
  const { edges, slotPlan, slotOf } = placement;
  const isHook = (node: number): boolean => runsAlone(nodes[node]);
  // A hook that was lifted among other objects is still a group of its own, before the others of its level.
  const keyOf = (node: number): string =>
    `${at(batches, node)}/${at(level, node)}${isHook(node) ? `/${node}` : ""}`;
  const membersOf = Map.groupBy(byKind, keyOf);
  return [...membersOf.values()]
    .toSorted((left, right) => {
      const [a = 0] = left;
      const [b = 0] = right;
      return (
        at(batches, a) - at(batches, b) ||
        at(level, a) - at(level, b) ||
        Number(isHook(b)) - Number(isHook(a))
      );
    })
    .map((members) => {
      const [first = 0] = members;
      const own = members.find((node) => nodes[node]?.freed !== true);
      const place = at(slotOf, own ?? first);
      const slot = slotPlan.slots[place] ?? { stage: "main" as const, weight: 0 };
      const isMember = (node: number): boolean =>
        at(batches, node) === at(batches, first) && at(level, node) === at(level, first) && !isHook(node);
      return {
        stage: slot.stage,
        weight: slot.stage === "crds" || own === undefined ? null : slot.weight,
        slot: place,
        isFreed: own === undefined,
        isHook: isHookStage(slot.stage) && isHook(first),
        isShared: members.some((node) => nodes[node]?.sharesWave === true),
        nodes: inCreationOrder({ members, edges, needs, isMember }),
      };
    });
}
