import test from "ava";
import * as fc from "fast-check";

import { type LinePiece, linePieces, runOnEachOther, runsBelow } from "../../../../fixtures/graph-lines.ts";
import { findGoldens, planScenario } from "../../../../fixtures/scenario.ts";
import { boxHeight, boxWidth, layOut } from "../layout.ts";
import { makePageData } from "../../plan-page/plan-data.ts";
import { routeLinks } from "./channels.ts";
import { exitOf, type Routes } from "./corridors.ts";
import type { Boxes, Link } from "./nets.ts";
import { linkPath } from "./path.ts";

/** Lanes of boxes, and arrows between any two of them: most lead forward, some back. */
const drawings = fc
  .tuple(
    fc.array(fc.nat(30), { minLength: 1, maxLength: 8 }),
    fc.array(fc.tuple(fc.nat(200), fc.nat(200), fc.nat(9)), { maxLength: 60 }),
  )
  .map(([sizes, pairs]) => {
    let next = 0;
    const lanes = sizes.map((size) => Array.from({ length: size }, () => next++));
    const arrows = pairs
      .filter(([one, other]) => one !== other && one < next && other < next)
      .map(([one, other, turn]) =>
        turn === 0
          ? { first: Math.max(one, other), second: Math.min(one, other) }
          : { first: Math.min(one, other), second: Math.max(one, other) },
      );
    const { places, height } = layOut({ lanes, arrows });
    return { boxes: { places, boxWidth, boxHeight, height }, arrows };
  });

/** Faults of a link that is drawn alone: it runs below a box, or does not connect its two boxes. */
function faultsOf(routes: Routes, link: Link): readonly string[] {
  const { places } = routes.boxes;
  const pieces = linePieces(linkPath(routes, [link]));
  const crossed = places.flatMap(({ x, y }, box) =>
    pieces.some((piece) => runsBelow(piece, { x, y, width: boxWidth, height: boxHeight }))
      ? [`${link.first} → ${link.second} runs below ${box}`]
      : [],
  );
  return [
    ...crossed,
    ...(isConnected(routes, link, pieces) ? [] : [`${link.first} → ${link.second} is torn`]),
  ];
}

/**
 * Whether the pieces, which may be drawn in any order, are connected from the right side of the first box to
 * the left side of the second.
 */
function isConnected(routes: Routes, { first, second }: Link, pieces: readonly LinePiece[]): boolean {
  const { places } = routes.boxes;
  const start = `${(places[first]?.x ?? NaN) + boxWidth} ${exitOf(routes, first)}`;
  const goal = `${(places[second]?.x ?? NaN) - 6} ${routes.entries.get(second)}`;
  const reached = new Set([start]);
  for (let size = 0; size < reached.size;) {
    size = reached.size;
    for (const { x1, y1, x2, y2 } of pieces) {
      if (reached.has(`${x1} ${y1}`) || reached.has(`${x2} ${y2}`)) {
        reached.add(`${x1} ${y1}`).add(`${x2} ${y2}`);
      }
    }
  }
  return reached.has(goal);
}

test("no line runs below a box, and each leads from a dependency to the box that waits for it", (t) => {
  fc.assert(
    fc.property(drawings, ({ boxes, arrows }) => {
      const routes = routeLinks(boxes, arrows);
      t.deepEqual(
        arrows.flatMap((arrow) => faultsOf(routes, arrow)),
        [],
      );
    }),
  );
});

/**
 * Pairs of arrows whose lines overlap, so that one could be mistaken for the other: no box of the one
 * is connected to a box of the other by an arrow of its own.
 */
function overlappingLines(boxes: Boxes, arrows: readonly Link[]): readonly string[] {
  const routes = routeLinks(boxes, arrows);
  const isArrow = (from: number, to: number): boolean =>
    arrows.some(({ first, second }) => first === from && second === to);
  const lines = arrows.map((arrow) => ({ ...arrow, pieces: linePieces(linkPath(routes, [arrow])) }));
  return lines.flatMap((one, index) =>
    lines
      .slice(index + 1)
      .filter(
        (other) =>
          one.first !== other.first &&
          one.second !== other.second &&
          !isArrow(one.first, other.second) &&
          !isArrow(other.first, one.second) &&
          one.pieces.some((piece) => other.pieces.some((otherPiece) => runOnEachOther(piece, otherPiece))),
      )
      .map((other) => `${one.first} → ${one.second}, ${other.first} → ${other.second}`),
  );
}

test("lines between unrelated boxes do not overlap", (t) => {
  const few = drawings.filter(({ arrows }) => arrows.length <= 20);
  fc.assert(fc.property(few, ({ boxes, arrows }) => t.deepEqual(overlappingLines(boxes, arrows), [])));
});

test("in the graphs of all scenarios, no lines overlap and no line runs below a box", async (t) => {
  for (const { scenario, action } of await findGoldens()) {
    const { result } = await planScenario({ scenario, action });
    const { objects, arrows, height } = makePageData(result.plan);
    const boxes = { places: objects, boxWidth, boxHeight, height };
    const routes = routeLinks(boxes, arrows);
    t.deepEqual(
      arrows.flatMap((arrow) => faultsOf(routes, arrow)),
      [],
      scenario,
    );
    t.deepEqual(overlappingLines(boxes, arrows), [], scenario);
  }
});
