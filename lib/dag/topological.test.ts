import test from "ava";
import * as fc from "fast-check";

import { adjacency, type Arc } from "./adjacency.ts";
import { dependenciesFirst } from "./topological.ts";

function order(nodes: number, arcs: readonly Arc[]): readonly number[] {
  return [...dependenciesFirst(nodes, arcs, adjacency(nodes, arcs, "to"))];
}

test("nodes without edges keep the order of their numbers", (t) => {
  t.deepEqual(order(3, []), [0, 1, 2]);
});

test("a node comes after all that it depends on", (t) => {
  const arcs = [
    { from: 0, to: 1 },
    { from: 0, to: 2 },
    { from: 1, to: 2 },
  ];
  t.deepEqual(order(3, arcs), [2, 1, 0]);
});

test("parallel edges count once each", (t) => {
  const arcs = [
    { from: 0, to: 1 },
    { from: 0, to: 1 },
  ];
  t.deepEqual(order(2, arcs), [1, 0]);
});

test("nodes on a cycle and those that depend on one are missing, the others are not", (t) => {
  const arcs = [
    { from: 0, to: 1 },
    { from: 1, to: 0 },
    { from: 2, to: 0 },
    { from: 1, to: 3 },
    { from: 4, to: 4 },
  ];
  t.deepEqual(order(5, arcs), [3]);
});

test("of an acyclic graph every node is listed once, after its dependencies", (t) => {
  const node = fc.nat({ max: 9 });
  fc.assert(
    fc.property(fc.array(fc.tuple(node, node)), (pairs) => {
      // Edges from higher to lower numbers cannot form a cycle.
      const arcs = pairs
        .filter(([left, right]) => left !== right)
        .map(([left, right]) => ({ from: Math.max(left, right), to: Math.min(left, right) }));
      const places = new Map(order(10, arcs).map((each, place) => [each, place]));
      t.is(places.size, 10);
      t.true(arcs.every(({ from, to }) => (places.get(from) ?? -1) > (places.get(to) ?? Infinity)));
    }),
  );
});
