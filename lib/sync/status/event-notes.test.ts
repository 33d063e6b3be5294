import test from "ava";

import { noon, statusRevision } from "../../../fixtures/status-revision.ts";
import type { Outcome, Result } from "../../apply/model/event.ts";
import type { SyncEvent } from "../sync-event.ts";
import { syncNotes } from "./event-notes.ts";

const first = statusRevision("a");
const second = statusRevision("b");

const outcome = (change: Outcome["change"], operation: Outcome["operation"] = "apply"): Outcome => ({
  target: {
    key: `/namespaces/web/ConfigMap/${change}`,
    group: "",
    kind: "ConfigMap",
    namespace: "web",
    name: "x",
  },
  operation,
  group: 0,
  actuation: "Succeeded",
  reconcile: "Succeeded",
  ...(change === undefined ? {} : { change }),
});
const run = (reason: "revision" | "drift" | "recheck", result: Partial<Result>): SyncEvent => ({
  type: "runEnded",
  at: noon,
  run: {
    number: 1,
    unit: "shop",
    reason,
    revision: first,
    startedAt: noon,
    result: { outcomes: [], verdict: "converged", took: 4200, criticalPath: [], ...result },
  },
});

const notes = test.macro({
  title: (title = "") => title,
  exec(t, event: SyncEvent, expected: readonly string[]) {
    t.deepEqual(
      syncNotes(event, second.commit).map(({ type, reason, note }) => `${type} ${reason}: ${note}`),
      expected,
    );
  },
});
test("a new revision gives an event", notes, { type: "revision", at: noon, unit: "shop", revision: first }, [
  "Normal NewRevision: main@aaaaaaaaaaaa: Make it better",
]);
test(
  "a revision that is already applied gives no event",
  notes,
  { type: "revision", at: noon, unit: "shop", revision: second },
  [],
);
test(
  "a run that changed something gives an event",
  notes,
  run("recheck", { outcomes: [outcome("created"), outcome("unchanged")] }),
  ["Normal Applied: main@aaaaaaaaaaaa: 1 created, 1 unchanged in 4.2s"],
);
test(
  "a recheck that changed nothing gives no event",
  notes,
  run("recheck", { outcomes: [outcome("unchanged")] }),
  [],
);
test(
  "the event of a correction names the corrected objects",
  notes,
  run("drift", { outcomes: [outcome("configured"), outcome("unchanged")] }),
  ["Normal DriftCorrected: corrected /namespaces/web/ConfigMap/configured"],
);
test(
  "pruned objects are named in an event",
  notes,
  run("revision", { outcomes: [outcome("deleted", "prune")] }),
  [
    "Normal Applied: main@aaaaaaaaaaaa: 1 deleted in 4.2s",
    "Normal Pruned: main@aaaaaaaaaaaa: deleted /namespaces/web/ConfigMap/deleted",
  ],
);
test(
  "a failed run gives a warning",
  notes,
  run("revision", { verdict: "unreachable", message: "the server is away" }),
  ["Warning ApplyFailed: main@aaaaaaaaaaaa: the server is away"],
);
test("an interrupted run gives no event", notes, run("revision", { verdict: "interrupted" }), []);
test(
  "a fight gives a warning",
  notes,
  { type: "fight", at: noon, unit: "shop", key: "apps/namespaces/web/Deployment/x", rivals: ["hpa"] },
  [
    "Warning FightDetected: apps/namespaces/web/Deployment/x is changed repeatedly by hpa; its corrections are paused",
  ],
);
test(
  "a failed git fetch gives a warning",
  notes,
  { type: "sourceFailed", at: noon, unit: "shop", message: "no answer" },
  ["Warning SourceFailed: no answer"],
);

test(
  "objects left behind by a moved unit give a warning",
  notes,
  { type: "notice", at: noon, level: "warning", unit: "shop", message: "its objects in eu are kept" },
  ["Warning ObjectsLeft: its objects in eu are kept"],
);
test(
  "a message that concerns no unit gives no event",
  notes,
  { type: "notice", at: noon, level: "warning", message: "the Lease cannot be renewed" },
  [],
);

const pending = (unmatched?: string): SyncEvent => ({
  type: "planPending",
  at: noon,
  run: { number: 1, unit: "shop", reason: "revision", revision: first, startedAt: noon },
  plan: {
    digest: "d".repeat(64),
    commit: first.commit,
    namespace: "converge-system",
    counts: { create: 2, prune: 1 },
    objects: [],
    more: 0,
    ...(unmatched === undefined ? {} : { unmatched }),
  },
  diffs: [],
});
test("a plan that waits for approval gives an event", notes, pending(), [
  "Normal ApprovalRequired: plan dddddddddddd waits for approval: 2 to create, 1 to prune",
]);
test("an approval by a part of the digest gives a warning", notes, pending("d".repeat(12)), [
  "Warning ApprovalIncomplete: plan dddddddddddd waits for approval: 2 to create, 1 to prune; the approval has only 12 of the 64 digits of its digest",
]);
test("an approval of another plan gives a warning", notes, pending("e".repeat(64)), [
  "Warning ApprovalOfOtherPlan: plan dddddddddddd waits for approval: 2 to create, 1 to prune; the approval of eeeeeeeeeeee is not for this plan",
]);
