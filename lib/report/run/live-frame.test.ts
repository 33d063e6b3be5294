import test from "ava";
import * as fc from "fast-check";

import { progressBar } from "./live-frame.ts";

function bar(counts: Partial<Parameters<typeof progressBar>[0]>, columns: number): string {
  const all = { total: 0, done: 0, failed: 0, skipped: 0, active: 0, ...counts };
  return progressBar(all, columns)
    .map(({ text }) => text)
    .join("");
}

test("the progress bar shows done, failed, skipped, active and remaining objects", (t) => {
  t.is(bar({ total: 10, done: 4, failed: 1, skipped: 2, active: 1 }, 10), "████×--▒░░");
  t.is(bar({ total: 5, done: 5 }, 10), "██████████");
  t.is(bar({ total: 5 }, 4), "░░░░");
  t.is(bar({}, 4), "░░░░");
});

test("the progress bar is full only when everything is done", (t) => {
  t.is(bar({ total: 1000, done: 999 }, 10), "█████████░");
});

test("the progress bar always has the given width", (t) => {
  const counts = fc.record({
    done: fc.nat(20),
    failed: fc.nat(20),
    skipped: fc.nat(20),
    active: fc.nat(20),
    rest: fc.nat(20),
  });
  fc.assert(
    fc.property(counts, fc.integer({ min: 1, max: 40 }), ({ rest, ...drawn }, columns) => {
      const total = rest + Object.values(drawn).reduce((sum, each) => sum + each, 0);
      t.is(bar({ ...drawn, total }, columns).length, columns);
    }),
  );
});
