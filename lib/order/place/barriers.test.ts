import test from "ava";

import { orderEdges } from "../../../fixtures/order-nodes.ts";
import { stages } from "../model/edge.ts";
import { awaitedNodes, barriersOf } from "./barriers.ts";
import type { OrderedGroup } from "./grouping.ts";

/** A group of one node, written as stage and slot, and `hook`, `shared` or `freed`. */
function groupOf(written: string, node: number): OrderedGroup {
  const [stage = "", slot = "0", word] = written.split(" ");
  return {
    stage: stages.find((each) => each === stage) ?? "main",
    weight: 0,
    slot: Number(slot),
    isHook: word === "hook",
    isShared: word === "shared",
    isFreed: word === "freed",
    nodes: [node],
  };
}

/**
 * The numbers from 1 of the groups that each group waits for; `awaited` are nodes with a dependent in their
 * slot.
 */
function barriers(
  groups: readonly string[],
  awaited: readonly number[] = [],
): readonly (readonly number[])[] {
  return barriersOf(
    groups.map((written, node) => ({
      group: groupOf(written, node),
      isAwaited: (each) => awaited.includes(each),
      isFreed: () => written.endsWith("freed"),
    })),
  ).map(({ after }) => after);
}

test("groups of one slot do not wait for each other", (t) => {
  t.deepEqual(barriers(["main 0", "main 0"]), [[], []]);
});
test("a slot waits for every group of the previous slot", (t) => {
  t.deepEqual(barriers(["main 0", "main 0", "main 1", "main 2"]), [[], [], [1, 2], [3]]);
});
test("a barrier omits a group that another group of the same slot waits for", (t) => {
  t.deepEqual(barriers(["main 0", "main 0", "main 1"], [0]), [[], [], [2]]);
});
test("a slot keeps the previous barrier if every member of the slot before it is awaited within that slot", (t) => {
  t.deepEqual(barriers(["main 0", "main 1", "main 2"], [1]), [[], [1], [1]]);
});
test("hooks wait for each other, and the main stage waits for the last of them", (t) => {
  t.deepEqual(barriers(["pre 0 hook", "pre 0 hook", "pre 1 hook", "main 2"]), [[], [1], [2], [3]]);
});
test("a node that was moved ahead for a hook is awaited by the next slot", (t) => {
  t.deepEqual(barriers(["pre 0", "pre 0 hook", "main 1"]), [[], [], [1, 2]]);
});
test("post-hooks wait for the main stage", (t) => {
  t.deepEqual(barriers(["main 0", "post 1 hook", "post 1 hook"]), [[], [1], [2]]);
});
test("a group freed from its weight waits only for the previous stage, and only the next stage waits for it", (t) => {
  const groups = ["pre 0 hook", "main 1", "main 1 freed", "main 2", "post 3 hook"];
  t.deepEqual(barriers(groups), [[], [1], [1], [2], [3, 4]]);
});

test("a group freed from its weight adds no barrier between the groups of a weight", (t) => {
  t.deepEqual(barriers(["main 0", "main 1 freed", "main 0"]), [[], [], []]);
});

test("afterStage of a group, for its freed members, lists the groups of the previous stage", (t) => {
  const found = barriersOf(
    ["pre 0 hook", "main 1", "main 2"].map((written, node) => ({
      group: groupOf(written, node),
      isAwaited: () => false,
      isFreed: () => false,
    })),
  );
  t.deepEqual(
    found.map(({ afterStage }) => afterStage),
    [[], [1], [1]],
  );
});

const isFreed = (node: number): boolean => node === 3;

test("nodes at either end of ready edges within a slot are found", (t) => {
  const groups = [
    groupOf("main 0", 0),
    groupOf("main 0", 1),
    groupOf("main 1", 2),
    groupOf("main 1 freed", 3),
  ];
  const edges = orderEdges("1→0", "2→1", "3→2", "2→3 reference present");
  t.deepEqual([...awaitedNodes(groups, edges, { end: "to", isFreed })], [0]);
  t.deepEqual([...awaitedNodes(groups, edges, { end: "from", isFreed })], [1, 3]);
});

test("a hook that runs alone waits for the hooks of its weight that run together", (t) => {
  t.deepEqual(barriers(["pre 0", "pre 1 shared", "pre 1 hook", "pre 1 hook", "main 2"]), [
    [],
    [1],
    [2],
    [3],
    [2, 4],
  ]);
});
