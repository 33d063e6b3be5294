import { type Adjacency, at, edgesOf } from "../../dag/adjacency.ts";
import type { Edge } from "../model/edge.ts";
import type { OrderNode } from "../model/order-node.ts";

/** The graph in which freed objects are placed into groups. */
export interface FloatingGraph {
  readonly nodes: readonly OrderNode[];
  /** Nodes in an order in which each comes after all that it waits for. */
  readonly order: Int32Array;
  readonly edges: readonly Edge[];
  readonly needs: Adjacency;
  readonly users: Adjacency;
  /** Reports whether a node is in the main stage. */
  readonly isInMain: (node: number) => boolean;
}

/** The group of each node, as batch and level; changed in place for freed nodes. */
export interface Positions {
  readonly batches: Int32Array;
  readonly level: Int32Array;
}

/** Combines batch and level into one comparable number; more levels than a set can have objects. */
const levels = 2 ** 30;

/**
 * Places the objects that their deploy dependencies freed from their weight: each joins the earliest group of
 * the main stage, held together by a weight, that comes after what it needs and before its users. If there is
 * none, it forms a group of its own.
 *
 * For example `backup` needs only `database` (weight −10, alone in group 1) and the next group is that of
 * weight 0: it joins that group instead of forming one between the two.
 *
 * Complexity: O(edges + freed × log groups).
 */
export function placeFloating(graph: FloatingGraph, positions: Positions): void {
  const { nodes, order } = graph;
  if (!nodes.some((node) => node.freed)) {
    return;
  }
  const isFreed = (node: number): boolean => nodes[node]?.freed === true;
  const positionOf = (node: number): number =>
    at(positions.batches, node) * levels + at(positions.level, node);
  const taken = takenPositions(graph, positionOf);
  const latest = latestPositions(graph, positionOf);
  for (const node of order) {
    if (isFreed(node)) {
      const earliest = earliestPosition(graph, node, positionOf);
      const joined = firstAtLeast(taken, earliest);
      const position = joined !== undefined && joined <= (latest.get(node) ?? Infinity) ? joined : earliest;
      positions.batches[node] = Math.floor(position / levels);
      positions.level[node] = position % levels;
    }
  }
}

/** The positions of groups that have a member with a weight, ascending. */
function takenPositions(
  { nodes, isInMain }: FloatingGraph,
  positionOf: (node: number) => number,
): readonly number[] {
  const positions = new Set<number>();
  nodes.forEach((node, index) => {
    if (!node.freed && isInMain(index)) {
      positions.add(positionOf(index));
    }
  });
  return [...positions].toSorted((left, right) => left - right);
}

/** The last position of each freed node that is still before every user with a weight. */
function latestPositions(
  { nodes, order, edges, users }: FloatingGraph,
  positionOf: (node: number) => number,
): ReadonlyMap<number, number> {
  const isFreed = (node: number): boolean => nodes[node]?.freed === true;
  const latest = new Map<number, number>();
  const before = ({ from, until }: Edge): number =>
    (isFreed(from) ? (latest.get(from) ?? Infinity) : positionOf(from)) - (until === "present" ? 0 : 1);
  for (const node of order.toReversed().filter(isFreed)) {
    const positions = Array.from(edgesOf(users, node), (id) => edges[id]).filter(
      (edge) => edge !== undefined,
    );
    latest.set(
      node,
      positions.map(before).reduce((left, right) => Math.min(left, right), Infinity),
    );
  }
  return latest;
}

function earliestPosition(
  { edges, needs }: FloatingGraph,
  node: number,
  positionOf: (node: number) => number,
): number {
  let position = positionOf(node) - (positionOf(node) % levels);
  for (const id of edgesOf(needs, node)) {
    const edge = edges[id];
    if (edge !== undefined) {
      position = Math.max(position, positionOf(edge.to) + (edge.until === "present" ? 0 : 1));
    }
  }
  return position;
}

/** The first of ascending numbers that is not smaller; undefined if all are. */
function firstAtLeast(ascending: readonly number[], least: number): number | undefined {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? Infinity) < least) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return ascending[low];
}
