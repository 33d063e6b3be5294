import type { GroupFacts } from "./event.ts";
import type { Task } from "./task.ts";

/** Tasks with the groups they are in. */
export interface TaskList {
  readonly tasks: readonly Task[];
  /** The groups that are reported. */
  readonly groups: readonly GroupFacts[];
}

/** Appends a list to another: none of its tasks starts before every group of the first one has succeeded. */
export function joinTasks(first: TaskList, second: TaskList): TaskList {
  const { length: tasksBefore } = first.tasks;
  const { length: groupsBefore } = first.groups;
  const quiet = quietGroups(first.tasks);
  const all = [...first.groups.map((group) => group.index), ...quiet];
  const moved = (group: number): number => {
    if (group === 0) {
      return 0;
    }
    return group < 0 ? group - quiet.length : group + groupsBefore;
  };
  return {
    tasks: [
      ...first.tasks,
      ...second.tasks.map((task) => ({
        ...task,
        index: task.index + tasksBefore,
        group: moved(task.group),
        waits: task.waits.map((wait) => ({ ...wait, on: wait.on + tasksBefore })),
        barriers: [...all, ...task.barriers.map(moved)],
        ...(task.onlyAfter === undefined
          ? {}
          : { onlyAfter: { ...task.onlyAfter, on: task.onlyAfter.on + tasksBefore } }),
      })),
    ],
    groups: [
      ...first.groups,
      ...second.groups.map((group) => ({ ...group, index: group.index + groupsBefore })),
    ],
  };
}

/** The groups that are not reported: -1, -2, … without a gap. */
function quietGroups(tasks: readonly Task[]): readonly number[] {
  const last = tasks.reduce((least, { group }) => Math.min(least, group), 0);
  return Array.from({ length: -last }, (_, index) => -1 - index);
}
