import test from "ava";

import { printedRun as printed } from "../../../fixtures/printed-run.ts";
import { after, finishOf, startOf, targetOf } from "../../../fixtures/recorded-run.ts";
import type { ApplyEvent } from "../../apply/model/event.ts";

function notices(level: "note" | "warning", amount: number): readonly ApplyEvent[] {
  return Array.from({ length: amount }, (_, index) =>
    after(1, {
      type: "notice",
      level,
      target: targetOf(`/namespaces/shop/Pod/p${index}`),
      message: "is old",
    }),
  );
}

function reported(events: readonly ApplyEvent[]): readonly string[] {
  return printed([startOf([]), ...events, finishOf(5, {})])
    .split("\n")
    .slice(1, -3);
}

test("the same notice about many objects is printed once, at the end of the run", (t) => {
  t.deepEqual(reported(notices("note", 7)), ["note: is old: 7 objects"]);
  t.deepEqual(reported(notices("note", 2)), ["note: Pod/p0: is old", "note: Pod/p1: is old"]);
  t.deepEqual(reported(notices("warning", 4)), [
    "warning: Pod/p0: is old",
    "warning: Pod/p1: is old",
    "warning: Pod/p2: is old",
    "warning: is old: 1 more object",
  ]);
});
