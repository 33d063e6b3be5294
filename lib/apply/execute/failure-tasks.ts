import type { Plan, PlannedObject } from "../../plan/plan.ts";
import type { Task } from "../model/task.ts";

/** Returns the objects of a plan that are applied only if the run fails. */
export function objectsForFailure({ groups }: Plan): ReadonlySet<PlannedObject> {
  return new Set(groups.flatMap(({ stage, objects }) => (stage === "fail" ? objects : [])));
}

/**
 * Makes the tasks of the stage `fail` wait for the end of everything else instead of its success, and run
 * only if something has failed. A dry run never runs them.
 */
export function withFailureTasks(
  tasks: readonly Task[],
  { groups }: Plan,
  { isDryRun }: { readonly isDryRun: boolean },
): readonly Task[] {
  const ofFailure = new Set(groups.filter(({ stage }) => stage === "fail").map(({ index }) => index));
  if (ofFailure.size === 0) {
    return tasks;
  }
  const needed = new Set(
    tasks.flatMap(({ group, waits }) => (ofFailure.has(group) ? [] : waits.map(({ on }) => on))),
  );
  // A wait for the cluster belongs to the tasks that need it.
  const isLate = ({ group, lazy, index }: Task): boolean =>
    ofFailure.has(group) || (lazy && !needed.has(index));
  return tasks.map((task): Task => {
    if (!isLate(task)) {
      return task;
    }
    return {
      ...task,
      barriers: task.barriers.filter((group) => ofFailure.has(group)),
      waits: task.waits.filter(({ on }) => {
        const before = tasks[on];
        return before !== undefined && isLate(before);
      }),
      round: "failure",
      onlyAfter: { isMet: (_, hasFailed) => hasFailed && !isDryRun },
    };
  });
}
