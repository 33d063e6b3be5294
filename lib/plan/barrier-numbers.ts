/**
 * Barriers of a plan as numbers: the number of a group means all of its objects, and its negative those that
 * are not freed from their weight.
 */
import type { Plan, PlanGroup, PlannedObject, Position } from "./plan.ts";

/**
 * Returns a function that finds, of the groups that a group waits for, those whose freed objects do not
 * count: the groups of its own stage that have any.
 */
export function findWeightBarriers({
  groups,
}: Pick<Plan, "groups">): (group: PlanGroup) => readonly number[] {
  const withFreed = groups.filter(({ objects }) => objects.some(({ after }) => after !== null));
  const stages = new Map(withFreed.map(({ index, stage }) => [index, stage]));
  return ({ stage, after }) => after.filter((index) => stages.get(index) === stage);
}

/** Returns a function that finds the barriers of a group, for its objects that are not freed. */
export function findBarriers(plan: Pick<Plan, "groups">): (group: PlanGroup) => readonly number[] {
  const weightBarriersOf = findWeightBarriers(plan);
  return (group) => {
    const bound = new Set(weightBarriersOf(group));
    return bound.size === 0 ? group.after : group.after.map((index) => (bound.has(index) ? -index : index));
  };
}

/** The barriers that an object of a group is part of. */
export function barriersWith({ after }: PlannedObject, { index }: PlanGroup): readonly number[] {
  return after === null ? [index, -index] : [index];
}

/** The objects of a barrier, in the order in which they are sent. */
export function barrierMembers(barrier: number, { groups }: Pick<Plan, "groups">): readonly Position[] {
  const group = groups[Math.abs(barrier) - 1];
  const members = group?.objects.filter(({ after }) => barrier > 0 || after === null) ?? [];
  return group === undefined ? [] : members.map((object) => ({ object, group }));
}
