import type { Plan, PlanGroup, PlannedObject } from "./plan.ts";

/** An object of a plan with the group it goes up in. */
export interface Placement {
  readonly object: PlannedObject;
  readonly group: PlanGroup;
}

/** Where each object of a plan stands. A hook of two events stands in two groups, earlier first. */
export type Placements = ReadonlyMap<string, readonly Placement[]>;

/** The placements of a plan by written reference. Complexity: O(objects). */
export function placementsOf(plan: Plan): Placements {
  const placements = new Map<string, Placement[]>();
  for (const group of plan.groups) {
    for (const object of group.objects) {
      const known = placements.get(object.manifest.key);
      if (known === undefined) {
        placements.set(object.manifest.key, [{ object, group }]);
      } else {
        known.push({ object, group });
      }
    }
  }
  return placements;
}

/** Where an awaited object stands: whoever waits for a hook of two events means its first run. */
export function placementFor(placements: Placements, ref: string): Placement | undefined {
  return placements.get(ref)?.[0];
}
