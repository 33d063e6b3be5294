import test from "ava";

import { object, planned } from "../../../fixtures/planned.ts";
import { adjacency, dependenciesFirst } from "../../dag/adjacency.ts";
import type { Edge } from "../model/edge.ts";
import { breakCycles } from "./break-cycles.ts";

const by = planned([object("ConfigMap/x")]).plan.groups[0]?.objects[0]?.manifest;

function edge(from: number, to: number): Edge {
  if (by === undefined) {
    throw new Error("no manifest to blame");
  }
  return { from, to, until: "ready", rule: "depends-on", by, path: [] };
}

test("a cycle of 50,000 nodes is found without a stack overflow", (t) => {
  const size = 50_000;
  const ring = Array.from({ length: size }, (_, node) => edge(node, (node + 1) % size));
  t.is(breakCycles(size, ring).cycles[0]?.length, size);
});

test("a chain of 200,000 nodes is ordered without a stack overflow", (t) => {
  const size = 200_000;
  const chain = Array.from({ length: size - 1 }, (_, node) => edge(node, node + 1));
  const { edges } = breakCycles(size, chain);
  const order = dependenciesFirst(size, edges, adjacency(size, edges, "to"));
  t.is(order[0], size - 1);
  t.is(order.at(-1), 0);
});
