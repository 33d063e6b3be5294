import test from "ava";

import type { Arc } from "./adjacency.ts";
import { shortestCycle } from "./shortest-cycle.ts";

function arc(from: number, to: number): Arc {
  return { from, to };
}

test("the shortest of several cycles is found", (t) => {
  const ring = [arc(0, 1), arc(1, 2), arc(2, 3), arc(3, 0)];
  t.is(shortestCycle([...ring, arc(2, 1)])?.length, 2);
  t.is(shortestCycle(ring)?.length, 4);
  t.is(shortestCycle(ring.slice(1)), undefined);
  t.is(shortestCycle([...ring, arc(3, 3)])?.length, 1);
});

test("of equally short cycles, the one with the smallest node and the first parallel edges is found", (t) => {
  const edges = [arc(5, 4), arc(4, 5), arc(3, 2), arc(2, 3), arc(3, 2)];
  const found = shortestCycle(edges) ?? [];
  t.is(found[0], edges[3]);
  t.is(found[1], edges[2]);
});
