import test from "ava";
import * as fc from "fast-check";

import type { Arc } from "./adjacency.ts";
import { shortestPath, shortestWay } from "./shortest-path.ts";

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

test("the path with the fewest edges is returned, in the order of walking", (t) => {
  const arcs = arcsOf("0→1", "1→2", "2→3", "0→4", "4→3");
  t.deepEqual(pathText(arcs, 0, 3), ["0→4", "4→3"]);
});

test("of several ends the nearest is reached", (t) => {
  t.deepEqual(pathText(arcsOf("0→1", "1→2", "1→3"), 0, 3, 1), ["0→1"]);
});

test("of equally short paths the one whose edges are listed first is returned", (t) => {
  t.deepEqual(pathText(arcsOf("0→2", "0→1", "1→3", "2→3"), 0, 3), ["0→2", "2→3"]);
});

test("there is no path where no edge leads", (t) => {
  t.deepEqual(pathText(arcsOf("1→0", "2→1"), 0, 2), []);
  t.deepEqual(pathText([], 0, 1), []);
});

test("a path from a node to itself is a cycle, not the empty path", (t) => {
  t.deepEqual(pathText(arcsOf("0→1", "1→0"), 0, 0), ["0→1", "1→0"]);
  t.deepEqual(pathText(arcsOf("0→0"), 0, 0), ["0→0"]);
  t.deepEqual(pathText(arcsOf("0→1"), 0, 0), []);
});

test("a walk through cycles ends", (t) => {
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

test("a path is connected and as short as by relaxation of all edges", (t) => {
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

test("a shortest way has both its ends, and of equally short ones the first is taken", (t) => {
  t.deepEqual(shortestWay("a", "e", leadsTo), ["a", "b", "d", "e"]);
  t.deepEqual(shortestWay("e", "a", leadsTo), []);
});

test("a way from a node to itself is a cycle", (t) => {
  t.deepEqual(shortestWay("a", "a", leadsTo), ["a", "c", "a"]);
  t.deepEqual(shortestWay("d", "d", leadsTo), []);
});

test("a path ends before it is longer than its limit", (t) => {
  const [start = ""] = targets.keys();
  const walk = {
    edgesOf: (from: string) => leadsTo(from).map((to) => ({ from, to })),
    isEnd: (name: string) => name.startsWith("e"),
  };
  t.is(shortestPath(start, { ...walk, limit: 3 }).length, 3);
  t.is(shortestPath(start, { ...walk, limit: 2 }).length, 0);
});
