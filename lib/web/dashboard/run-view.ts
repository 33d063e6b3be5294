import { boxHeight, boxWidth, layOut, type Layout } from "../graph-view/layout.ts";
import type { GroupState, ObjectState, RunState } from "./state/dashboard-state.ts";

/**
 * A run with the position of everything that is drawn. Objects are referenced by their index in `objects`.
 */
export interface RunView extends Omit<RunState, "objects" | "groups" | "criticalPath" | "changedSince"> {
  readonly objects: readonly ObjectView[];
  readonly lanes: readonly LaneView[];
  readonly edges: readonly EdgeView[];
  readonly criticalPath: readonly number[];
  readonly width: number;
  readonly height: number;
  readonly boxWidth: number;
  readonly boxHeight: number;
}

/** The part of a run that has changed: the drawing and the other objects are as they were. */
export interface RunChange extends Omit<RunView, keyof Drawn | "objects"> {
  /** Objects by their numbers, without their positions. */
  readonly changed: readonly (readonly [number: number, object: Omit<ObjectView, "x" | "y">])[];
}

type Drawn = Pick<RunView, "lanes" | "edges" | "width" | "height" | "boxWidth" | "boxHeight">;

/** An object and the upper left corner of its box. */
export interface ObjectView extends Omit<ObjectState, "waitsFor"> {
  readonly x: number;
  readonly y: number;
}

/** A column of the drawing. */
export interface LaneView extends GroupState {
  readonly x: number;
  readonly width: number;
}

/** `second` waits for `first`. */
export interface EdgeView {
  readonly first: number;
  readonly second: number;
  readonly until: string;
  readonly rule: string;
}

/** The part of the drawing that does not change with the progress of the run. */
interface Drawing {
  readonly size: number;
  readonly lanes: readonly LaneView[];
  readonly edges: readonly EdgeView[];
  readonly layout: Layout;
}

/** The layout of a list of objects is computed once, however often their states are requested. */
const drawings = new WeakMap<readonly ObjectState[], Drawing>();

/**
 * Returns the run as the page draws it. Complexity: O(objects); the first time O(n log n) in objects and
 * waits.
 */
export function runView(run: RunState): RunView {
  const { objects, groups, criticalPath, changedSince: _changedSince, ...rest } = run;
  const known = drawings.get(objects);
  const drawing = known?.size === objects.length ? known : drawRun(objects, groups);
  drawings.set(objects, drawing);
  const { lanes, edges, layout } = drawing;
  return {
    ...rest,
    objects: objects.map((object, index) => objectView(object, layout.places[index] ?? { x: 0, y: 0 })),
    lanes,
    edges,
    criticalPath: pathNumbers(objects, criticalPath),
    width: layout.width,
    height: layout.height,
    boxWidth,
    boxHeight,
  };
}

/**
 * Returns the part of the run that has changed since a mark; undefined if there are other objects now.
 * Complexity: O(objects), for the changed ones only with a larger factor.
 */
export function runChange(run: RunState, mark: string): RunChange | undefined {
  const { objects, groups: _groups, criticalPath, changedSince, ...rest } = run;
  const changed = changedSince(mark)?.flatMap((number) => {
    const object = objects[number];
    return object === undefined ? [] : [[number, shownObject(object)] as const];
  });
  return changed && { ...rest, changed, criticalPath: pathNumbers(objects, criticalPath) };
}

function objectView(object: ObjectState, place: { readonly x: number; readonly y: number }): ObjectView {
  return { ...shownObject(object), ...place };
}

function shownObject({ waitsFor: _waitsFor, ...shown }: ObjectState): Omit<ObjectView, "x" | "y"> {
  return shown;
}

/**
 * Returns the numbers of the objects of a path. The first of several objects with the same key represents all
 * of them. An object that is deleted after it has ended is in the path twice.
 */
function pathNumbers(objects: readonly ObjectState[], path: readonly string[]): readonly number[] {
  if (path.length === 0) {
    return [];
  }
  const numbers = new Map(objects.map((object, index) => [object.key, index] as const).toReversed());
  return [...new Set(path)].flatMap((key) => numbers.get(key) ?? []);
}

function drawRun(objects: readonly ObjectState[], groups: readonly GroupState[]): Drawing {
  const columns = columnsOf(objects, groups);
  // The layout numbers objects lane by lane.
  const order = columns.flatMap((column) => column.members);
  const placeOf = new Map(order.map((object, place) => [object, place]));
  const edges = edgesOf(objects);
  let next = 0;
  const layout = layOut({
    lanes: columns.map((column) => column.members.map(() => next++)),
    arrows: edges.map(({ first, second }) => ({
      first: placeOf.get(first) ?? 0,
      second: placeOf.get(second) ?? 0,
    })),
  });
  return {
    size: objects.length,
    edges,
    lanes: columns.map(({ group }, index) => ({ ...group, ...(layout.lanes[index] ?? { x: 0, width: 0 }) })),
    layout: {
      ...layout,
      places: objects.map((_, index) => layout.places[placeOf.get(index) ?? -1] ?? { x: 0, y: 0 }),
    },
  };
}

interface Column {
  readonly group: GroupState;
  readonly members: readonly number[];
}

/**
 * Puts cluster objects that are waited for before the groups, and objects deleted after they have ended
 * behind them.
 */
function columnsOf(objects: readonly ObjectState[], groups: readonly GroupState[]): readonly Column[] {
  const indices = [...objects.keys()];
  const known = new Set(groups.map((group) => group.index));
  const isOutside = (index: number): boolean => objects[index]?.operation === "wait";
  const loose = indices.filter((index) => !known.has(objects[index]?.group ?? 0));
  const byGroup = Map.groupBy(indices, (index) => objects[index]?.group ?? 0);
  const columns: readonly Column[] = [
    { group: lane(0, "in the cluster"), members: loose.filter(isOutside) },
    ...groups.map((group) => ({ group, members: byGroup.get(group.index) ?? [] })),
    { group: lane(-1, "after the run"), members: loose.filter((index) => !isOutside(index)) },
  ];
  return columns.filter(({ members }) => members.length > 0);
}

function lane(index: number, title: string): GroupState {
  return { index, title, operation: index === 0 ? "wait" : "delete", barriers: [] };
}

/**
 * Of several objects with the same key (a hook of two events), the last one before the dependent is waited
 * for.
 */
function edgesOf(objects: readonly ObjectState[]): readonly EdgeView[] {
  const indices = Map.groupBy(objects.keys(), (index) => objects[index]?.key ?? "");
  return objects.flatMap(({ waitsFor }, second) =>
    waitsFor.flatMap(({ on, until, rule }) => {
      const namesakes = indices.get(on) ?? [];
      const first = namesakes.findLast((index) => index < second) ?? namesakes[0];
      return first === undefined || first === second ? [] : [{ first, second, until, rule }];
    }),
  );
}
