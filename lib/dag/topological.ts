import { type Adjacency, type Arc, at, edgesOf } from "./adjacency.ts";

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
