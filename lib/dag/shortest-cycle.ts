import { createRequire } from "node:module";

import type * as Graphlib from "@dagrejs/graphlib";

import { type Arc, shortestPath } from "./adjacency.ts";

type Component<Edge> = Graphlib.Graph<unknown, unknown, Edge>;

const require = createRequire(import.meta.url);

/**
 * Returns the shortest cycle among edges, as the edges along it; undefined if there is none. Ties go to the
 * cycle through the node of the smallest number. Complexity: O(nodes × edges) of a strongly connected
 * component at worst; a plain ring of any length is linear. The library is loaded with the first cycle: few
 * sets have one.
 */
export function shortestCycle<Edge extends Arc>(edges: readonly Edge[]): readonly Edge[] | undefined {
  const component = componentWith(edges);
  let best: readonly Edge[] | undefined;
  for (const node of [...new Set(edges.flatMap((edge) => [edge.from, edge.to]))].toSorted((a, b) => a - b)) {
    if (component.hasNode(nameOf(node))) {
      const cycle = shortestPath(node, {
        edgesOf: (from) => outEdges(component, from),
        isEnd: (to) => to === node,
        limit: (best?.length ?? Infinity) - 1,
      });
      best = cycle.length === 0 ? best : cycle;
      // Every cycle through this node has been checked: without it the rest may fall apart.
      removeWithLooseEnds(component, nameOf(node));
    }
  }
  return best;
}

/** Builds a graph of the edges; the first of parallel ones represents all. */
function componentWith<Edge extends Arc>(edges: readonly Edge[]): Component<Edge> {
  const { Graph }: typeof Graphlib = require("@dagrejs/graphlib");
  const component = new Graph<unknown, unknown, Edge>({ directed: true });
  for (const edge of edges) {
    if (!component.hasEdge(nameOf(edge.from), nameOf(edge.to))) {
      component.setEdge(nameOf(edge.from), nameOf(edge.to), edge);
    }
  }
  return component;
}

/** The slash keeps the names apart from those of `Object.prototype`, which the library cannot handle. */
function nameOf(node: number): string {
  return `/${node}`;
}

function outEdges<Edge>(component: Component<Edge>, node: number): readonly Edge[] {
  return (component.successors(nameOf(node)) ?? []).map((target) => component.edge(nameOf(node), target));
}

function removeWithLooseEnds(component: Component<unknown>, name: string): void {
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
