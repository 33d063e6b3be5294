import test from "ava";

import type { EdgeView, LaneView, ObjectView, RunView } from "../run-view.ts";
import type { DependencyIndex } from "./app.ts";
import { chainAbove, blockers } from "./blocking-chain.ts";

/** Objects given by status, group and, if freed, the groups they wait for; and the waits between objects. */
function dependencies(
  objects: readonly (readonly [status: string, group: number, after?: readonly number[]])[],
  waits: readonly (readonly [second: number, first: number])[],
  barriersOf = (before: readonly number[]): readonly number[] => before,
): DependencyIndex {
  const edges = waits.map(([second, first]): EdgeView => ({
    first,
    second,
    until: "ready",
    rule: "depends-on",
  }));
  const groups = [...new Set(objects.map(([, group]) => group))];
  const lanes = groups.map(
    (index) => ({ index, barriers: barriersOf(groups.filter((other) => other < index)) }) as LaneView,
  );
  const run = {
    objects: objects.map(([, group, after]) => ({ group, ...(after && { after }) }) as ObjectView),
    lanes,
    edges,
  } as unknown as RunView;
  return {
    run,
    statuses: objects.map(([status]) => status),
    before: objects.map((_, number) => edges.filter(({ second }) => second === number)),
    behind: objects.map((_, number) => edges.filter(({ first }) => first === number)),
    routing: { routes: undefined },
  };
}

const line = dependencies(
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

test("the chain above an object has all its transitive dependencies", (t) => {
  t.deepEqual(chainAbove(line, 3), new Set([3, 2, 0, 1]));
  t.deepEqual([...chainAbove(line, -1)], []);
});

test("an object is blocked by its transitive dependencies that are not ready", (t) => {
  t.deepEqual(
    blockers(line, 3).map(({ number, depth, rule }) => [number, depth, rule]),
    [
      [2, 1, "depends-on"],
      [1, 2, "depends-on"],
    ],
  );
});

test("an object without dependencies is blocked by objects of earlier groups that are not ready", (t) => {
  t.deepEqual(
    blockers(line, 4).map(({ number, depth, rule }) => [number, depth, rule]),
    [
      [1, 1, ""],
      [2, 1, ""],
      [3, 1, ""],
    ],
  );
});

const freed = dependencies(
  [
    ["waiting", 1],
    ["waiting", 1, []],
    ["waiting", 2],
    ["waiting", 3, [1]],
  ],
  [],
  (before) => before.map((index) => -index),
);

test("a group is not blocked by objects of earlier groups that are freed from their weight", (t) => {
  t.deepEqual(
    blockers(freed, 2).map(({ number }) => number),
    [0],
  );
});

test("an object freed from its weight is blocked only by the groups it waits for", (t) => {
  t.deepEqual(
    blockers(freed, 3).map(({ number }) => number),
    [0, 1],
  );
  t.deepEqual(blockers(freed, 1), []);
});

test("cycles and very long chains are followed only to a limit", (t) => {
  const size = 10_000;
  const objects = Array.from({ length: size }, () => ["waiting", 1] as const);
  const cycle = dependencies(objects.slice(0, 2), [
    [0, 1],
    [1, 0],
  ]);
  t.deepEqual(
    blockers(cycle, 0).map(({ number }) => number),
    [1],
  );
  const before = objects.map((_, second) =>
    second === 0 ? [] : [{ first: second - 1, second, until: "ready", rule: "x" }],
  );
  const long = { ...dependencies(objects, []), before };
  t.is(blockers(long, size - 1).length, 60);
  t.is(chainAbove(long, size - 1).size, size);
});
