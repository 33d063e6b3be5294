import { channelEdges } from "./channels.ts";
import { exitOf, type Routes } from "./corridors.ts";
import { type Link, linkName, type Net, type Wire, wiresOf } from "./nets.ts";

/** The end of a line in a channel. */
interface LineEnd {
  readonly x: number;
  readonly y: number;
}

/** Returns the lines of some routed links as the data of one SVG path. Shared parts are drawn once. */
export function linkPath(routes: Routes, links: readonly Link[]): string {
  const byNet = new Map<Net, Link[]>();
  for (const link of links) {
    const net = routes.netOf.get(linkName(link));
    if (net !== undefined) {
      const known = byNet.get(net) ?? [];
      byNet.set(net, known);
      known.push(link);
    }
  }
  const paths: string[] = [];
  for (const [net, own] of byNet) {
    for (const [channel, wire] of wiresOf(own, routes.columnOf)) {
      paths.push(wirePath(routes, net, { channel, wire }));
    }
  }
  return paths.join("");
}

/** Returns the arrowheads of some links as the data of one SVG path. */
export function headsPath(routes: Routes, links: readonly Link[]): string {
  const boxes = new Set(links.map((link) => link.second));
  const heads = Array.from(boxes, (box) => {
    const x = routes.boxes.places[box]?.x ?? 0;
    return `M${x} ${routes.entries.get(box) ?? exitOf(routes, box)}l-9 -4.5v9z`;
  });
  return heads.join("");
}

/** Returns the path of a net in a channel and through the column on its right. */
function wirePath(
  routes: Routes,
  net: Net,
  { channel, wire }: { readonly channel: number; readonly wire: Wire },
): string {
  const { boxes, entries } = routes;
  const [leftEdge, rightEdge] = channelEdges(routes, channel);
  const left = Array.from(wire.left, (end) => ({
    x: leftEdge,
    y: end < 0 ? (net.corridors.get(channel - 1) ?? 0) : exitOf(routes, end),
  }));
  const right = Array.from(wire.right, (end) =>
    end < 0
      ? { x: rightEdge + boxes.boxWidth, y: net.corridors.get(channel) ?? 0 }
      : { x: rightEdge - 6, y: entries.get(end) ?? exitOf(routes, end) },
  );
  const x = net.tracks.get(channel) ?? (leftEdge + rightEdge) / 2;
  // On one of the sides all ends of a net coincide, except where a line turns back: there both ends are on
  // the same side.
  const [root, ...others] = left.length === 1 ? [...left, ...right] : [...right, ...left];
  return root === undefined ? "" : combPath(x, root, others);
}

/** Draws a line from one end to a vertical one, and from there to each of the others. */
function combPath(x: number, root: LineEnd, teeth: readonly LineEnd[]): string {
  let path = teeth.some(({ y }) => y === root.y) ? straightPath(root, teeth) : "";
  for (const down of [1, -1]) {
    const ahead = teeth.filter(({ y }) => (y - root.y) * down > 0);
    ahead.sort((one, other) => (one.y - other.y) * down);
    let from: number | undefined;
    for (const tooth of ahead) {
      const radius = Math.min(6, Math.abs(tooth.y - root.y) / 2);
      const inward = Math.sign(x - root.x) * Math.min(radius, Math.abs(x - root.x));
      const outward = Math.sign(tooth.x - x) * Math.min(radius, Math.abs(tooth.x - x));
      path +=
        from === undefined
          ? `M${root.x} ${root.y}H${x - inward}Q${x} ${root.y} ${x} ${root.y + radius * down}`
          : `M${x} ${from}`;
      from = tooth.y - radius * down;
      path += `V${from}Q${x} ${tooth.y} ${x + outward} ${tooth.y}H${tooth.x}`;
    }
  }
  return path;
}

/** Draws the line from an end to those at the same height. */
function straightPath(root: LineEnd, teeth: readonly LineEnd[]): string {
  const ends = teeth.filter(({ y }) => y === root.y).map(({ x }) => x);
  return ends.map((end) => `M${root.x} ${root.y}H${end}`).join("");
}
