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
