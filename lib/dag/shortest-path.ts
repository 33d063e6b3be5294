import type { Arc } from "./adjacency.ts";

/** A graph to search, and where the search may end. */
export interface Walk<Edge extends Arc> {
  readonly edgesOf: (node: number) => Iterable<Edge>;
  readonly isEnd: (node: number) => boolean;
}

/** A shortest path from a node to an end, as its edges; empty if there is none. Breadth first: linear. */
export function shortestPath<Edge extends Arc>(
  start: number,
  { edgesOf, isEnd }: Walk<Edge>,
): readonly Edge[] {
  const cameBy = new Map<number, Edge>();
  const queue = [start];
  for (const node of queue) {
    for (const edge of edgesOf(node)) {
      if (isEnd(edge.to)) {
        return [...wayBack(cameBy, node, start), edge];
      }
      if (!cameBy.has(edge.to) && edge.to !== start) {
        cameBy.set(edge.to, edge);
        queue.push(edge.to);
      }
    }
  }
  return [];
}

function wayBack<Edge extends Arc>(
  cameBy: ReadonlyMap<number, Edge>,
  end: number,
  start: number,
): readonly Edge[] {
  const edges: Edge[] = [];
  let edge = end === start ? undefined : cameBy.get(end);
  while (edge !== undefined) {
    edges.push(edge);
    edge = edge.from === start ? undefined : cameBy.get(edge.from);
  }
  return edges.toReversed();
}
