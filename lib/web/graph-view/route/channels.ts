import {
  type ChannelWire,
  chooseCorridors,
  chooseEntries,
  endsOnLeft,
  leftEnds,
  rightEnds,
  type Routes,
} from "./corridors.ts";
import { boxColumns, type Boxes, type Link, linkName, makeNets, meanOf, wiresOf } from "./nets.ts";

/**
 * Routes links through the channels between columns and the gaps between the boxes of a column: no line runs
 * below a box, and lines of different nets cross but do not overlap as long as there is space. Complexity:
 * O(n²) in the nets of one channel.
 */
export function routeLinks(boxes: Boxes, links: readonly Link[]): Routes {
  const { columns, columnOf } = boxColumns(boxes);
  const nets = makeNets(links, columnOf);
  const routes: Routes = {
    boxes,
    columns,
    columnOf,
    netOf: new Map(nets.flatMap((net) => net.links.map((link) => [linkName(link), net] as const))),
    entries: new Map(),
  };
  const channels: ChannelWire[][] = Array.from({ length: columns.length + 1 }, () => []);
  for (const net of nets) {
    for (const [channel, wire] of wiresOf(net.links, columnOf)) {
      channels[channel]?.push({ net, wire });
    }
  }
  for (const [channel, wires] of channels.entries()) {
    const ends = endsOnLeft(routes, wires, channel);
    chooseEntries(routes, { wires, ends, channel });
    chooseCorridors(routes, { wires, ends, channel });
    chooseTracks(routes, wires, channel);
  }
  return routes;
}

/** Returns the left and the right edge of a channel. */
export function channelEdges(
  { columns, boxes }: Pick<Routes, "columns" | "boxes">,
  channel: number,
): readonly [number, number] {
  const before = columns[channel - 1];
  const behind = columns[channel];
  const left = before === undefined ? (behind?.x ?? 0) - 34 : before.x + boxes.boxWidth;
  return [left, behind?.x ?? left + 34];
}

/** A vertical line to be placed in a channel. */
interface Rise {
  readonly entry: ChannelWire;
  readonly low: number;
  readonly high: number;
  readonly left: number;
  readonly isDown: boolean;
}

/** Assigns every net its vertical line in a channel; lines that would overlap are placed side by side. */
function chooseTracks(routes: Routes, wires: readonly ChannelWire[], channel: number): void {
  const rises = wires.flatMap((entry) => riseOf(routes, entry, channel));
  // In this order lines of the same direction do not cross: the one that turns off first is farther left.
  rises.sort(
    (one, other) =>
      Number(other.isDown) - Number(one.isDown) ||
      (one.isDown ? other.left - one.left : one.left - other.left) ||
      one.entry.net.index - other.entry.net.index,
  );
  const tracks: Rise[][] = [];
  for (const rise of rises) {
    const free = tracks.find((track) =>
      track.every(({ low, high }) => rise.low > high + 8 || rise.high < low - 8),
    );
    if (free === undefined) {
      tracks.push([rise]);
    } else {
      free.push(rise);
    }
  }
  const [left, right] = channelEdges(routes, channel);
  // Space for a corner on the left, and for the arrowheads on the right.
  const room = right - left - 22;
  const step = Math.min(8, room / tracks.length);
  const first = left + 7 + (room - (tracks.length - 1) * step) / 2;
  for (const [index, track] of tracks.entries()) {
    for (const { entry } of track) {
      entry.net.tracks.set(channel, Math.round((first + index * step) * 4) / 4);
    }
  }
}

/** Returns the vertical line of a wire in a channel; nothing if it is straight. */
function riseOf(routes: Routes, entry: ChannelWire, channel: number): readonly Rise[] {
  const left = leftEnds(routes, entry, channel);
  const right = rightEnds(routes, entry, channel);
  const ends = [...left, ...right];
  let [low, high] = [Infinity, -Infinity];
  for (const y of ends) {
    low = Math.min(low, y);
    high = Math.max(high, y);
  }
  const isTurn = left.length === 0 || right.length === 0;
  return low === high && !isTurn
    ? []
    : [{ entry, low, high, left: meanOf(left), isDown: meanOf(left) < meanOf(right) }];
}
