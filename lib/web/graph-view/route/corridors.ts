import { type BoxColumn, type Boxes, meanOf, type Net, type Wire } from "./nets.ts";

/** Routed links, with the data needed to draw them. */
export interface Routes {
  readonly boxes: Boxes;
  readonly columns: readonly BoxColumn[];
  readonly columnOf: readonly number[];
  /** The net of each link, keyed by `linkName`. */
  readonly netOf: ReadonlyMap<string, Net>;
  /** The y at which lines enter each box. */
  readonly entries: Map<number, number>;
}

/** A net in one channel. */
export interface ChannelWire {
  readonly net: Net;
  readonly wire: Wire;
}

/** The names of the ends on the left of a channel, by each y that they are too close to. */
export type Ends = ReadonlyMap<number, readonly string[]>;

/** Returns the y at which lines leave a box: the middle of its side. */
export function exitOf({ boxes }: Pick<Routes, "boxes">, box: number): number {
  return (boxes.places[box]?.y ?? 0) + boxes.boxHeight / 2;
}

/** Returns the y of each end of a wire on the left of its channel. */
export function leftEnds(routes: Routes, { net, wire }: ChannelWire, channel: number): readonly number[] {
  return Array.from(wire.left, (end) =>
    end < 0 ? (net.corridors.get(channel - 1) ?? 0) : exitOf(routes, end),
  );
}

/** Returns the y of each end of a wire on the right of its channel. */
export function rightEnds(routes: Routes, { net, wire }: ChannelWire, channel: number): readonly number[] {
  return Array.from(wire.right, (end) =>
    end < 0 ? (net.corridors.get(channel) ?? 0) : (routes.entries.get(end) ?? exitOf(routes, end)),
  );
}

/** Names an end on the left: a box for all nets, a corridor for its own net. */
function endName(net: Net, end: number): string {
  return end < 0 ? `corridor ${net.index}` : `box ${end}`;
}

/** Returns the heights at which a line on the right would seem to continue an unrelated line on the left. */
export function endsOnLeft(routes: Routes, wires: readonly ChannelWire[], channel: number): Ends {
  const heights = new Map<string, number>();
  for (const { net, wire } of wires) {
    for (const end of wire.left) {
      const corridor = net.corridors.get(channel - 1) ?? 0;
      heights.set(endName(net, end), end < 0 ? corridor : exitOf(routes, end));
    }
  }
  const near = new Map<number, string[]>();
  for (const [name, y] of heights) {
    for (let row = Math.floor(y) - 3; row <= Math.ceil(y) + 3; row++) {
      const names = near.get(row) ?? [];
      near.set(row, names);
      names.push(name);
    }
  }
  return near;
}

/** Reports whether a line at that height could be mistaken for one of the others on the left. */
function seemsToGoOn(ends: Ends, y: number, own: ReadonlySet<string>): boolean {
  return (ends.get(Math.round(y)) ?? []).some((name) => !own.has(name));
}

/**
 * Chooses the heights at which lines enter the boxes on the right of a channel: the middle, or the nearest
 * height that is unambiguous.
 */
export function chooseEntries(
  routes: Routes,
  { wires, ends, channel }: { wires: readonly ChannelWire[]; ends: Ends; channel: number },
): void {
  const reach = routes.boxes.boxHeight / 2 - 12;
  const aside = [0, 10, -10, 15, -15, 20, -20, 5, -5].filter((step) => Math.abs(step) <= reach);
  for (const [box, { names, heights }] of endsByBox(routes, wires, channel)) {
    const middle = exitOf(routes, box);
    const straight = heights.filter((y) => Math.abs(y - middle) <= reach);
    straight.sort((left, right) => Math.abs(left - middle) - Math.abs(right - middle));
    const choices = [...straight.slice(0, 1), ...aside.map((step) => middle + step)];
    routes.entries.set(box, choices.find((y) => !seemsToGoOn(ends, y, names)) ?? middle);
  }
}

/** The ends on the left that are connected to a box on the right of the channel. */
interface EndsOfBox {
  readonly names: Set<string>;
  readonly heights: number[];
}

/** Returns the ends on the left for each box on the right of the channel. */
function endsByBox(
  routes: Routes,
  wires: readonly ChannelWire[],
  channel: number,
): ReadonlyMap<number, EndsOfBox> {
  const found = new Map<number, EndsOfBox>();
  for (const { net, wire } of wires) {
    const heights = leftEnds(routes, { net, wire }, channel);
    for (const box of [...wire.right].filter((end) => end >= 0)) {
      const known = found.get(box) ?? { names: new Set(), heights: [] };
      found.set(box, {
        names: known.names.union(new Set(Array.from(wire.left, (end) => endName(net, end)))),
        heights: [...known.heights, ...heights],
      });
    }
  }
  return found;
}

/**
 * Chooses the heights at which nets pass the column on the right of a channel: between two boxes, as straight
 * as space permits.
 */
export function chooseCorridors(
  routes: Routes,
  { wires, ends, channel }: { wires: readonly ChannelWire[]; ends: Ends; channel: number },
): void {
  const column = routes.columns[channel];
  const passing = wires.filter(({ wire }) => wire.right.has(-1));
  if (column === undefined || passing.length === 0) {
    return;
  }
  const lines = freeLines(column, routes.boxes);
  const taken = new Set<number>();
  const goals = passing.map((entry) => ({ ...entry, ...goalOf(routes, entry, channel) }));
  goals.sort((left, right) => left.from - right.from || left.net.index - right.net.index);
  for (const { net, wire, from, to } of goals) {
    const own = new Set(Array.from(wire.left, (end) => endName(net, end)));
    const isFree = (y: number): boolean => !taken.has(Math.round(y)) && !seemsToGoOn(ends, y, own);
    const y = nearestLine(lines, { from, to, isFree });
    net.corridors.set(channel, y);
    for (let row = Math.round(y) - 3; row <= Math.round(y) + 3; row++) {
      taken.add(row);
    }
  }
}

/** Returns the height a net comes from, and the height it goes to. */
function goalOf(
  routes: Routes,
  entry: ChannelWire,
  channel: number,
): { readonly from: number; readonly to: number } {
  const ahead = entry.net.links.filter(({ second }) => (routes.columnOf[second] ?? 0) > channel);
  const goals =
    ahead.length === 0 ? entry.net.links.map(({ first }) => first) : ahead.map((link) => link.second);
  const to = meanOf(goals.map((box) => exitOf(routes, box)));
  const left = leftEnds(routes, entry, channel);
  return { from: left.length === 0 ? to : meanOf(left), to };
}

/** Returns the heights at which lines can pass a column, from top to bottom. */
function freeLines({ tops }: BoxColumn, { boxHeight, height }: Boxes): readonly number[] {
  const lines: number[] = [];
  const bounds = [-boxHeight, ...tops, height];
  for (let gap = 1; gap < bounds.length; gap++) {
    const upper = (bounds[gap - 1] ?? 0) + boxHeight;
    const lower = bounds[gap] ?? 0;
    const [margin, step] = lower - upper < 32 ? [4, 4] : [10, 6];
    const room = Math.floor((lower - upper - 2 * margin) / step);
    const first = upper + (lower - upper - room * step) / 2;
    for (let line = 0; line <= room; line++) {
      lines.push(first + line * step);
    }
  }
  return lines;
}

/**
 * Returns the free line with the shortest vertical detour; if none is free, the one nearest to where the net
 * comes from.
 */
function nearestLine(
  lines: readonly number[],
  { from, to, isFree }: { from: number; to: number; isFree: (y: number) => boolean },
): number {
  const at = lines.findIndex((y) => y >= from);
  const start = at === -1 ? lines.length : at;
  const below = lines.slice(start).find(isFree);
  const above = lines.slice(0, start).findLast(isFree);
  const cost = (y: number): number => Math.abs(y - from) * 1.01 + Math.abs(to - y);
  if (above === undefined || below === undefined) {
    return above ?? below ?? lines[start] ?? lines.at(-1) ?? from;
  }
  return cost(above) < cost(below) ? above : below;
}
