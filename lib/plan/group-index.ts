import type { Plan, PlanGroup, PlannedObject } from "./plan.ts";

/** An object of a plan with the group it goes up in. */
export interface Position {
  readonly object: PlannedObject;
  readonly group: PlanGroup;
}

/** Where each object of a plan stands. A hook of two events stands in two groups, earlier first. */
export type PositionIndex = ReadonlyMap<string, readonly Position[]>;

/** The seats of a plan by written reference. Complexity: O(objects). */
export function seatingOf(plan: Plan): PositionIndex {
  const seating = new Map<string, Position[]>();
  for (const group of plan.groups) {
    for (const object of group.objects) {
      const known = seating.get(object.manifest.key);
      if (known === undefined) {
        seating.set(object.manifest.key, [{ object, group }]);
      } else {
        known.push({ object, group });
      }
    }
  }
  return seating;
}

/** Where an awaited object stands: whoever waits for a hook of two events means its first run. */
export function positionFor(seating: PositionIndex, ref: string): Position | undefined {
  return seating.get(ref)?.[0];
}
