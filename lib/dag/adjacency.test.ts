import test from "ava";
import * as fc from "fast-check";

import { adjacency, type Arc, at, edgesOf } from "./adjacency.ts";

const arcs: readonly Arc[] = [
  { from: 2, to: 0 },
  { from: 0, to: 1 },
  { from: 2, to: 1 },
  { from: 2, to: 2 },
  { from: 2, to: 0 },
];

test("edges are grouped by the node that they leave, in the order of the list", (t) => {
  const rows = adjacency(4, arcs, "from");
  t.deepEqual(
    [0, 1, 2, 3].map((node) => [...edgesOf(rows, node)]),
    [[1], [], [0, 2, 3, 4], []],
  );
});

test("edges are grouped by the node that they reach", (t) => {
  const rows = adjacency(4, arcs, "to");
  t.deepEqual(
    [0, 1, 2, 3].map((node) => [...edgesOf(rows, node)]),
    [[0, 4], [1, 2], [3], []],
  );
});

test("a graph without nodes or without edges has empty rows", (t) => {
  t.deepEqual([...adjacency(0, [], "from").starts], [0]);
  t.deepEqual([...edgesOf(adjacency(2, [], "to"), 1)], []);
});

test("an index outside a list of numbers counts as zero", (t) => {
  t.is(at([7], 0), 7);
  t.is(at(new Int32Array([7]), 1), 0);
});

test("every edge is in the row of its node, once", (t) => {
  const node = fc.nat({ max: 9 });
  fc.assert(
    fc.property(
      fc.array(fc.record({ from: node, to: node })),
      fc.constantFrom("from", "to"),
      (edges, end) => {
        const rows = adjacency(10, edges, end);
        const listed = Array.from({ length: 10 }, (_, index) => [...edgesOf(rows, index)]);
        t.deepEqual(
          listed,
          Array.from({ length: 10 }, (_, index) =>
            [...edges.keys()].filter((id) => edges[id]?.[end] === index),
          ),
        );
      },
    ),
  );
});
