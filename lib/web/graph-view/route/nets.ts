/** A link between two boxes: it begins at the right side of `first` and ends at the left side of `second`. */
export interface Link {
  readonly first: number;
  readonly second: number;
}

/** Boxes of equal size in columns, as a page places them. */
export interface Boxes {
  readonly places: readonly { readonly x: number; readonly y: number }[];
  readonly boxWidth: number;
  readonly boxHeight: number;
  /** The height of the drawing, which lines do not leave. */
  readonly height: number;
}

/** A column of boxes. */
export interface BoxColumn {
  readonly x: number;
  /** The upper edges of its boxes, from top to bottom. */
  readonly tops: readonly number[];
}

/**
 * Links that share one line as far as they can, because all of them begin at one box or all of them end at
 * one: a tree, in which no link can be mistaken for another. Channels are the spaces beside columns: channel
 * 3 is left of column 3.
 */
export interface Net {
  readonly index: number;
  readonly links: Link[];
  /** The x of its vertical line in each channel; none if it is straight there. */
  readonly tracks: Map<number, number>;
  /** The y at which it passes each column between its boxes. */
  readonly corridors: Map<number, number>;
}

/**
 * The ends of a net in one channel: boxes by their number, the corridor through the column on that side as
 * -1.
 */
export interface Wire {
  readonly left: Set<number>;
  readonly right: Set<number>;
}

/** Returns the columns from left to right, and the column of every box. */
export function boxColumns({ places }: Boxes): {
  readonly columns: readonly BoxColumn[];
  readonly columnOf: readonly number[];
} {
  const topsAt = new Map<number, number[]>();
  for (const { x, y } of places) {
    const tops = topsAt.get(x);
    if (tops === undefined) {
      topsAt.set(x, [y]);
    } else {
      tops.push(y);
    }
  }
  const xs = [...topsAt.keys()].toSorted((left, right) => left - right);
  const columnAt = new Map(xs.map((x, column) => [x, column]));
  return {
    columns: xs.map((x) => ({ x, tops: (topsAt.get(x) ?? []).toSorted((left, right) => left - right) })),
    columnOf: places.map(({ x }) => columnAt.get(x) ?? 0),
  };
}

/**
 * Groups links into nets by the end that more of them share. A link that leads back to the left is a net of
 * its own.
 */
export function makeNets(links: readonly Link[], columnOf: readonly number[]): readonly Net[] {
  const begins = countEach(links.map(({ first }) => first));
  const ends = countEach(links.map(({ second }) => second));
  const nets = new Map<string, Net>();
  for (const link of links) {
    const { first, second } = link;
    const isForward = (columnOf[first] ?? 0) < (columnOf[second] ?? 0);
    const byEnd = (ends.get(second) ?? 0) > (begins.get(first) ?? 0);
    const shared = byEnd ? `to ${second}` : `from ${first}`;
    const key = isForward ? shared : `back ${first} ${second}`;
    const net = nets.get(key) ?? makeNet(nets.size);
    nets.set(key, net);
    net.links.push(link);
  }
  return [...nets.values()];
}

/** Returns the key of a link; links between the same boxes have the same route. */
export function linkName({ first, second }: Link): string {
  return `${first} ${second}`;
}

/** Creates a net without links. */
function makeNet(index: number): Net {
  return { index, links: [], tracks: new Map(), corridors: new Map() };
}

/** Counts how often each number occurs. */
function countEach(numbers: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const number of numbers) {
    counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return counts;
}

/** Returns the mean of the numbers; 0 if there are none. */
export function meanOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}

/** Returns the ends of some links of a net in each channel that they touch. */
export function wiresOf(links: readonly Link[], columnOf: readonly number[]): ReadonlyMap<number, Wire> {
  const wires = new Map<number, Wire>();
  const at = (channel: number): Wire => {
    const wire = wires.get(channel) ?? { left: new Set(), right: new Set() };
    wires.set(channel, wire);
    return wire;
  };
  for (const { first, second } of links) {
    const from = columnOf[first] ?? 0;
    const to = columnOf[second] ?? 0;
    at(from + 1).left.add(first);
    at(to).right.add(second);
    const [lowest, highest] = from < to ? [from + 1, to - 1] : [to, from];
    for (let column = lowest; column <= highest; column++) {
      at(column).right.add(-1);
      at(column + 1).left.add(-1);
    }
  }
  return wires;
}
