import type { GroupFacts } from "./event.ts";
import type { Task } from "./task.ts";

/** Tasks with the groups they are in. */
export interface TaskList {
  readonly tasks: readonly Task[];
  readonly groups: readonly GroupFacts[];
}

/** Puts a list behind another: none of its tasks begins before every group of the first one has ended well. */
export function joinTasks(first: TaskList, second: TaskList): TaskList {
  const { length: tasksBefore } = first.tasks;
  const { length: groupsBefore } = first.groups;
  const all = first.groups.map((group) => group.index);
  return {
    tasks: [
      ...first.tasks,
      ...second.tasks.map((task) => ({
        ...task,
        index: task.index + tasksBefore,
        group: task.group === 0 ? 0 : task.group + groupsBefore,
        waits: task.waits.map((wait) => ({ ...wait, on: wait.on + tasksBefore })),
        barriers: [...all, ...task.barriers.map((group) => group + groupsBefore)],
      })),
    ],
    groups: [
      ...first.groups,
      ...second.groups.map((group) => ({ ...group, index: group.index + groupsBefore })),
    ],
  };
}
