import test from "ava";

import { tasks } from "../../../fixtures/task.ts";
import type { GroupFacts } from "./event.ts";
import { joinTasks, type TaskList } from "./concat-tasks.ts";

function groups(count: number): readonly GroupFacts[] {
  return Array.from({ length: count }, (_, index) => ({
    index: index + 1,
    stage: "main" as const,
    weight: 0,
    operation: "apply" as const,
    count: 1,
  }));
}

test("the second list comes after every group of the first, with its own order kept", (t) => {
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

test("a wait for the cluster stays outside of all groups", (t) => {
  const { tasks: all } = joinTasks(
    { tasks: tasks([{}]), groups: groups(1) },
    { tasks: tasks([{ group: 0, lazy: true }]), groups: [] },
  );
  t.is(all[1]?.group, 0);
});

test("groups that are not told of come before the second list too, and keep apart from its own", (t) => {
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
