import type { Plan, PlannedObject } from "../../plan/plan.ts";
import type { Task, TaskWait } from "../model/task.ts";

/** Returns the objects of a plan that are applied only if the run fails. */
export function objectsForFailure({ groups }: Plan): ReadonlySet<PlannedObject> {
  return new Set(groups.flatMap(({ stage, objects }) => (stage === "fail" ? objects : [])));
}

/**
 * Makes the tasks of the stage `fail` wait for the end of everything else instead of its success, and run
 * only if something has failed; those of a later wave also after a failure of an earlier one, as in Argo
 * CD. A run that ends with its outcomes never runs them.
 */
export function withFailureTasks(
  tasks: readonly Task[],
  { groups }: Plan,
  { endsHere }: { readonly endsHere: boolean },
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
    const earlier = tasks.filter(({ group }) => ofFailure.has(group) && task.barriers.includes(group));
    return {
      ...task,
      barriers: [],
      waits: [
        ...task.waits.filter(({ on }) => {
          const before = tasks[on];
          return before !== undefined && isLate(before);
        }),
        ...earlier.map(untilEnd),
      ],
      round: "failure",
      onlyAfter: { isMet: (_, hasFailed) => hasFailed && !endsHere },
    };
  });
}

/** A wait that never causes its dependent to be skipped. */
function untilEnd({ index, target }: Task): TaskWait {
  return { on: index, until: "ended", because: () => ({ on: target.key, rule: "order", until: "ready" }) };
}
