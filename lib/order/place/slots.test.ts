import test from "ava";

import { orderNodes } from "../../../fixtures/order-nodes.ts";
import { layOutSlots } from "./slots.ts";

/** The slots, and each node as `earliest..ownSlot..latest`, of places in the slots. */
const laysOut = test.macro(
  (t, nodes: readonly string[], slots: readonly string[], places: readonly string[]) => {
    const plan = layOutSlots(orderNodes(...nodes));
    t.deepEqual(
      plan.slots.map(({ stage, weight }) => `${stage} ${weight}`),
      slots,
    );
    t.deepEqual(
      nodes.map((_, node) => `${plan.earliest[node]}..${plan.ownSlot[node]}..${plan.latest[node]}`),
      places,
    );
  },
);

test(
  "stages are in the order crds, pre, main, post, regardless of weights",
  laysOut,
  ["post -9! hook", "main 0!", "pre 9! hook", "crds 0"],
  ["crds 0", "pre 9", "main 0", "post -9"],
  ["3..3..3", "2..2..2", "1..1..1", "0..0..0"],
);
test(
  "slots of a stage are in ascending numeric order of weights",
  laysOut,
  ["main 10!", "main 9!", "main -1!", "main -10!"],
  ["main -10", "main -1", "main 9", "main 10"],
  ["3..3..3", "2..2..2", "1..1..1", "0..0..0"],
);
test(
  "an object without a weight can be in any slot",
  laysOut,
  ["pre 0 hook", "main -5!", "main 0", "post 0 hook"],
  ["pre 0", "main -5", "main 0", "post 0"],
  ["0..0..0", "1..1..1", "0..2..3", "3..3..3"],
);
test(
  "an object with the explicit weight 0 stays in its slot",
  laysOut,
  ["main -5!", "main 0!"],
  ["main -5", "main 0"],
  ["0..0..0", "1..1..1"],
);
test(
  "a hook without a weight can be in any slot of its stage",
  laysOut,
  ["pre -5! hook", "pre 0 hook", "pre 5! hook", "main 0"],
  ["pre -5", "pre 0", "pre 5", "main 0"],
  ["0..0..0", "0..1..2", "2..2..2", "0..3..3"],
);
test(
  "an object freed from its weight adds no slot and belongs to the first slot of the main stage",
  laysOut,
  ["pre 0 hook", "main 5!", "main 3 freed"],
  ["pre 0", "main 5"],
  ["0..0..0", "1..1..1", "0..1..1"],
);
test(
  "a CRD without a weight belongs to the first slot of the main stage",
  laysOut,
  ["main -5!", "main 0 first"],
  ["main -5"],
  ["0..0..0", "0..0..0"],
);
test(
  "objects freed from their weights alone create a main slot of weight 0",
  laysOut,
  ["pre 0 hook", "main 0 freed"],
  ["pre 0", "main 0"],
  ["0..0..0", "0..1..1"],
);
test("a set without nodes has no slots", laysOut, [], [], []);
