import { append } from "../object/append.ts";
import type { Plan, PlanGroup, PlannedObject } from "./plan.ts";

/** An object of a plan with its group. */
export interface Position {
  readonly object: PlannedObject;
  readonly group: PlanGroup;
}

/** The positions of each object of a plan. A hook of two events has two, the earlier first. */
export type PositionIndex = ReadonlyMap<string, readonly Position[]>;

/** Returns the positions of a plan's objects by reference. Complexity: O(objects). */
export function indexPositions(plan: Plan): PositionIndex {
  const positionIndex = new Map<string, Position[]>();
  for (const group of plan.groups) {
    for (const object of group.objects) {
      append(positionIndex, object.manifest.key, { object, group });
    }
  }
  return positionIndex;
}

/** The position of an awaited object: waiting for a hook of two events means waiting for its first run. */
export function positionFor(positionIndex: PositionIndex, ref: string): Position | undefined {
  return positionIndex.get(ref)?.[0];
}
