import test from "ava";
import * as fc from "fast-check";

import { listWindow } from "./list-window.ts";

test("rows outside of the window are replaced by gaps of their height", (t) => {
  const entries = listWindow([10, 20, 30, 40, 50], { from: 35, to: 70, pinned: () => false });
  t.deepEqual(entries, [{ gap: 30 }, { row: 2 }, { row: 3 }, { gap: 50 }]);
});

test("a pinned row is drawn even outside of the window", (t) => {
  const entries = listWindow([10, 10, 10, 10], { from: 0, to: 5, pinned: (row) => row === 2 });
  t.deepEqual(entries, [{ row: 0 }, { gap: 10 }, { row: 2 }, { gap: 10 }]);
});

test("rows and gaps have the total height of all rows, and rows keep their order", (t) => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 40 }),
      fc.integer({ min: -500, max: 3000 }),
      fc.nat(800),
      fc.uniqueArray(fc.nat(39)),
      (heights, from, size, pins) => {
        const pinned = (row: number): boolean => pins.includes(row);
        const entries = listWindow(heights, { from, to: from + size, pinned });
        const total = entries.reduce((sum, { row, gap }) => sum + (gap ?? heights[row] ?? 0), 0);
        const rows = entries.flatMap(({ row }) => row ?? []);
        t.is(
          total,
          heights.reduce((sum, height) => sum + height, 0),
        );
        t.deepEqual(
          rows,
          rows.toSorted((left, right) => left - right),
        );
        t.true(pins.filter((pin) => pin < heights.length).every((pin) => rows.includes(pin)));
      },
    ),
  );
});
