import { barriersWith, findBarriers } from "./barrier-numbers.ts";
import type { Plan, PlanGroup, PlannedObject } from "./plan.ts";

/**
 * Returns a predicate: something in the plan waits until the object is ready, or its own outcome matters. The
 * others need not be waited for. Complexity: linear in the objects and their waits.
 */
export function awaitedObjects(plan: Plan): (object: PlannedObject) => boolean {
  const keys = new Set<string>();
  const barriersOf = findBarriers(plan);
  const barriers = new Set<number>();
  const groupOf = new Map<PlannedObject, PlanGroup>();
  for (const group of plan.groups) {
    for (const barrier of barriersOf(group)) {
      barriers.add(barrier);
    }
    for (const object of group.objects) {
      groupOf.set(object, group);
      for (const { on } of object.waitsFor.filter(({ until }) => until !== "present")) {
        keys.add(on);
      }
    }
  }
  const isBarred = (object: PlannedObject): boolean => {
    const group = groupOf.get(object);
    return group !== undefined && barriersWith(object, group).some((barrier) => barriers.has(barrier));
  };
  return (object) =>
    object.hook !== null ||
    object.deletePolicy.some((policy) => !policy.startsWith("before-")) ||
    keys.has(object.manifest.key) ||
    isBarred(object);
}
