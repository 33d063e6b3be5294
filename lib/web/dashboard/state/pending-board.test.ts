import test from "ava";

import {
  pendingAfter,
  recordedPlan,
  runOf,
  revisionOf,
  stateOf,
  syncAfter,
} from "../../../../fixtures/recorded-sync.ts";
import type { SyncEvent } from "../../../sync/sync-event.ts";
import type { UnitState } from "../../../sync/unit/unit-state.ts";
import { createDashboard } from "./dashboard.ts";

const run = runOf(1, "revision", revisionOf("a", "Start the blog"));

function unitState(facts: Partial<UnitState>): SyncEvent {
  return syncAfter(1, { type: "state", state: stateOf("blog", facts) });
}

test("a plan is shown with its changes while it waits for approval", (t) => {
  const board = createDashboard({ sync: "main", identity: "pod-1" });
  board.emit(unitState({ phase: "Reconciling" }));
  board.emit(syncAfter(1, { type: "runBegun", run }));
  board.emit(pendingAfter(2));
  board.emit(unitState({ phase: "AwaitingApproval", pendingPlan: recordedPlan }));
  const pending = board.unit("blog")?.pending;
  t.is(
    pending?.command,
    `kubectl -n converge-system annotate --overwrite unit/blog converge.dev/approve=${recordedPlan.digest}`,
  );
  t.deepEqual(
    pending?.changes.map(({ key, verb, lines }) => [key, verb, lines.map(({ text }) => text)]),
    [["/namespaces/shop/ConfigMap/env", "change", ["data.color: green → blue"]]],
  );
  board.emit(unitState({ phase: "Ready" }));
  t.is(board.unit("blog")?.pending, undefined);
});

function keyOf(index: number): string {
  return `/namespaces/shop/ConfigMap/c${index}`;
}

test("a long pending plan shows field changes of the first objects, and names of the others", (t) => {
  const board = createDashboard({ sync: "main", identity: "pod-1" });
  board.emit(unitState({ phase: "Reconciling" }));
  board.emit(syncAfter(1, { type: "runBegun", run }));
  const diffs = Array.from(
    { length: 1100 },
    (_, index) => ({ key: keyOf(index), verb: "prune", changes: [] }) as const,
  );
  const waiting = pendingAfter(2);
  board.emit(waiting.type === "planPending" ? { ...waiting, diffs } : waiting);
  board.emit(unitState({ phase: "AwaitingApproval", pendingPlan: recordedPlan }));
  const { changes = [], others = [], more, counts } = board.unit("blog")?.pending ?? {};
  t.deepEqual([changes.length, others.length, more], [50, 950, 100]);
  t.deepEqual([changes[0]?.key, others[0]?.key], [keyOf(0), keyOf(50)]);
  t.is(counts, "1 to update");
});

test("the pending plan of another replica is shown with its objects but without field changes", (t) => {
  const board = createDashboard({ sync: "main", identity: "pod-1" });
  const objects = [
    { object: "/namespaces/shop/ConfigMap/old", action: "prune" },
    { object: "/namespaces/shop/ConfigMap/env", action: "update" },
  ] as const;
  const pendingPlan = { ...recordedPlan, objects, more: 7 };
  board.emit(unitState({ phase: "Elsewhere", pendingPlan }));
  t.like(board.unit("blog")?.pending, {
    areFieldsKnown: false,
    changes: [],
    others: [
      { key: "/namespaces/shop/ConfigMap/old", verb: "prune" },
      { key: "/namespaces/shop/ConfigMap/env", verb: "change" },
    ],
    more: 7,
  });
  board.emit(unitState({ phase: "Elsewhere" }));
  t.is(board.unit("blog")?.pending, undefined);
});
