import test from "ava";
import * as fc from "fast-check";

import { manualClock, type ManualClock } from "../../../fixtures/manual-clock.ts";
import { tasks } from "../../../fixtures/task.ts";
import type { GroupFacts } from "../model/event.ts";
import type { Task } from "../model/task.ts";
import { type GroupCallbacks, GroupProgress } from "./group-tracker.ts";

interface Tracked {
  readonly progress: GroupProgress;
  readonly task: (index: number) => Task;
  /** The reports on groups and tasks, in order: `1 started`, `expire 0: …`. */
  readonly reported: readonly string[];
  readonly clock: ManualClock;
}

/** Groups of the main stage with these numbers of tasks; the weight of each group is its index. */
function tracked(
  counts: readonly number[],
  weightTimeouts: GroupCallbacks["weightTimeouts"] = new Map(),
  facts: Partial<GroupFacts> = {},
  freed: ReadonlySet<number> = new Set(),
): Tracked {
  const clock = manualClock(0);
  const reported: string[] = [];
  const words = counts.flatMap((count, at) => Array.from({ length: count }, () => ({ group: at + 1 })));
  const all = tasks(words).map((task): Task => (freed.has(task.index) ? { ...task, isFreed: true } : task));
  const groups = counts.map((count, at): GroupFacts => {
    const index = at + 1;
    return { index, stage: "main", weight: index, operation: "apply", count, ...facts };
  });
  const callbacks: GroupCallbacks = {
    tasks: all,
    groups,
    weightTimeouts,
    report: ({ index }, state) => reported.push(`${index} ${state}`),
    expire: ({ index }, reason) => reported.push(`expire ${index}: ${reason}`),
  };
  const progress = new GroupProgress(callbacks, { ...clock, sleep: () => Promise.resolve() });
  const task = (index: number): Task => {
    const found = all[index];
    if (found === undefined) {
      throw new Error(`no task ${index}`);
    }
    return found;
  };
  return { progress, task, reported, clock };
}

test("a group starts with its first object and finishes with its last", (t) => {
  const { progress, task, reported } = tracked([2, 1]);
  progress.enter(task(0));
  progress.enter(task(1));
  t.deepEqual(reported, ["1 started"]);
  progress.leave(task(1));
  t.deepEqual(reported, ["1 started"]);
  progress.leave(task(0));
  progress.enter(task(2));
  progress.leave(task(2));
  t.deepEqual(reported, ["1 started", "1 finished", "2 started", "2 finished"]);
});

test("a group without a started object is only reported as finished", (t) => {
  const { progress, task, reported } = tracked([2]);
  progress.leave(task(0));
  progress.leave(task(1));
  t.deepEqual(reported, ["1 finished"]);
});

test("a group whose first object is skipped, and its timeout, start with the next object", (t) => {
  const { progress, task, reported, clock } = tracked([2], new Map([[1, 30_000]]));
  progress.leave(task(0));
  progress.enter(task(1));
  t.deepEqual(reported, ["1 started"]);
  t.is(clock.pending(), 1);
});

test("the timeout of a weight does not affect an object that is freed from it", (t) => {
  const { progress, task, reported, clock } = tracked([2], new Map([[1, 30_000]]), {}, new Set([0]));
  progress.enter(task(0));
  t.is(clock.pending(), 0);
  progress.enter(task(1));
  clock.pass(30_000);
  t.deepEqual(reported, ["1 started", "expire 1: weight 1 was not ready within 30s"]);
});

test("a task outside all groups reports no group", (t) => {
  const { progress, task, reported } = tracked([1]);
  for (const group of [0, -1, 2]) {
    const outside = { ...task(0), group };
    t.is(progress.of(outside), undefined);
    progress.enter(outside);
    progress.leave(outside);
  }
  t.deepEqual(reported, []);
  t.is(progress.of(task(0))?.index, 1);
});

test("a weight expires after its timeout, counted from the start of its first object", (t) => {
  const { progress, task, reported, clock } = tracked([2, 1], new Map([[1, 90_000]]));
  clock.pass(1_000_000);
  progress.enter(task(0));
  clock.pass(60_000);
  progress.enter(task(1));
  clock.pass(29_999);
  t.deepEqual(reported, ["1 started"]);
  clock.pass(1);
  t.deepEqual(reported, [
    "1 started",
    "expire 0: weight 1 was not ready within 1m30s",
    "expire 1: weight 1 was not ready within 1m30s",
  ]);
});

test("a weight without a timeout sets no timer", (t) => {
  const { progress, task, clock } = tracked([1, 1], new Map([[2, 1000]]));
  progress.enter(task(0));
  t.is(clock.pending(), 0);
  progress.enter(task(1));
  t.is(clock.pending(), 1);
});

test("groups of the same weight share one timeout, counted from the first of them", (t) => {
  const { progress, task, reported, clock } = tracked([1, 1], new Map([[5, 1000]]), { weight: 5 });
  progress.enter(task(0));
  clock.pass(600);
  progress.enter(task(1));
  t.is(clock.pending(), 1);
  clock.pass(400);
  t.deepEqual(reported, [
    "1 started",
    "2 started",
    "expire 0: weight 5 was not ready within 1s",
    "expire 1: weight 5 was not ready within 1s",
  ]);
});

test("the timeouts of weights apply only to the main stage, not to hooks", (t) => {
  for (const stage of ["crds", "pre", "post"] as const) {
    const { progress, task, clock } = tracked([1], new Map([[1, 1000]]), { stage });
    progress.enter(task(0));
    t.is(clock.pending(), 0, stage);
  }
});

test("a group without a weight has no timeout", (t) => {
  const { progress, task, clock } = tracked([1], new Map([[0, 1000]]), { weight: null });
  progress.enter(task(0));
  t.is(clock.pending(), 0);
});

test("no weight expires after the end of the run", (t) => {
  const { progress, task, reported, clock } = tracked(
    [1, 1],
    new Map([
      [1, 1000],
      [2, 2000],
    ]),
  );
  progress.enter(task(0));
  progress.enter(task(1));
  progress.close();
  t.is(clock.pending(), 0);
  clock.pass(10_000);
  t.deepEqual(reported, ["1 started", "2 started"]);
});

test("in any order of tasks each group starts at most once, and finishes once after all of its tasks", (t) => {
  const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 });
  const runs = sizes.chain((counts) => {
    const total = counts.reduce((sum, count) => sum + count, 0);
    const indices = Array.from({ length: total }, (_, index) => index);
    return fc.record({
      counts: fc.constant(counts),
      order: fc.shuffledSubarray(indices, { minLength: total }),
      started: fc.subarray(indices),
    });
  });
  const law = fc.property(runs, ({ counts, order, started }) => {
    const { progress, task, reported } = tracked(counts);
    for (const index of order.filter((one) => started.includes(one))) {
      progress.enter(task(index));
    }
    for (const [at, index] of order.entries()) {
      progress.leave(task(index));
      const isLast = order.slice(at + 1).every((later) => task(later).group !== task(index).group);
      if (reported.includes(`${task(index).group} finished`) !== isLast) {
        throw new Error(`group ${task(index).group} finished too early or too late`);
      }
    }
    const groups = counts.map((_, at) => at + 1);
    return groups.every((group) => {
      const own = reported.filter((line) => line.startsWith(`${group} `));
      const hasStarted = started.some((index) => task(index).group === group);
      return own.join() === [...(hasStarted ? [`${group} started`] : []), `${group} finished`].join();
    });
  });
  t.notThrows(() => fc.assert(law));
});
