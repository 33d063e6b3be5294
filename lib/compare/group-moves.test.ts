import test from "ava";

import { object, planned, weight } from "../../fixtures/planned.ts";
import type { Plan } from "../plan/plan.ts";
import { groupMoves } from "./group-moves.ts";

/** A plan of ConfigMaps with these weights. */
function weighted(weights: Readonly<Record<string, number>>): Plan {
  const objects = Object.entries(weights).map(([name, value]) =>
    object(`ConfigMap/${name}`, { annotations: weight(value) }),
  );
  return planned(objects).plan;
}

const moved = test.macro({
  title: (title = "") => title,
  exec: (
    t,
    before: Readonly<Record<string, number>>,
    after: Readonly<Record<string, number>>,
    names: string,
  ) => {
    const moves = groupMoves(weighted(before), weighted(after));
    t.is(moves.map(({ key }) => key.split("/").at(-1)).join(" "), names);
  },
});
test("the same order with other weights has no moves", moved, { a: 1, b: 2 }, { a: 5, b: 9 }, "");
test(
  "an object whose weight becomes the last one moves",
  moved,
  { a: 1, b: 2, c: 3 },
  { a: 9, b: 2, c: 3 },
  "a",
);
test("merging two groups moves one of them", moved, { a: 1, b: 2 }, { a: 1, b: 1 }, "a");
test(
  "splitting a group moves the part with the new weight",
  moved,
  { a: 1, b: 1, c: 1 },
  { a: 1, b: 1, c: 2 },
  "c",
);
test(
  "reversing the order moves all groups but the largest",
  moved,
  { a: 1, b: 2, c: 3, d: 3 },
  { a: 3, b: 2, c: 1, d: 1 },
  "a b",
);
test(
  "objects that only one plan has do not move",
  moved,
  { a: 1, gone: 2, b: 3 },
  { new: 0, a: 1, b: 3 },
  "",
);
