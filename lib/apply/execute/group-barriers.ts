import type { Task } from "../model/task.ts";

/** The progress of a group, or of those of its tasks that are not freed. */
interface Members {
  /** The number of tasks that have not ended. */
  open: number;
  isLost: boolean;
  /** The tasks that it holds. */
  readonly held: Task[];
}

/** The groups of a run as barriers, each of which holds tasks until its own have succeeded. */
export class GroupBarriers {
  readonly #groups = new Map<number, Members>();
  /** The same without freed tasks. */
  readonly #boundGroups = new Map<number, Members>();

  constructor(tasks: readonly Task[]) {
    for (const members of tasks.flatMap((task) => this.#groupsOf(task))) {
      members.open += 1;
    }
  }

  /** Holds a task. Returns the number of its barriers; groups without tasks in this run are none. */
  hold(task: Task): number {
    const { barriers, weightBarriers = [] } = task;
    const found = barriers.flatMap((index) => {
      const groups = weightBarriers.includes(index) ? this.#boundGroups : this.#groups;
      return groups.get(index) ?? [];
    });
    for (const { held } of found) {
      held.push(task);
    }
    return found.length;
  }

  /** Records that a task has succeeded. Returns the tasks that a barrier holds no longer. */
  succeed(task: Task): readonly Task[] {
    return this.#end(task)
      .filter(({ open, isLost }) => open === 0 && !isLost)
      .flatMap(({ held }) => held);
  }

  /** Records that a task will not succeed. Returns the tasks that will never be released for it. */
  lose(task: Task): readonly Task[] {
    const lost = this.#end(task).filter(({ isLost }) => !isLost);
    for (const members of lost) {
      members.isLost = true;
    }
    return lost.flatMap(({ held }) => held);
  }

  #end(task: Task): readonly Members[] {
    const groups = this.#groupsOf(task);
    for (const members of groups) {
      members.open -= 1;
    }
    return groups;
  }

  #groupsOf({ group, isFreed = false }: Task): readonly Members[] {
    const whole = membersIn(this.#groups, group);
    return isFreed ? [whole] : [whole, membersIn(this.#boundGroups, group)];
  }
}

function membersIn(groups: Map<number, Members>, index: number): Members {
  const members = groups.get(index) ?? { open: 0, isLost: false, held: [] };
  groups.set(index, members);
  return members;
}
