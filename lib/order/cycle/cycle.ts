import { Graph } from "@dagrejs/graphlib";

import type { Edge } from "../model/edge.ts";

/**
 * Returns the shortest cycle among edges, as the edges along it; undefined if there is none. Ties go to the
 * cycle through the node of the smallest number. Complexity: O(nodes × edges) of a strongly connected
 * component at worst; a plain ring of any length is linear.
 */
export function shortestCycle(edges: readonly Edge[]): readonly Edge[] | undefined {
  const component = new Graph<unknown, unknown, Edge>({ directed: true });
  for (const edge of edges) {
    // The first of parallel edges represents all.
    if (!component.hasEdge(nameOf(edge.from), nameOf(edge.to))) {
      component.setEdge(nameOf(edge.from), nameOf(edge.to), edge);
    }
  }
  let best: readonly Edge[] | undefined;
  for (const node of [...new Set(edges.flatMap((edge) => [edge.from, edge.to]))].toSorted((a, b) => a - b)) {
    const name = nameOf(node);
    if (component.hasNode(name)) {
      best = cycleThrough(component, name, best?.length ?? Infinity) ?? best;
      // Every cycle through this node has been checked: without it the rest may fall apart.
      removeWithLooseEnds(component, name);
    }
  }
  return best;
}

/** The slash keeps the names apart from those of `Object.prototype`, which the library cannot handle. */
function nameOf(node: number): string {
  return `/${node}`;
}

/** Searches breadth first from a node back to itself, in fewer than `limit` steps. */
function cycleThrough(
  component: Graph<unknown, unknown, Edge>,
  start: string,
  limit: number,
): readonly Edge[] | undefined {
  const cameBy = new Map<string, Edge>();
  let frontier = [start];
  for (let length = 1; length < limit && frontier.length > 0; length += 1) {
    const closing = frontier.find((node) => component.hasEdge(node, start));
    if (closing !== undefined) {
      return [...walkBack(cameBy, closing, start), component.edge(closing, start)];
    }
    frontier = frontier.flatMap((node) => enterSuccessors(component, node, cameBy));
  }
  return undefined;
}

/** Returns the successors not reached yet; from now on this node's edge is the way to them. */
function enterSuccessors(
  component: Graph<unknown, unknown, Edge>,
  node: string,
  cameBy: Map<string, Edge>,
): readonly string[] {
  const entered = (component.successors(node) ?? []).filter((target) => !cameBy.has(target));
  for (const target of entered) {
    cameBy.set(target, component.edge(node, target));
  }
  return entered;
}

function walkBack(cameBy: ReadonlyMap<string, Edge>, end: string, start: string): readonly Edge[] {
  const edges: Edge[] = [];
  let node = end;
  while (node !== start) {
    const edge = cameBy.get(node);
    if (edge === undefined) {
      break;
    }
    edges.push(edge);
    node = nameOf(edge.from);
  }
  return edges.toReversed();
}

function removeWithLooseEnds(component: Graph<unknown, unknown, Edge>, name: string): void {
  const loose = [name];
  for (let node = loose.pop(); node !== undefined; node = loose.pop()) {
    const around = component.neighbors(node) ?? [];
    component.removeNode(node);
    for (const neighbour of around) {
      const isLoose =
        neighbour !== node &&
        ((component.successors(neighbour) ?? []).length === 0 ||
          (component.predecessors(neighbour) ?? []).length === 0);
      if (isLoose) {
        loose.push(neighbour);
      }
    }
  }
}
