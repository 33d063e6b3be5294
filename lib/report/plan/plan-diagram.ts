import {
  positionFor,
  indexPositions,
  type PositionIndex,
  type Plan,
  type PlanGroup,
  type PlannedObject,
  type Wait,
} from "../../plan/plan.ts";
import { noteTexts } from "./group-title.ts";

/** A plan as nodes and arrows, for any renderer. Nodes are numbered from 0, in the order of the plan. */
export interface Diagram {
  readonly columns: readonly Column[];
  /** Objects outside the set that something waits for, numbered after those of the columns. */
  readonly outside: readonly OutsideNode[];
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

/** An object outside the set, by its reference. */
export interface OutsideNode {
  readonly id: number;
  readonly ref: string;
}

/** An arrow from an object to one that waits for it. */
export interface Arrow {
  readonly first: number;
  readonly second: number;
  readonly wait: Wait;
}

/** Returns the nodes and arrows of a plan. Complexity: O(objects + waits). */
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
  const positionIndex = indexPositions(plan);
  const arrows = columns.flatMap(({ nodes }) =>
    nodes.flatMap(({ id, object }) =>
      object.waitsFor.map((wait): Arrow => {
        const inside = ids.get(awaited(positionIndex, wait) ?? object);
        const first = inside === undefined || inside === id ? outsideId(outside, wait.on, ids.size) : inside;
        return { first, second: id, wait };
      }),
    ),
  );
  return { columns, outside: Array.from(outside, ([ref, id]) => ({ ref, id })), arrows };
}

function awaited(positionIndex: PositionIndex, wait: Wait): PlannedObject | undefined {
  return wait.external ? undefined : positionFor(positionIndex, wait.on)?.object;
}

function outsideId(outside: Map<string, number>, ref: string, firstFree: number): number {
  const id = outside.get(ref) ?? firstFree + outside.size;
  outside.set(ref, id);
  return id;
}

/** Returns the label of an object, line by line: kind, name, namespace, notes about its position. */
export function nodeLabel(object: PlannedObject): readonly string[] {
  const { kind, name, namespace } = object.manifest.ref;
  return [kind, name, ...(namespace === "" ? [] : [namespace]), ...noteTexts(object)];
}
