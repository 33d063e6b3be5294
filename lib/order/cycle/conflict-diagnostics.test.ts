import test from "ava";

import { orderEdges, orderNodes } from "../../../fixtures/order-nodes.ts";
import { indexedSet } from "../../../fixtures/ordered-set.ts";
import { hook, object, weight } from "../../../fixtures/planned.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import type { Edge } from "../model/edge.ts";
import type { NodeView } from "../model/order-node.ts";
import { assignSlots, type PlacementRequest } from "../place/assign-slots.ts";
import { cycleDiagnostics, droppedEdgeDiagnostics, placementFaults } from "./conflict-diagnostics.ts";
import { isHardEdge } from "./edge-priority.ts";

/** `c0`, `c1` and so on, in the order of the nodes. */
function viewOf(
  nodes: readonly string[],
  annotations: readonly Readonly<Record<string, string>>[] = [],
): NodeView {
  const objects = nodes.map((_, index) =>
    object(`ConfigMap/c${String(index).padStart(2, "0")}`, { annotations: annotations[index] ?? {} }),
  );
  return { set: indexedSet(objects), nodes: orderNodes(...nodes) };
}

function key(node: number): string {
  return `/namespaces/default/ConfigMap/c${String(node).padStart(2, "0")}`;
}

/** Edges caused by the manifests that they start from. */
function causedEdges(view: NodeView, ...written: readonly string[]): readonly Edge[] {
  return orderEdges(...written).map((edge) => ({ ...edge, by: view.set.manifest(edge.from) }));
}

function ring(size: number): readonly string[] {
  return Array.from({ length: size }, (_, node) => `${node}→${(node + 1) % size}`);
}

function edgesOf({ related = [] }: Diagnostic): readonly string[] {
  return related.map(({ message }) => message);
}

function cycleOf(size: number): Diagnostic {
  const view = viewOf(Array.from({ length: size }, () => "main 0"));
  const [found] = cycleDiagnostics(view, [causedEdges(view, ...ring(size))]);
  return found ?? { code: "Cycle", severity: "note", message: "none" };
}

test("a cycle is an error at its first object that lists its members and edges", (t) => {
  const found = cycleOf(3);
  t.like(found, {
    code: "Cycle",
    severity: "error",
    message: `dependency cycle: ${key(0)} → ${key(1)} → ${key(2)} → ${key(0)}; remove one of the references`,
    ref: key(0),
    members: [key(1), key(2)],
  });
  t.deepEqual(edgesOf(found), [
    `${key(0)} → ${key(1)}: depends-on`,
    `${key(1)} → ${key(2)}: depends-on`,
    `${key(2)} → ${key(0)}: depends-on`,
  ]);
  t.deepEqual(
    found.related?.map(({ origin }) => origin?.line),
    [1, 2, 3],
  );
});

test("a cycle of up to nine names is printed in full, a longer one is abbreviated", (t) => {
  t.false(cycleOf(8).message.includes("more"));
  const long = cycleOf(20);
  t.true(long.message.includes(`${key(4)} → … 13 more … → ${key(18)} → ${key(19)} → ${key(0)};`));
  t.is(long.members?.length, 19);
});

test("at most fifty edges of a cycle are listed, followed by the number of the others", (t) => {
  t.is(edgesOf(cycleOf(50)).length, 50);
  const edgeLines = edgesOf(cycleOf(52));
  t.is(edgeLines.length, 51);
  t.is(edgeLines.at(-1), "and 2 more dependencies");
});

test("without a cycle nothing is reported", (t) => {
  t.deepEqual(cycleDiagnostics(viewOf([]), []), []);
  t.deepEqual(cycleDiagnostics(viewOf([]), [[]]), []);
});

test("a dropped implicit edge is a warning with the path that contradicts it", (t) => {
  const view = viewOf(["main 0", "main 0"]);
  const [edge, back] = causedEdges(view, "0→1 reference", "1→0");
  const [found] =
    edge === undefined || back === undefined ? [] : droppedEdgeDiagnostics(view, [{ edge, against: [back] }]);
  t.like(found, {
    code: "EdgeGivenUp",
    severity: "warning",
    message: `${key(0)} would wait for ${key(1)} (reference), but ${key(1)} comes later: this dependency is dropped`,
    ref: key(0),
  });
  t.deepEqual(
    found?.related?.map(({ message }) => message),
    [`${key(1)} → ${key(0)}: depends-on`],
  );
});

test("dropped edges of one rule to one object are reported together, at the first dependent", (t) => {
  const view = viewOf(["main 0", "main 0", "main 0", "main 0"]);
  const edges = causedEdges(
    view,
    "2→0 reference",
    "1→0 reference",
    "3→0 reference",
    "1→0 grants",
    "1→2 reference",
  );
  const found = droppedEdgeDiagnostics(
    view,
    edges.map((edge) => ({ edge, against: [] })),
  );
  t.deepEqual(
    found.map(({ message }) => message.replace(/ would.*\((\w+)\).*is dropped/, " $1")),
    [`${key(1)} reference; the same for 2 more`, `${key(1)} grants`, `${key(1)} reference`],
  );
});

/** The diagnostics of a placement of nodes with optional annotations. */
function faultsOf(
  nodes: readonly (readonly [string, Readonly<Record<string, string>>?])[],
  edges: readonly string[],
  options: Partial<PlacementRequest> = {},
): readonly Diagnostic[] {
  const view = viewOf(
    nodes.map(([written]) => written),
    nodes.map(([, annotations = {}]) => annotations),
  );
  const placement = assignSlots({
    nodes: view.nodes,
    edges: causedEdges(view, ...edges),
    canMoveEarlier: () => false,
    movesLater: ({ rule }) => isHardEdge(rule),
    ...options,
  });
  return placementFaults(view, placement);
}

test("a hard edge against specified weights is an error with both weights and their positions", (t) => {
  const [found, ...others] = faultsOf(
    [
      ["main -1!", weight(-1)],
      ["main 5!", weight(5)],
    ],
    ["0→1"],
  );
  t.deepEqual(others, []);
  t.like(found, {
    code: "Cycle",
    severity: "error",
    message: `${key(0)} waits for ${key(1)}, which weight 5 puts after it (weight -1): remove the reference, or change one of the two`,
    ref: key(0),
  });
  t.deepEqual(
    found?.related?.map(({ message }) => message),
    [`${key(0)} → ${key(1)}: depends-on`, `${key(1)} → ${key(0)}: weight 5 comes after weight -1`],
  );
  t.is(found?.related?.[1]?.origin?.line, 2);
});

test("a contradiction describes a hook by its event and weight", (t) => {
  const [found] = faultsOf(
    [
      ["pre -1! hook", hook("pre-install", -1)],
      ["pre 5! hook", hook("pre-install", 5)],
    ],
    ["0→1"],
  );
  t.true(
    found?.message.includes(
      "which hook pre-install of weight 5 puts after it (hook pre-install of weight -1)",
    ),
  );
});

test("a contradiction describes a CRD of the crds folder by that folder", (t) => {
  const [found] = faultsOf([["crds 0"], ["main 5!", weight(5)]], ["0→1"]);
  t.true(found?.message.includes("which weight 5 puts after it (the crds folder)"));
});

test("a Namespace moved ahead of its weight is a warning at the Namespace", (t) => {
  const [found, ...others] = faultsOf(
    [
      ["main 0!", weight(0)],
      ["main 5!", weight(5)],
    ],
    ["0→1 namespace"],
  );
  t.deepEqual(others, []);
  t.like(found, {
    code: "PlacementLifted",
    severity: "warning",
    message: `${key(1)} asks for weight 5, but ${key(0)} cannot exist without it: it is applied first`,
    ref: key(1),
  });
});

test("objects that need an object placed after them are reported in one warning", (t) => {
  const nodes = [
    ["main 0!", weight(0)],
    ["main 0!", weight(0)],
    ["main 5!", weight(5)],
  ] as const;
  const found = faultsOf(nodes, ["1→2 reference", "0→2 reference"]);
  t.is(found.length, 1);
  t.like(found[0], {
    code: "WaitsInVain",
    severity: "warning",
    message: `${key(0)} needs ${key(2)} (reference), which weight 5 puts after it: it is applied first and may not become ready; the same for 1 more`,
  });
});

test("an implicit edge that may not move a workload forward is a warning with the remedy", (t) => {
  const [found] = faultsOf([["main -5!", weight(-5)], ["main 0"]], ["0→1 reference"]);
  t.like(found, {
    code: "EdgeGivenUp",
    severity: "warning",
    message: `${key(0)} is applied before ${key(1)}, which it needs (reference): an implicit dependency moves forward only objects that neither run pods nor need any; add a depends-on to move it`,
  });
});

test("nothing is reported if every edge is met", (t) => {
  t.deepEqual(faultsOf([["main 0"], ["main 0"]], ["0→1", "0→1 reference"]), []);
});
