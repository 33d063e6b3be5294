/**
 * Places the objects of a plan for the drawn page: a lane for each group from left to right; inside a lane a layer for
 * each step of the edges between its own objects; layers too tall for the page are folded into several columns.
 * Objects are moved up and down their layer towards what they wait for and what waits for them (barycenter sweeps).
 */

/** Width of a box, in pixels at scale 1. */
export const boxWidth = 208;
/** Height of a box, in pixels at scale 1. */
export const boxHeight = 64;

const rowPitch = boxHeight + 16;
const columnPitch = boxWidth + 40;
const lanePadding = 18;
const laneGap = 26;
const sweeps = 4;

/** What is to be placed. Nodes are numbered from 0, lane after lane. */
export interface LayoutInput {
  /** The nodes of each lane, in the order in which they are sent. */
  readonly lanes: readonly (readonly number[])[];
  readonly arrows: readonly { readonly first: number; readonly second: number }[];
}

/** Where everything stands, in pixels at scale 1. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly lanes: readonly { readonly x: number; readonly width: number }[];
  /** The left upper corner of every node. */
  readonly places: readonly { readonly x: number; readonly y: number }[];
}

/** The places of all nodes. Complexity: O(nodes × log nodes + arrows). */
export function layOut(input: LayoutInput): Layout {
  const total = input.lanes.reduce((sum, lane) => sum + lane.length, 0);
  const lanes = layersOf(input);
  orderLayers(lanes.flat(), neighboursOf(input, total));
  // As many rows as give the page the shape of a screen.
  const maxRows = Math.max(6, Math.ceil(Math.sqrt(2.2 * total)));
  const columns = lanes.map((layers) => layers.flatMap((layer) => foldLayer(layer, maxRows)));
  const tallest = columns.flat().reduce((most, column) => Math.max(most, column.length), 0);
  return placeColumns(columns, tallest * rowPitch + lanePadding);
}

/** The layers of each lane: how many steps of its own arrows lead to a node. */
function layersOf({ lanes, arrows }: LayoutInput): number[][][] {
  const laneOf = new Map(lanes.flatMap((lane, index) => lane.map((node) => [node, index] as const)));
  const rank = new Map<number, number>();
  // What is sent later has the larger number, so one pass in that order sees every rank complete.
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

/** Sorts each layer in place by the mean height of its neighbours: from the left, then from the right, and again. */
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

/** Heights run from 0 to 1, so that short layers and tall ones compare. */
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

function foldLayer(layer: readonly number[], maxRows: number): readonly (readonly number[])[] {
  const columns = Math.ceil(layer.length / maxRows);
  const rows = Math.ceil(layer.length / columns);
  return Array.from({ length: columns }, (_, column) => layer.slice(column * rows, (column + 1) * rows));
}

function placeColumns(columns: readonly (readonly (readonly number[])[])[], height: number): Layout {
  const places: { x: number; y: number }[] = [];
  const lanes: { x: number; width: number }[] = [];
  let x = 0;
  for (const lane of columns) {
    const width = Math.max(1, lane.length) * columnPitch - (columnPitch - boxWidth) + 2 * lanePadding;
    lanes.push({ x, width });
    for (const [index, column] of lane.entries()) {
      const top = (height - column.length * rowPitch + rowPitch - boxHeight) / 2;
      for (const [row, node] of column.entries()) {
        places[node] = { x: x + lanePadding + index * columnPitch, y: Math.round(top + row * rowPitch) };
      }
    }
    x += width + laneGap;
  }
  return { width: Math.max(0, x - laneGap), height, lanes, places };
}
