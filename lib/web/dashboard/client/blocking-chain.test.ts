import test from "ava";

import type { EdgeView, LaneView, ObjectView, RunView } from "../run-view.ts";
import type { DependencyIndex } from "./app.ts";
import { chainAbove, blockers } from "./blocking-chain.ts";

/** Objects by how they stand and their group, and who waits for whom. */
function wiring(
  objects: readonly (readonly [stand: string, group: number])[],
  waits: readonly (readonly [second: number, first: number])[],
): DependencyIndex {
  const edges = waits.map(([second, first]): EdgeView => ({
    first,
    second,
    until: "ready",
    rule: "depends-on",
  }));
  const groups = [...new Set(objects.map(([, group]) => group))];
  const lanes = groups.map(
    (index) => ({ index, after: groups.filter((other) => other < index) }) as unknown as LaneView,
  );
  const run = {
    objects: objects.map(([, group]) => ({ group }) as ObjectView),
    lanes,
    edges,
  } as unknown as RunView;
  return {
    run,
    stands: objects.map(([stand]) => stand),
    before: objects.map((_, number) => edges.filter(({ second }) => second === number)),
    behind: objects.map((_, number) => edges.filter(({ first }) => first === number)),
    routing: { routes: undefined },
  };
}

const line = wiring(
  [
    ["ready", 1],
    ["failed", 1],
    ["waiting", 1],
    ["waiting", 1],
    ["waiting", 2],
  ],
  [
    [1, 0],
    [2, 1],
    [3, 2],
    [3, 0],
  ],
);

test("what an object waits for is followed all the way up", (t) => {
  t.deepEqual(chainAbove(line, 3), new Set([3, 2, 0, 1]));
  t.deepEqual([...chainAbove(line, -1)], []);
});

test("what holds an object up is what is not set yet, link by link", (t) => {
  t.deepEqual(
    blockers(line, 3).map(({ number, depth, rule }) => [number, depth, rule]),
    [
      [2, 1, "depends-on"],
      [1, 2, "depends-on"],
    ],
  );
});

test("what waits for nothing of its own is held up by what is not ready of the groups before", (t) => {
  t.deepEqual(
    blockers(line, 4).map(({ number, depth, rule }) => [number, depth, rule]),
    [
      [1, 1, ""],
      [2, 1, ""],
      [3, 1, ""],
    ],
  );
});

test("a circle and a very long chain come to an end", (t) => {
  const size = 10_000;
  const objects = Array.from({ length: size }, () => ["waiting", 1] as const);
  const circle = wiring(objects.slice(0, 2), [
    [0, 1],
    [1, 0],
  ]);
  t.deepEqual(
    blockers(circle, 0).map(({ number }) => number),
    [1],
  );
  const before = objects.map((_, second) =>
    second === 0 ? [] : [{ first: second - 1, second, until: "ready", rule: "x" }],
  );
  const long = { ...wiring(objects, []), before };
  t.is(blockers(long, size - 1).length, 60);
  t.is(chainAbove(long, size - 1).size, size);
});
