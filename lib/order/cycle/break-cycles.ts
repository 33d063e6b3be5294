import { append } from "../../object/append.ts";
import { compareText } from "../../object/object-ref.ts";
import { adjacency, at, shortestPath } from "../../dag/adjacency.ts";
import type { Edge } from "../model/edge.ts";
import { shortestCycle } from "../../dag/shortest-cycle.ts";
import { tarjan } from "../../dag/strongly-connected.ts";
import { isHardEdge, strengthOf } from "./edge-priority.ts";

/** The edges of a graph without those that close a cycle. */
export interface AcyclicEdges {
  readonly edges: readonly Edge[];
  /** Implicit edges that were given up, each with the cycle that it would have closed. */
  readonly givenUp: readonly DroppedEdge[];
  /**
   * Cycles of hard edges alone, the shortest of each strongly connected component: for the user to resolve.
   */
  readonly cycles: readonly (readonly Edge[])[];
}

/** An implicit edge that was given up, and the reason. */
export interface DroppedEdge {
  readonly edge: Edge;
  /** The path from `edge.to` back to `edge.from`. */
  readonly against: readonly Edge[];
}

/**
 * Removes the weakest edge of every cycle; ties are broken by weight, then by name, which is by node number.
 *
 * Edges are added from the strongest to the weakest, and one that would close a cycle is left out, so exactly
 * those edges are given up that are the weakest of some cycle. Complexity: O(nodes + edges), and for each
 * implicit edge of a strongly connected component a walk over that component.
 */
export function breakCycles(nodes: number, edges: readonly Edge[]): AcyclicEdges {
  const components = tarjan(nodes, edges, adjacency(nodes, edges, "from"));
  const isCyclic = (edge: Edge): boolean =>
    at(components.componentOf, edge.from) === at(components.componentOf, edge.to) &&
    (edge.from === edge.to || at(components.sizes, at(components.componentOf, edge.from)) > 1);
  const cyclic = edges.filter(isCyclic);
  if (cyclic.length === 0) {
    return { edges, givenUp: [], cycles: [] };
  }
  const binding = cyclic.filter((edge) => isHardEdge(edge.rule));
  const contradictions = insideComponents(nodes, binding);
  const reach = new Reach();
  const out = new Set(contradictions);
  for (const edge of binding.filter((candidate) => !out.has(candidate))) {
    reach.add(edge);
  }
  const givenUp: DroppedEdge[] = [];
  for (const edge of cyclic.filter((candidate) => !isHardEdge(candidate.rule)).toSorted(compareStrength)) {
    const against = reach.way(edge.to, edge.from);
    if (against.length === 0 && edge.from !== edge.to) {
      reach.add(edge);
    } else {
      out.add(edge);
      givenUp.push({ edge, against });
    }
  }
  return {
    edges: edges.filter((edge) => !out.has(edge)),
    givenUp,
    cycles: shortestOfEach(nodes, contradictions),
  };
}

function compareStrength(left: Edge, right: Edge): number {
  return (
    strengthOf(left.rule) - strengthOf(right.rule) ||
    (right.weight ?? 0) - (left.weight ?? 0) ||
    compareNodes(left, right)
  );
}

/** Compares by name; optional rules stay in the order of the objects that they are for, as in kapp. */
function compareNodes(left: Edge, right: Edge): number {
  if (left.rule === "optional-change-rule" && right.rule === left.rule) {
    return 0;
  }
  return left.from - right.from || left.to - right.to || compareText(left.rule, right.rule);
}

/** The edges between members of the same strongly connected component. */
function insideComponents(nodes: number, edges: readonly Edge[]): readonly Edge[] {
  const { componentOf } = tarjan(nodes, edges, adjacency(nodes, edges, "from"));
  return edges.filter((edge) => at(componentOf, edge.from) === at(componentOf, edge.to));
}

function shortestOfEach(nodes: number, edges: readonly Edge[]): readonly (readonly Edge[])[] {
  const { componentOf } = tarjan(nodes, edges, adjacency(nodes, edges, "from"));
  return [...Map.groupBy(edges, (edge) => at(componentOf, edge.from)).values()]
    .map((component) => shortestCycle(component) ?? [])
    .toSorted((left, right) => (left[0]?.from ?? 0) - (right[0]?.from ?? 0));
}

/** The edges added so far, and the paths along them. */
class Reach {
  readonly #outgoing = new Map<number, Edge[]>();

  add(edge: Edge): void {
    append(this.#outgoing, edge.from, edge);
  }

  /** Returns a shortest path between two nodes; empty if there is none. */
  way(start: number, end: number): readonly Edge[] {
    return shortestPath(start, {
      edgesOf: (node) => this.#outgoing.get(node) ?? [],
      isEnd: (node) => node === end,
    });
  }
}
