import test from "ava";
import * as fc from "fast-check";

import { edgeTexts, orderEdges, orderNodes } from "../../../fixtures/order-nodes.ts";
import { isHardEdge } from "../cycle/edge-priority.ts";
import type { Edge } from "../model/edge.ts";
import { assignSlots, type Placement, type PlacementRequest } from "./assign-slots.ts";

function placed(
  nodes: readonly string[],
  edges: readonly string[],
  options: Partial<PlacementRequest> = {},
): Placement {
  return assignSlots({
    nodes: orderNodes(...nodes),
    edges: orderEdges(...edges),
    canMoveEarlier: () => true,
    movesLater: ({ rule }) => isHardEdge(rule),
    ...options,
  });
}

/** The slots of the nodes, in the order of the nodes. */
function slotsOf({ slotOf, slotPlan }: Placement): readonly string[] {
  return Array.from(slotOf, (place) => {
    const slot = slotPlan.slots[place];
    return slot === undefined ? "" : `${slot.stage} ${slot.weight}`;
  });
}

const places = test.macro(
  (t, nodes: readonly string[], edges: readonly string[], expected: readonly string[]) => {
    const placement = placed(nodes, edges);
    t.deepEqual(slotsOf(placement), expected);
    t.deepEqual(edgeTexts(placement.edges), edgeTexts(orderEdges(...edges)));
    t.deepEqual(placement.givenUp, []);
    t.deepEqual(placement.contradictions, []);
  },
);

test(
  "without edges every node stays in its own slot",
  places,
  ["pre 0 hook", "main 5!", "main 0"],
  [],
  ["pre 0", "main 5", "main 0"],
);
test(
  "a dependency of a hook moves to the slot of the hook",
  places,
  ["pre 0 hook", "main 0", "main 0"],
  ["0→1"],
  ["pre 0", "pre 0", "main 0"],
);
test(
  "a chain of dependencies of a hook moves to the slot of the hook",
  places,
  ["pre -5! hook", "main 0", "main 0"],
  ["0→1", "1→2"],
  ["pre -5", "pre -5", "pre -5"],
);
test(
  "an object moves to the earliest slot of its dependents",
  places,
  ["main -5!", "main -9!", "main 0"],
  ["0→2", "1→2"],
  ["main -5", "main -9", "main -9"],
);
test(
  "an object that depends on a higher weight moves to that weight",
  places,
  ["main 0", "main 5!", "main 0!"],
  ["0→1"],
  ["main 5", "main 5", "main 0"],
);
test(
  "an object that depends on a post-hook moves to the post stage",
  places,
  ["main 0", "post 0 hook"],
  ["0→1"],
  ["post 0", "post 0"],
);
test(
  "edges between objects of one slot do not move them",
  places,
  ["main 0", "main 0"],
  ["0→1"],
  ["main 0", "main 0"],
);
test(
  "an implicit edge moves a dependency to the slot of a hook if nothing forbids it",
  places,
  ["pre 0 hook", "main 0"],
  ["0→1 reference"],
  ["pre 0", "pre 0"],
);
test(
  "a hook without a weight moves to an earlier slot of its stage",
  places,
  ["pre -5! hook", "pre 0 hook"],
  ["0→1"],
  ["pre -5", "pre -5"],
);

test("movedFor names the node for which another one was moved earlier or later", (t) => {
  const ahead = placed(["pre 0 hook", "main 0", "main 0"], ["0→1", "1→2"]);
  t.deepEqual([...ahead.movedFor], [-1, 0, 1]);
  const back = placed(["main 0", "main 5!", "main 0!"], ["0→1"]);
  t.deepEqual([...back.movedFor], [1, -1, -1]);
});

test("an implicit edge does not move a node that runs pods earlier, and is dropped", (t) => {
  const placement = placed(["pre 0 hook", "main 0"], ["0→1 reference"], { canMoveEarlier: () => false });
  t.deepEqual(slotsOf(placement), ["pre 0", "main 0"]);
  t.deepEqual(edgeTexts(placement.givenUp), ["0→1 reference"]);
  t.deepEqual(placement.edges, []);
});

test("a hard edge moves a node that runs pods earlier", (t) => {
  const placement = placed(["pre 0 hook", "main 0"], ["0→1 depends-on"], { canMoveEarlier: () => false });
  t.deepEqual(slotsOf(placement), ["pre 0", "pre 0"]);
});

test("an implicit edge does not move an object whose own dependencies run pods", (t) => {
  const placement = placed(["pre 0 hook", "main 0", "main 0"], ["0→1 reference", "1→2 depends-on"], {
    canMoveEarlier: (node) => node !== 2,
  });
  t.deepEqual(slotsOf(placement), ["pre 0", "main 0", "main 0"]);
  t.deepEqual(edgeTexts(placement.givenUp), ["0→1 reference"]);
});

test("an implicit edge moves a dependent to a later slot only if movesLater allows it", (t) => {
  const nodes = ["main 0", "main 5!", "main 0!"];
  const weak = placed(nodes, ["0→1 reference"]);
  t.deepEqual(slotsOf(weak), ["main 0", "main 5", "main 0"]);
  t.deepEqual(edgeTexts(weak.givenUp), ["0→1 reference"]);
  const strong = placed(nodes, ["0→1 conversion-webhook"], { movesLater: () => true });
  t.deepEqual(slotsOf(strong), ["main 5", "main 5", "main 0"]);
  t.deepEqual(strong.givenUp, []);
});

test("a node with a specified weight does not move for an implicit edge", (t) => {
  const placement = placed(["main 0!", "main 5!"], ["0→1 conversion-webhook"], { movesLater: () => true });
  t.deepEqual(slotsOf(placement), ["main 0", "main 5"]);
  t.deepEqual(edgeTexts(placement.givenUp), ["0→1 conversion-webhook"]);
});

test("a hard edge against two specified weights is a contradiction that lists the edges of its path", (t) => {
  const placement = placed(["main 0!", "main 5!"], ["0→1"]);
  t.deepEqual(placement.contradictions.map(edgeTexts), [["0→1 depends-on"]]);
  const through = placed(["main 0!", "main 0", "main 5!"], ["0→1", "1→2"]);
  t.deepEqual(through.contradictions.map(edgeTexts), [["0→1 depends-on", "1→2 depends-on"]]);
});

test("a contradiction lists the shorter of two paths", (t) => {
  const placement = placed(["main 0!", "main 0", "main 5!"], ["0→1", "1→2", "0→2"]);
  t.deepEqual(placement.contradictions.map(edgeTexts), [["0→2 depends-on"]]);
});

test("a Namespace moves ahead of its specified weight for an object in it", (t) => {
  const placement = placed(["main 0!", "main 5!"], ["0→1 namespace"]);
  t.deepEqual(slotsOf(placement), ["main 0", "main 0"]);
  t.deepEqual(edgeTexts(placement.pulledForward), ["0→1 namespace"]);
  t.deepEqual(placement.contradictions, []);
  t.deepEqual([...placement.movedFor], [-1, 0]);
});

test("an object without a weight that depends on a post-hook moves to the post stage, with its dependents", (t) => {
  const placement = placed(["main 0", "main 0", "post 0 hook"], ["0→2", "1→0"]);
  t.deepEqual(slotsOf(placement), ["post 0", "post 0", "post 0"]);
});

test("an object freed from its weight is in the earliest slot that its dependencies allow", (t) => {
  const nodes = ["main -5!", "main 0!", "main 5!", "main 0 freed", "main 0 freed"];
  t.deepEqual(slotsOf(placed(nodes, ["3→1"])).slice(3), ["main 0", "main -5"]);
  t.deepEqual(slotsOf(placed(nodes, ["3→2", "4→3"])).slice(3), ["main 5", "main 5"]);
});

const stages = ["pre 0 hook", "pre -5! hook", "main 0", "main 5!", "main -5!", "main 0 freed", "post 0 hook"];
const rules = ["depends-on", "namespace", "reference", "conversion-webhook"];

/** An acyclic graph: edges go from lower to higher numbers. */
const graphs = fc.array(fc.constantFrom(...stages), { minLength: 2, maxLength: 7 }).chain((nodes) =>
  fc.record({
    nodes: fc.constant(nodes),
    edges: fc.array(
      fc
        .tuple(
          fc.nat({ max: nodes.length - 1 }),
          fc.nat({ max: nodes.length - 1 }),
          fc.constantFrom(...rules),
        )
        .filter(([from, to]) => from !== to)
        .map(([from, to, rule]) => `${Math.min(from, to)}→${Math.max(from, to)} ${rule}`),
      { maxLength: 8 },
    ),
  }),
);

test("every edge is kept and met, dropped, or part of a contradiction", (t) => {
  fc.assert(
    fc.property(graphs, fc.boolean(), ({ nodes, edges }, pulls) => {
      const placement = placed(nodes, edges, { canMoveEarlier: () => pulls });
      const holds = ({ from, to }: Edge): boolean =>
        (placement.slotOf[to] ?? 0) <= (placement.slotOf[from] ?? 0);
      t.true(placement.edges.every(holds));
      t.true(placement.givenUp.every((edge) => !holds(edge) && !isHardEdge(edge.rule)));
      if (placement.contradictions.length === 0) {
        t.is(placement.edges.length + placement.givenUp.length, edges.length);
      }
    }),
    { numRuns: 500 },
  );
});

test("a node with a specified weight leaves its slot only if it is pulled forward", (t) => {
  fc.assert(
    fc.property(graphs, ({ nodes, edges }) => {
      const placement = placed(nodes, edges);
      const movedAhead = new Set(placement.pulledForward.map(({ to }) => to));
      const found = slotsOf(placement);
      nodes.forEach((node, index) => {
        if (node.includes("!") && !movedAhead.has(index)) {
          t.is(found[index], node.replace(/!.*$/, ""));
        }
      });
    }),
    { numRuns: 500 },
  );
});
