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

function standing(facts: Partial<UnitState>): SyncEvent {
  return syncAfter(1, { type: "state", state: stateOf("blog", facts) });
}

test("a plan that waits for approval is shown with its changes until it does no more", (t) => {
  const board = createDashboard({ sync: "main", identity: "pod-1" });
  board.emit(standing({ phase: "Reconciling" }));
  board.emit(syncAfter(1, { type: "runBegun", run }));
  board.emit(pendingAfter(2));
  board.emit(standing({ phase: "AwaitingApproval", pendingPlan: recordedPlan }));
  const pending = board.unit("blog")?.pending;
  t.is(
    pending?.command,
    `kubectl annotate --overwrite unit/blog converge.dev/approve=${recordedPlan.digest}`,
  );
  t.deepEqual(
    pending?.changes.map(({ key, verb, lines }) => [key, verb, lines.map(({ text }) => text)]),
    [["/namespaces/shop/ConfigMap/env", "change", ["data.color: green → blue"]]],
  );
  board.emit(standing({ phase: "Ready" }));
  t.is(board.unit("blog")?.pending, undefined);
});
