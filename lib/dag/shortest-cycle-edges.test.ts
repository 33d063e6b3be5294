import test from "ava";
import * as fc from "fast-check";

import { edgeTexts, orderEdges } from "../../fixtures/order-nodes.ts";
import { shortestPath } from "./adjacency.ts";
import { shortestCycle } from "./shortest-cycle.ts";

const finds = test.macro((t, edges: readonly string[], expected: readonly string[] | undefined) => {
  const cycle = shortestCycle(orderEdges(...edges));
  t.deepEqual(cycle && edgeTexts(cycle), expected);
});

test("an acyclic graph has no cycle", finds, ["0→1", "1→2", "0→2"], undefined);
test("a graph without edges has no cycle", finds, [], undefined);
test("a self-loop is the shortest cycle", finds, ["0→1", "1→0", "2→2"], ["2→2 depends-on"]);
test(
  "a cycle is returned edge by edge, from its smallest node",
  finds,
  ["7→3", "3→5", "5→7"],
  ["3→5 depends-on", "5→7 depends-on", "7→3 depends-on"],
);
test(
  "of cycles of equal length, the one with the smallest node is returned",
  finds,
  ["2→3", "3→2", "0→1", "1→0"],
  ["0→1 depends-on", "1→0 depends-on"],
);
test(
  "a shorter cycle of larger nodes is preferred",
  finds,
  ["0→1", "1→2", "2→0", "8→9", "9→8"],
  ["8→9 depends-on", "9→8 depends-on"],
);
test(
  "the first of parallel edges is shown",
  finds,
  ["0→1 namespace", "0→1", "1→0"],
  ["0→1 namespace", "1→0 depends-on"],
);
test(
  "chains that lead into or out of a cycle are not part of it",
  finds,
  ["0→1", "1→2", "2→1", "2→3"],
  ["1→2 depends-on", "2→1 depends-on"],
);

test("a cycle is closed, and as short as the shortest path from a node back to itself", (t) => {
  const node = fc.nat({ max: 5 });
  fc.assert(
    fc.property(fc.array(fc.tuple(node, node), { maxLength: 12 }), (pairs) => {
      const edges = orderEdges(...pairs.map(([from, to]) => `${from}→${to}`));
      const lengths = [0, 1, 2, 3, 4, 5].flatMap((start) => {
        const path = shortestPath(start, {
          edgesOf: (each) => edges.filter(({ from }) => from === each),
          isEnd: (each) => each === start,
        });
        return path.length === 0 ? [] : [path.length];
      });
      const cycle = shortestCycle(edges);
      t.is(cycle?.length, lengths.length === 0 ? undefined : Math.min(...lengths));
      cycle?.forEach(({ from }, index) => t.is(cycle.at(index - 1)?.to, from));
    }),
  );
});
