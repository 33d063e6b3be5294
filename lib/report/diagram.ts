import { placementFor, placementsOf, type Placements } from "../plan/placement.ts";
import type { Plan, PlanGroup, PlannedObject, Wait } from "../plan/plan.ts";

/** A plan as nodes and arrows, for whatever draws it. Node numbers count from 0, in the order of the plan. */
export interface Diagram {
  readonly columns: readonly Column[];
  /** Objects outside the set that something waits for; their numbers follow those of the columns. */
  readonly outside: readonly string[];
  readonly arrows: readonly Arrow[];
}

/** A group with its nodes, in the order in which they are sent. */
export interface Column {
  readonly group: PlanGroup;
  readonly nodes: readonly DiagramNode[];
}

/** An object of the plan. */
export interface DiagramNode {
  readonly id: number;
  readonly object: PlannedObject;
}

/** From what goes first to what waits for it. */
export interface Arrow {
  readonly first: number;
  readonly second: number;
  readonly wait: Wait;
}

/** The nodes and arrows of a plan. Complexity: O(objects + waits). */
export function makeDiagram(plan: Plan): Diagram {
  const ids = new Map<PlannedObject, number>();
  const columns = plan.groups.map((group) => ({
    group,
    nodes: group.objects.map((object) => {
      const id = ids.size;
      ids.set(object, id);
      return { id, object };
    }),
  }));
  const outside = new Map<string, number>();
  const placements = placementsOf(plan);
  const arrows = columns.flatMap(({ nodes }) =>
    nodes.flatMap(({ id, object }) =>
      object.waitsFor.map((wait): Arrow => {
        const inside = ids.get(awaited(placements, wait) ?? object);
        const first = inside === undefined || inside === id ? outsideId(outside, wait.on, ids.size) : inside;
        return { first, second: id, wait };
      }),
    ),
  );
  return { columns, outside: [...outside.keys()], arrows };
}

function awaited(placements: Placements, wait: Wait): PlannedObject | undefined {
  return wait.external ? undefined : placementFor(placements, wait.on)?.object;
}

function outsideId(outside: Map<string, number>, ref: string, firstFree: number): number {
  const id = outside.get(ref) ?? firstFree + outside.size;
  outside.set(ref, id);
  return id;
}
