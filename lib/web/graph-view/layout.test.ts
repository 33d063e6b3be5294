import test from "ava";
import * as fc from "fast-check";

import { boxHeight, boxWidth, layOut, type Layout, type LayoutInput } from "./layout.ts";

/** Lanes of random sizes, and arrows from lower to higher numbers. */
const inputs = fc
  .tuple(
    fc.array(fc.nat(30), { maxLength: 8 }),
    fc.array(fc.tuple(fc.nat(200), fc.nat(200)), { maxLength: 100 }),
  )
  .map(([sizes, pairs]): LayoutInput => {
    let next = 0;
    const lanes = sizes.map((size) => Array.from({ length: size }, () => next++));
    const arrows = pairs
      .filter(([first, second]) => first < second && second < next)
      .map(([first, second]) => ({ first, second }));
    return { lanes, arrows };
  });

/** Pairs of boxes that overlap. */
function overlapping(places: Layout["places"]): readonly string[] {
  return places.flatMap((one, index) =>
    places
      .slice(index + 1)
      .filter(({ x, y }) => Math.abs(x - one.x) < boxWidth && Math.abs(y - one.y) < boxHeight)
      .map(({ x, y }) => `${one.x} ${one.y} and ${x} ${y}`),
  );
}

test("boxes do not overlap, and each is inside its lane", (t) => {
  fc.assert(
    fc.property(inputs, (input) => {
      const { places, lanes, height } = layOut(input);
      t.is(places.length, input.lanes.flat().length);
      t.deepEqual(overlapping(places), []);
      for (const [index, nodes] of input.lanes.entries()) {
        const lane = lanes[index] ?? { x: NaN, width: NaN };
        for (const { x, y } of nodes.map((node) => places[node] ?? { x: NaN, y: NaN })) {
          t.true(x > lane.x && x + boxWidth < lane.x + lane.width && y >= 0 && y + boxHeight <= height);
        }
      }
    }),
  );
});

test("arrows never point to the left", (t) => {
  fc.assert(
    fc.property(inputs, (input) => {
      const { places } = layOut(input);
      for (const { first, second } of input.arrows) {
        t.true((places[first]?.x ?? NaN) < (places[second]?.x ?? NaN));
      }
    }),
  );
});

test("objects are placed in the rows of their dependencies", (t) => {
  const { places } = layOut({
    lanes: [
      [0, 1, 2],
      [3, 4, 5],
    ],
    arrows: [
      { first: 0, second: 5 },
      { first: 1, second: 4 },
      { first: 2, second: 3 },
    ],
  });
  t.is(places[0]?.y, places[5]?.y);
  t.is(places[2]?.y, places[3]?.y);
});

test("an empty graph has no width", (t) => {
  t.is(layOut({ lanes: [], arrows: [] }).width, 0);
});
