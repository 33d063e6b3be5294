import test from "ava";
import * as fc from "fast-check";

import { object, planned } from "../../../fixtures/planned.ts";
import { adjacency, dependenciesFirst } from "../../dag/adjacency.ts";
import { shortestCycle } from "../../dag/shortest-cycle.ts";
import type { Edge, RuleName } from "../model/edge.ts";
import { breakCycles } from "./break-cycles.ts";

const by = planned([object("ConfigMap/x")]).plan.groups[0]?.objects[0]?.manifest;

function edge(from: number, to: number, rule: RuleName = "depends-on"): Edge {
  if (by === undefined) {
    throw new Error("no manifest to blame");
  }
  return { from, to, until: "ready", rule, by, path: [] };
}

function reported(edges: readonly Edge[]): readonly string[] {
  return edges.map(({ from, to, rule }) => `${from}→${to} ${rule}`);
}

test("the weaker edge of a cycle is dropped, regardless of the order of edges", (t) => {
  for (const edges of [
    [edge(0, 1, "reference"), edge(1, 0, "admission-webhook")],
    [edge(1, 0, "admission-webhook"), edge(0, 1, "reference")],
  ]) {
    const { givenUp, cycles } = breakCycles(2, edges);
    t.deepEqual(reported(givenUp.map((one) => one.edge)), ["0→1 reference"]);
    t.deepEqual(reported(givenUp[0]?.against ?? []), ["1→0 admission-webhook"]);
    t.deepEqual(cycles, []);
  }
});

test("among equally weak edges of a cycle, the last by object name is dropped", (t) => {
  const { givenUp } = breakCycles(2, [edge(1, 0, "reference"), edge(0, 1, "grants")]);
  t.deepEqual(reported(givenUp.map((one) => one.edge)), ["1→0 reference"]);
});

test("an explicit edge is not dropped for an implicit one, and a namespace edge is never dropped", (t) => {
  const { givenUp, edges } = breakCycles(2, [edge(0, 1), edge(1, 0, "conversion-webhook")]);
  t.deepEqual(reported(givenUp.map((one) => one.edge)), ["1→0 conversion-webhook"]);
  t.deepEqual(reported(edges), ["0→1 depends-on"]);
  t.is(breakCycles(2, [edge(0, 1, "namespace"), edge(1, 0)]).cycles.length, 1);
});

test("an implicit edge of a node to itself is dropped", (t) => {
  t.deepEqual(breakCycles(1, [edge(0, 0, "reference")]).edges, []);
});

test("edges that are not part of a cycle are kept", (t) => {
  const edges = [edge(0, 1), edge(1, 2, "reference"), edge(3, 3, "guards")];
  t.deepEqual(breakCycles(4, edges).edges, edges.slice(0, 2));
});

const rules = ["depends-on", "namespace", "admission-webhook", "reference", "grants"] as const;

test("the remaining edges have no cycle, and each dropped edge would close one", (t) => {
  const node = fc.nat({ max: 6 });
  fc.assert(
    fc.property(fc.array(fc.tuple(node, node, fc.constantFrom(...rules)), { maxLength: 14 }), (drawn) => {
      const edges = drawn.map(([from, to, rule]) => edge(from, to, rule));
      const { edges: keptEdges, givenUp } = breakCycles(7, edges);
      t.is(dependenciesFirst(7, keptEdges, adjacency(7, keptEdges, "to")).length, 7);
      for (const { edge: removed } of givenUp) {
        // Putting it back closes a cycle with edges at least as strong.
        t.not(shortestCycle([...keptEdges, removed]), undefined);
      }
    }),
    { numRuns: 1000 },
  );
});
