/**
 * Edges by node, in compressed rows: for a hundred thousand nodes with some edges each it takes a few
 * megabytes and milliseconds, where a graph of string keys takes hundreds
 * (docs/adr/0002-compact-adjacency.md).
 */
export interface Adjacency {
  /** The edges of node n are in `edges` from `starts[n]` up to `starts[n + 1]`. */
  readonly starts: Int32Array;
  /** Indices into the list of edges. */
  readonly edges: Int32Array;
}

/** An edge by the numbers of its endpoints. */
export interface Arc {
  readonly from: number;
  readonly to: number;
}

/** Groups the edges by one of their endpoints, in the order of the list. Complexity: O(nodes + edges). */
export function adjacency(nodes: number, edges: readonly Arc[], end: "from" | "to"): Adjacency {
  const starts = new Int32Array(nodes + 1);
  for (const edge of edges) {
    starts[edge[end] + 1] = at(starts, edge[end] + 1) + 1;
  }
  for (let node = 0; node < nodes; node += 1) {
    starts[node + 1] = at(starts, node + 1) + at(starts, node);
  }
  const next = starts.slice();
  const ids = new Int32Array(edges.length);
  edges.forEach((edge, id) => {
    const place = at(next, edge[end]);
    ids[place] = id;
    next[edge[end]] = place + 1;
  });
  return { starts, edges: ids };
}

/** The number at that index of an array that certainly has it. */
export function at(numbers: Int32Array | readonly number[], index: number): number {
  return numbers[index] ?? 0;
}

/** The edges of a node, as indices into the list of edges. */
export function edgesOf(rows: Adjacency, node: number): Int32Array {
  return rows.edges.subarray(at(rows.starts, node), at(rows.starts, node + 1));
}

/**
 * The nodes of an acyclic graph, each after all its dependencies (Kahn). Nodes on a cycle and those that
 * depend on one are missing. Complexity: O(nodes + edges).
 */
export function dependenciesFirst(nodes: number, edges: readonly Arc[], incoming: Adjacency): Int32Array {
  const open = new Int32Array(nodes);
  for (const edge of edges) {
    open[edge.from] = at(open, edge.from) + 1;
  }
  const order = new Int32Array(nodes);
  let end = 0;
  for (let node = 0; node < nodes; node += 1) {
    if (at(open, node) === 0) {
      order[end] = node;
      end += 1;
    }
  }
  for (let start = 0; start < end; start += 1) {
    for (const id of edgesOf(incoming, at(order, start))) {
      const dependent = edges[id]?.from ?? 0;
      open[dependent] = at(open, dependent) - 1;
      if (at(open, dependent) === 0) {
        order[end] = dependent;
        end += 1;
      }
    }
  }
  return order.subarray(0, end);
}

/** An edge by its endpoints: numbers, or the names of nodes. */
interface Link<Node> {
  readonly from: Node;
  readonly to: Node;
}

/** A graph to search, and where the search may end. */
interface Walk<Node, Edge extends Link<Node>> {
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
  { edgesOf: outgoing, isEnd, limit = Infinity }: Walk<Node, Edge>,
): readonly Edge[] {
  const cameBy = new Map<Node, Edge>();
  let frontier = [start];
  for (let length = 1; length <= limit && frontier.length > 0; length += 1) {
    const reached: Node[] = [];
    for (const edge of frontier.values().flatMap(outgoing)) {
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
