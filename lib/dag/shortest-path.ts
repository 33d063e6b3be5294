/** An edge by its endpoints: numbers, or the names of nodes. */
interface Link<Node> {
  readonly from: Node;
  readonly to: Node;
}

/** A graph to search, and where the search may end. */
export interface Walk<Node, Edge extends Link<Node>> {
  readonly edgesOf: (node: Node) => Iterable<Edge>;
  readonly isEnd: (node: Node) => boolean;
  /** The most edges that the path may have; any number if absent. */
  readonly limit?: number;
}

/**
 * A shortest path from a node to an end, as its edges; empty if there is none. The node itself is an end only
 * where a path leads back to it. Breadth first: linear.
 */
export function shortestPath<Node, Edge extends Link<Node>>(
  start: Node,
  { edgesOf, isEnd, limit = Infinity }: Walk<Node, Edge>,
): readonly Edge[] {
  const cameBy = new Map<Node, Edge>();
  let frontier = [start];
  for (let length = 1; length <= limit && frontier.length > 0; length += 1) {
    const reached: Node[] = [];
    for (const edge of frontier.values().flatMap(edgesOf)) {
      if (isEnd(edge.to)) {
        return [...wayBack(cameBy, edge.from, start), edge];
      }
      if (!cameBy.has(edge.to) && edge.to !== start) {
        cameBy.set(edge.to, edge);
        reached.push(edge.to);
      }
    }
    frontier = reached;
  }
  return [];
}

/**
 * The nodes along a shortest path, both ends included; empty if there is none. From a node to itself it is a
 * cycle, never the node alone.
 */
export function shortestWay<Node>(
  start: Node,
  goal: Node,
  leadsTo: (node: Node) => readonly Node[],
): readonly Node[] {
  const edges = shortestPath(start, {
    edgesOf: (from) => leadsTo(from).map((to) => ({ from, to })),
    isEnd: (node) => node === goal,
  });
  return edges.length === 0 ? [] : [start, ...edges.map(({ to }) => to)];
}

function wayBack<Node, Edge extends Link<Node>>(
  cameBy: ReadonlyMap<Node, Edge>,
  end: Node,
  start: Node,
): readonly Edge[] {
  const edges: Edge[] = [];
  let edge = end === start ? undefined : cameBy.get(end);
  while (edge !== undefined) {
    edges.push(edge);
    edge = edge.from === start ? undefined : cameBy.get(edge.from);
  }
  return edges.toReversed();
}
