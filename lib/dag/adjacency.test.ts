import test from "ava";
import * as fc from "fast-check";

import {
  adjacency,
  type Arc,
  at,
  edgesOf,
  dependenciesFirst,
  shortestPath,
  shortestWay,
} from "./adjacency.ts";

const sampleArcs: readonly Arc[] = [
  { from: 2, to: 0 },
  { from: 0, to: 1 },
  { from: 2, to: 1 },
  { from: 2, to: 2 },
  { from: 2, to: 0 },
];

test("edges are grouped by source node, in list order", (t) => {
  const rows = adjacency(4, sampleArcs, "from");
  t.deepEqual(
    [0, 1, 2, 3].map((node) => [...edgesOf(rows, node)]),
    [[1], [], [0, 2, 3, 4], []],
  );
});

test("edges are grouped by target node", (t) => {
  const rows = adjacency(4, sampleArcs, "to");
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

test("every edge is in the row of its node exactly once", (t) => {
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

function order(nodes: number, arcs: readonly Arc[]): readonly number[] {
  return [...dependenciesFirst(nodes, arcs, adjacency(nodes, arcs, "to"))];
}

test("nodes without edges are ordered by number", (t) => {
  t.deepEqual(order(3, []), [0, 1, 2]);
});

test("a node comes after all its dependencies", (t) => {
  const arcs = [
    { from: 0, to: 1 },
    { from: 0, to: 2 },
    { from: 1, to: 2 },
  ];
  t.deepEqual(order(3, arcs), [2, 1, 0]);
});

test("parallel edges do not duplicate a node in the order", (t) => {
  const arcs = [
    { from: 0, to: 1 },
    { from: 0, to: 1 },
  ];
  t.deepEqual(order(2, arcs), [1, 0]);
});

test("only nodes on a cycle and their dependents are missing from the order", (t) => {
  const arcs = [
    { from: 0, to: 1 },
    { from: 1, to: 0 },
    { from: 2, to: 0 },
    { from: 1, to: 3 },
    { from: 4, to: 4 },
  ];
  t.deepEqual(order(5, arcs), [3]);
});

test("every node of an acyclic graph is listed once, after its dependencies", (t) => {
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

function arcsOf(...written: readonly string[]): readonly Arc[] {
  return written.map((arc) => {
    const [from = 0, to = 0] = arc.split("→").map(Number);
    return { from, to };
  });
}

function pathText(arcs: readonly Arc[], start: number, ...ends: readonly number[]): readonly string[] {
  const path = shortestPath(start, {
    edgesOf: (node) => arcs.filter(({ from }) => from === node),
    isEnd: (node) => ends.includes(node),
  });
  return path.map(({ from, to }) => `${from}→${to}`);
}

test("the path with the fewest edges is returned, from start to end", (t) => {
  const arcs = arcsOf("0→1", "1→2", "2→3", "0→4", "4→3");
  t.deepEqual(pathText(arcs, 0, 3), ["0→4", "4→3"]);
});

test("the path leads to the nearest of several ends", (t) => {
  t.deepEqual(pathText(arcsOf("0→1", "1→2", "1→3"), 0, 3, 1), ["0→1"]);
});

test("the first listed of equally short paths is returned", (t) => {
  t.deepEqual(pathText(arcsOf("0→2", "0→1", "1→3", "2→3"), 0, 3), ["0→2", "2→3"]);
});

test("there is no path to an unreachable node", (t) => {
  t.deepEqual(pathText(arcsOf("1→0", "2→1"), 0, 2), []);
  t.deepEqual(pathText([], 0, 1), []);
});

test("a path from a node to itself is a cycle, not the empty path", (t) => {
  t.deepEqual(pathText(arcsOf("0→1", "1→0"), 0, 0), ["0→1", "1→0"]);
  t.deepEqual(pathText(arcsOf("0→0"), 0, 0), ["0→0"]);
  t.deepEqual(pathText(arcsOf("0→1"), 0, 0), []);
});

test("a path search through cycles terminates", (t) => {
  t.deepEqual(pathText(arcsOf("0→1", "1→0", "1→1", "1→2", "2→0"), 0, 9), []);
});

/** The number of edges of a shortest path, by relaxing every edge until nothing changes. */
function distance(arcs: readonly Arc[], start: number, end: number): number {
  const known = new Map(arcs.filter(({ from }) => from === start).map(({ to }) => [to, 1]));
  for (let round = 0; round <= arcs.length; round += 1) {
    for (const { from, to } of arcs) {
      const length = (known.get(from) ?? Infinity) + 1;
      if (length < (known.get(to) ?? Infinity)) {
        known.set(to, length);
      }
    }
  }
  return known.get(end) ?? 0;
}

test("a path is connected, and as short as relaxation of all edges computes", (t) => {
  const node = fc.nat({ max: 6 });
  fc.assert(
    fc.property(
      fc.array(fc.record({ from: node, to: node }), { maxLength: 14 }),
      node,
      node,
      (arcs, start, end) => {
        const path = pathText(arcs, start, end);
        t.is(path.length, distance(arcs, start, end));
        const stops = path.map((arc) => arc.split("→").map(Number));
        stops.forEach(([from], index) => t.is(from, index === 0 ? start : stops[index - 1]?.[1]));
        t.is(stops.at(-1)?.[1], path.length === 0 ? undefined : end);
      },
    ),
  );
});

const targets = new Map([
  ["a", ["b", "c"]],
  ["b", ["d"]],
  ["c", ["d", "a"]],
  ["d", ["e"]],
]);

function leadsTo(name: string): readonly string[] {
  return targets.get(name) ?? [];
}

test("shortestWay() includes both ends, and takes the first of equally short paths", (t) => {
  t.deepEqual(shortestWay("a", "e", leadsTo), ["a", "b", "d", "e"]);
  t.deepEqual(shortestWay("e", "a", leadsTo), []);
});

test("shortestWay() from a node to itself is a cycle", (t) => {
  t.deepEqual(shortestWay("a", "a", leadsTo), ["a", "c", "a"]);
  t.deepEqual(shortestWay("d", "d", leadsTo), []);
});

test("a path longer than the limit is not found", (t) => {
  const [start = ""] = targets.keys();
  const walk = {
    edgesOf: (from: string) => leadsTo(from).map((to) => ({ from, to })),
    isEnd: (name: string) => name.startsWith("e"),
  };
  t.is(shortestPath(start, { ...walk, limit: 3 }).length, 3);
  t.is(shortestPath(start, { ...walk, limit: 2 }).length, 0);
});
