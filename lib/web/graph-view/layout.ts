/**
 * Places the objects of a plan for the drawn page: a lane for each group from left to right; inside a lane a
 * layer for each step of the edges between its own objects; layers too tall for the page are folded into
 * several columns. Objects are moved up and down their layer towards their dependencies and dependents
 * (barycenter sweeps). Columns and rows with many arrows between them are farther apart.
 */

import { makeNets, type Net } from "./route/nets.ts";

/** Width of a box, in pixels at scale 1. */
export const boxWidth = 208;
/** Height of a box, in pixels at scale 1. */
export const boxHeight = 64;

const rowGap = 16;
const columnGap = 40;
const lanePadding = 18;
const laneGap = 26;
const sweeps = 4;

/** The nodes to place, numbered from 0, lane by lane. */
export interface LayoutInput {
  /** The nodes of each lane, in the order in which they are sent. */
  readonly lanes: readonly (readonly number[])[];
  readonly arrows: readonly { readonly first: number; readonly second: number }[];
}

/** The positions of everything, in pixels at scale 1. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly lanes: readonly { readonly x: number; readonly width: number }[];
  /** The upper left corner of every node. */
  readonly places: readonly { readonly x: number; readonly y: number }[];
}

/** Computes the positions of all nodes. Complexity: O(nodes × log nodes + arrows). */
export function layOut(input: LayoutInput): Layout {
  const total = input.lanes.reduce((sum, lane) => sum + lane.length, 0);
  const lanes = layersOf(input);
  const neighbours = neighboursOf(input, total);
  orderLayers(lanes.flat(), neighbours);
  // The number of rows that gives the page the shape of a screen.
  const maxRows = Math.max(6, Math.ceil(Math.sqrt(2.2 * total)));
  const columns = lanes.map((layers) => layers.flatMap((layer) => foldLayer(layer, neighbours, maxRows)));
  return placeColumns(columns, roomFor(columns, input.arrows));
}

/**
 * Returns the layers of each lane: a node's layer is the length of the longest path of the lane's arrows to
 * it.
 */
function layersOf({ lanes, arrows }: LayoutInput): number[][][] {
  const laneOf = new Map(lanes.flatMap((lane, index) => lane.map((node) => [node, index] as const)));
  const rank = new Map<number, number>();
  // Objects sent later have larger numbers, so one pass in that order sees every rank complete.
  for (const { first, second } of arrows.toSorted((left, right) => left.second - right.second)) {
    if (laneOf.get(first) === laneOf.get(second) && first < second) {
      rank.set(second, Math.max(rank.get(second) ?? 0, (rank.get(first) ?? 0) + 1));
    }
  }
  return lanes.map((lane) => {
    const layers: number[][] = [];
    for (const node of lane) {
      (layers[rank.get(node) ?? 0] ??= []).push(node);
    }
    return layers;
  });
}

interface Neighbours {
  readonly before: readonly (readonly number[])[];
  readonly behind: readonly (readonly number[])[];
}

function neighboursOf({ arrows }: LayoutInput, total: number): Neighbours {
  const before = Array.from({ length: total }, (): number[] => []);
  const behind = Array.from({ length: total }, (): number[] => []);
  for (const { first, second } of arrows) {
    before[second]?.push(first);
    behind[first]?.push(second);
  }
  return { before, behind };
}

/**
 * Sorts each layer in place by the mean height of its neighbours, alternately from the left and from the
 * right.
 */
function orderLayers(layers: readonly number[][], { before, behind }: Neighbours): void {
  const height = new Map<number, number>();
  for (const layer of layers) {
    recordHeights(layer, height);
  }
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const fromLeft = sweep % 2 === 0;
    for (const layer of fromLeft ? layers : layers.toReversed()) {
      orderLayer(layer, fromLeft ? before : behind, height);
    }
  }
}

function orderLayer(
  layer: number[],
  neighbours: readonly (readonly number[])[],
  height: Map<number, number>,
): void {
  const goal = new Map(layer.map((node) => [node, meanHeight(node, neighbours[node] ?? [], height)]));
  layer.sort((left, right) => (goal.get(left) ?? 0) - (goal.get(right) ?? 0) || left - right);
  recordHeights(layer, height);
}

/** Heights run from 0 to 1, so that short and tall layers are comparable. */
function recordHeights(layer: readonly number[], height: Map<number, number>): void {
  for (const [row, node] of layer.entries()) {
    height.set(node, (row + 0.5) / layer.length);
  }
}

function meanHeight(
  node: number,
  neighbours: readonly number[],
  height: ReadonlyMap<number, number>,
): number {
  return neighbours.length === 0
    ? (height.get(node) ?? 0)
    : neighbours.reduce((sum, other) => sum + (height.get(other) ?? 0), 0) / neighbours.length;
}

/** Nodes without any arrow come first, out of the way of the arrows; the others keep their heights. */
function foldLayer(
  layer: readonly number[],
  { before, behind }: Neighbours,
  maxRows: number,
): readonly (readonly number[])[] {
  if (layer.length <= maxRows) {
    return [layer];
  }
  const isAlone = (node: number): boolean => before[node]?.length === 0 && behind[node]?.length === 0;
  const alone = layer.filter(isAlone);
  const wired = layer.filter((node) => !isAlone(node));
  const rows = Math.ceil(alone.length / Math.ceil(alone.length / maxRows));
  const folded = Array.from({ length: Math.ceil(alone.length / maxRows) }, (_, column) =>
    alone.slice(column * rows, (column + 1) * rows),
  );
  const columns = Math.ceil(wired.length / maxRows);
  const spread = Array.from({ length: columns }, (_, column) =>
    wired.filter((_node, index) => index % columns === column),
  );
  return [...folded, ...spread];
}

type Columns = readonly (readonly (readonly number[])[])[];

/** The space that lines need. */
interface Room {
  readonly rowPitch: number;
  readonly height: number;
  /** The additional distance of each column from the one before it. */
  readonly beside: readonly number[];
}

/** Complexity: O(columns + arrows). */
function roomFor(lanes: Columns, arrows: LayoutInput["arrows"]): Room {
  const columns = lanes.flat();
  const columnOf: number[] = [];
  for (const [index, column] of columns.entries()) {
    for (const node of column) {
      columnOf[node] = index;
    }
  }
  const nets = makeNets(arrows, columnOf);
  const beside = countOver(columns.length, nets, (net) => spanOf(net, columnOf));
  const through = countOver(columns.length, nets, (net) => {
    const [first, last] = spanOf(net, columnOf);
    return [first, last - 1];
  });
  const tallest = columns.reduce((most, column) => Math.max(most, column.length), 0);
  const gaps = columns.map((column, index) => {
    const above = ((tallest - column.length) * (boxHeight + rowGap)) / 5;
    const lines = Math.ceil(Math.max(0, 1.3 * (through[index] ?? 0) - above) / (column.length + 1));
    return 4 * lines + 4;
  });
  const rowPitch = boxHeight + gaps.reduce((most, gap) => Math.max(most, Math.min(gap, 44)), rowGap);
  return {
    rowPitch,
    height: tallest * rowPitch + lanePadding,
    beside: beside.map((count) => Math.min(120, Math.max(0, count - 3) * 5)),
  };
}

/** Returns the first and the last channel that a net touches. */
function spanOf({ links }: Net, columnOf: readonly number[]): readonly [number, number] {
  let [first, last] = [Infinity, -Infinity];
  for (const link of links) {
    first = Math.min(first, (columnOf[link.first] ?? 0) + 1);
    last = Math.max(last, columnOf[link.second] ?? 0);
  }
  return [first, last];
}

/** Counts the spans that cover each number below `size`. */
function countOver(
  size: number,
  nets: readonly Net[],
  span: (net: Net) => readonly [number, number],
): readonly number[] {
  const changes: number[] = Array.from({ length: size + 1 }, () => 0);
  for (const net of nets) {
    const [first, last] = span(net);
    if (first <= last) {
      changes[first] = (changes[first] ?? 0) + 1;
      changes[last + 1] = (changes[last + 1] ?? 0) - 1;
    }
  }
  let covering = 0;
  return changes.slice(0, size).map((change) => (covering += change));
}

function placeColumns(columns: Columns, { rowPitch, height, beside }: Room): Layout {
  const places: { x: number; y: number }[] = [];
  const lanes: { x: number; width: number }[] = [];
  let x = 0;
  let passed = 0;
  for (const [number, lane] of columns.entries()) {
    // The lines between two lanes run in the gap between them.
    x += number === 0 ? 0 : laneGap + (beside[passed] ?? 0);
    let right = x + lanePadding;
    for (const [index, column] of lane.entries()) {
      right += index === 0 ? 0 : columnGap + (beside[passed] ?? 0);
      const top = (height - column.length * rowPitch + rowPitch - boxHeight) / 2;
      for (const [row, node] of column.entries()) {
        places[node] = { x: right, y: Math.round(top + row * rowPitch) };
      }
      right += boxWidth;
      passed++;
    }
    const end = lane.length === 0 ? right + boxWidth : right;
    lanes.push({ x, width: end + lanePadding - x });
    x = end + lanePadding;
  }
  return { width: x, height, lanes, places };
}
