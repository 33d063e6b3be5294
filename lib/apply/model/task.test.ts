import test from "ava";
import * as fc from "fast-check";

import { tasks } from "../../../fixtures/task.ts";
import type { GroupFacts } from "./event.ts";
import { joinTasks, type TaskList } from "./task.ts";

function groups(count: number): readonly GroupFacts[] {
  return Array.from({ length: count }, (_, index) => ({
    index: index + 1,
    stage: "main" as const,
    weight: 0,
    operation: "apply" as const,
    count: 1,
  }));
}

test("the second list comes after every group of the first and keeps its own order", (t) => {
  const joined = joinTasks(
    { tasks: tasks([{}, { group: 2 }]), groups: groups(2) },
    { tasks: tasks([{}, { waits: [[0, "done"]] }, { group: 2, barriers: [1] }]), groups: groups(2) },
  );
  t.deepEqual(
    joined.tasks.map(({ index, group, barriers, waits }) => [
      index,
      group,
      barriers,
      waits.map(({ on }) => on),
    ]),
    [
      [0, 1, [], []],
      [1, 2, [], []],
      [2, 3, [1, 2], []],
      [3, 3, [1, 2], [2]],
      [4, 4, [1, 2, 3], []],
    ],
  );
  t.deepEqual(
    joined.groups.map(({ index }) => index),
    [1, 2, 3, 4],
  );
});

test("a wait for an external object stays outside of all groups", (t) => {
  const { tasks: all } = joinTasks(
    { tasks: tasks([{}]), groups: groups(1) },
    { tasks: tasks([{ group: 0, lazy: true }]), groups: [] },
  );
  t.is(all[1]?.group, 0);
});

test("hidden groups of the first list come before the second list, and are separate from its hidden groups", (t) => {
  const condition = { on: 0, isMet: () => true };
  const quiet = (): TaskList => ({
    tasks: tasks([{}, { group: -1 }, { group: 2, barriers: [-1] }]).map((task) =>
      task.group < 0 ? { ...task, onlyAfter: condition } : task,
    ),
    groups: groups(2),
  });
  const joined = joinTasks(quiet(), quiet());
  t.deepEqual(
    joined.tasks.map(({ group, barriers, onlyAfter }) => [group, barriers, onlyAfter?.on]),
    [
      [1, [], undefined],
      [-1, [], 0],
      [2, [-1], undefined],
      [3, [1, 2, -1], undefined],
      [-2, [1, 2, -1], 3],
      [4, [1, 2, -1, -2], undefined],
    ],
  );
});

const nothing: TaskList = { tasks: [], groups: [] };

test("joining a list with an empty one on either side does not change it", (t) => {
  const list = { tasks: tasks([{}, { group: 2, barriers: [1], waits: [[0, "done"]] }]), groups: groups(2) };
  t.deepEqual(joinTasks(nothing, list), list);
  t.deepEqual(joinTasks(list, nothing), list);
});

/** A list in which groups may wait for the group before, with at most one hidden group. */
const anyList: fc.Arbitrary<TaskList> = fc
  .array(
    fc.record({ size: fc.integer({ min: 1, max: 3 }), isChained: fc.boolean(), isQuiet: fc.boolean() }),
    {
      maxLength: 3,
    },
  )
  .map((sizes) => {
    const words = sizes.flatMap(({ size, isChained }, index) =>
      Array.from({ length: size }, () => ({
        group: index + 1,
        barriers: isChained && index > 0 ? [index] : [],
      })),
    );
    const quiet = sizes.some(({ isQuiet }) => isQuiet) ? [{ group: -1 }] : [];
    return { tasks: tasks([...words, ...quiet]), groups: groups(sizes.length) };
  });

/** The content of a list without functions. */
function shape({ tasks: all, groups: listed }: TaskList): unknown {
  return [
    all.map(({ index, group, barriers, waits }) => [
      index,
      group,
      barriers.toSorted((left, right) => left - right),
      waits.map(({ on }) => on),
    ]),
    listed.map(({ index }) => index),
  ];
}

test("joining lists is associative", (t) => {
  const law = fc.property(anyList, anyList, anyList, (first, second, third) => {
    const left = joinTasks(joinTasks(first, second), third);
    const right = joinTasks(first, joinTasks(second, third));
    t.deepEqual(shape(withoutRepeats(left)), shape(withoutRepeats(right)));
  });
  t.notThrows(() => fc.assert(law));
});

/** Repeated barriers have no effect. */
function withoutRepeats({ tasks: all, ...list }: TaskList): TaskList {
  return { ...list, tasks: all.map((task) => ({ ...task, barriers: [...new Set(task.barriers)] })) };
}

test("every task of the second list waits for every group of the first, and indices have no gaps", (t) => {
  const law = fc.property(anyList, anyList, (first, second) => {
    const { tasks: all, groups: listed } = joinTasks(first, second);
    t.deepEqual(
      all.map(({ index }) => index),
      [...all.keys()],
    );
    t.deepEqual(
      listed.map(({ index }) => index),
      Array.from(listed, (_, index) => index + 1),
    );
    const before = [...new Set(first.tasks.map(({ group }) => group))];
    t.true(
      all
        .slice(first.tasks.length)
        .every(({ barriers }) => before.every((group) => barriers.includes(group))),
    );
  });
  t.notThrows(() => fc.assert(law));
});
