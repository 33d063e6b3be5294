import { readFileSync } from "node:fs";

import test, { type ExecutionContext } from "ava";
import { parse } from "yaml";

import { noon, statusRevision } from "../../../fixtures/status-revision.ts";
import { type JsonObject, listField, stringField } from "../../object/json.ts";
import { readCustomDefinition, crdVersion } from "../../validate/model/crd.ts";
import { checkCustomResource } from "../../validate/validate-custom-resource.ts";
import { genericReadiness } from "../../readiness/condition/generic-conditions.ts";
import type { Readiness } from "../../readiness/readiness.ts";
import type { UnitState } from "../unit/unit-state.ts";
import { unitStatusBody, type Urgency, urgencyOf } from "./unit-status.ts";

const definition = readCustomDefinition(
  parse(readFileSync(new URL("../../../deploy/crd/units.yaml", import.meta.url), "utf8")) as JsonObject,
);

const first = statusRevision("a");
const second = statusRevision("b");

const none = { ready: 0, progressing: 0, suspended: 0, failed: 0, missing: 0 };
const base: UnitState = {
  name: "shop",
  phase: "Pending",
  message: "not checked yet",
  since: noon,
  blockedBy: [],
  failures: 0,
  health: none,
  fights: [],
  corrected: 0,
  run: 0,
};
const ready: UnitState = {
  ...base,
  phase: "Ready",
  message: "main@aaaaaaaaaaaa: 3 objects, 3 changed",
  observed: first,
  attempted: first,
  applied: first,
  lastReadyAt: noon,
  health: { ready: 3, progressing: 0, suspended: 0, failed: 0, missing: 0 },
};

function statusFor(state: UnitState, previous: JsonObject = {}, later = 0): JsonObject {
  return unitStatusBody({
    state,
    awaited: "waits for a run that is over",
    previous,
    generation: 1,
    keptBy: "sync-0",
    source: { url: "https://example.com/shop.git", ref: "main" },
    keeps: { release: "shop", namespace: "web", onRemove: "orphan" },
    isManual: true,
    handled: undefined,
    now: noon + later,
  });
}

/**
 * `Ready=Unknown (Progressing), Reconciling=True (Progressing)`: Ready, and conditions with unusual values.
 */
function conditionsIn(of: JsonObject): string {
  return listField(of, "conditions")
    .map((entry) => ["type", "status", "reason"].map((name) => stringField(entry, name)))
    .map(([type, status, reason]) => `${type}=${status} (${reason})`)
    .filter((words) => !/^(?:Reconciling=False|Stalled=False|SourceReachable=True)/.test(words))
    .join(", ");
}

function resourceOf(status: JsonObject): JsonObject {
  const metadata = { name: "shop", generation: 1 };
  return { apiVersion: "converge.dev/v1", kind: "Unit", metadata, spec: {}, status };
}

function isServed(t: ExecutionContext, object: JsonObject): void {
  const version = crdVersion(definition, "converge.dev/v1");
  if (version === undefined) {
    throw new Error("the definition has no v1");
  }
  const { faults, unknown } = checkCustomResource({ object, definition, version, minor: 36 });
  t.deepEqual({ faults, unknown }, { faults: [], unknown: [] });
}

const readyStatus = statusFor(ready);

const failedBefore = statusFor({ ...ready, phase: "Failed", attempted: second, failures: 1 }, readyStatus);

const cases: readonly (readonly [string, Partial<UnitState>, JsonObject, string, Readiness["state"]])[] = [
  ["a unit at its revision is ready", {}, {}, "Ready=True (ReconciliationSucceeded)", "Current"],
  [
    "a unit that was never checked is neither ready nor failed",
    { phase: "Pending", observed: undefined as never, attempted: undefined as never },
    {},
    "Ready=Unknown (Pending), Reconciling=True (Pending), SourceReachable=Unknown (Pending)",
    "InProgress",
  ],
  [
    "while a new revision is applied, readiness is unknown",
    { phase: "Reconciling", observed: second, attempted: second },
    readyStatus,
    "Ready=Unknown (Progressing), Reconciling=True (Progressing)",
    "InProgress",
  ],
  [
    "a recheck or correction of the applied revision keeps the unit ready",
    { phase: "Reconciling" },
    readyStatus,
    "Ready=True (Progressing), Reconciling=True (Progressing)",
    "InProgress",
  ],
  [
    "a blocked unit has not failed",
    { phase: "Blocked", observed: second, blockedBy: ["db"] },
    readyStatus,
    "Ready=Unknown (DependencyNotReady), Reconciling=True (DependencyNotReady)",
    "InProgress",
  ],
  [
    "a failed unit that is retried is not ready, and Reconciling",
    { phase: "Failed", observed: second, attempted: second, failures: 1, retryAt: noon + 9000 },
    readyStatus,
    "Ready=False (ReconciliationFailed), Reconciling=True (ProgressingWithRetry)",
    "InProgress",
  ],
  [
    "a failed unit stays not ready while the same revision is retried",
    { phase: "Reconciling", observed: second, attempted: second, failures: 1 },
    failedBefore,
    "Ready=False (Progressing), Reconciling=True (ProgressingWithRetry)",
    "InProgress",
  ],
  [
    "a new revision after a failure has unknown readiness",
    { phase: "Reconciling", observed: statusRevision("c"), attempted: statusRevision("c"), failures: 1 },
    failedBefore,
    "Ready=Unknown (Progressing), Reconciling=True (ProgressingWithRetry)",
    "InProgress",
  ],
  [
    "a fault that only a user can fix is Stalled",
    { phase: "Stalled", observed: second, attempted: second, failures: 1, retryAt: noon + 9000 },
    readyStatus,
    "Ready=False (ReconciliationFailed), Stalled=True (ReconciliationFailed)",
    "Failed",
  ],
  [
    "without its git server a unit stays ready, and SourceReachable is False",
    { sourceFault: "git.example.com does not answer" },
    readyStatus,
    "Ready=True (ReconciliationSucceeded), SourceReachable=False (SourceFailed)",
    "Current",
  ],
  [
    "a unit whose source was never reachable has failed for that reason",
    { phase: "Failed", attempted: undefined as never, sourceFault: "no such branch" },
    {},
    "Ready=False (SourceFailed), SourceReachable=False (SourceFailed)",
    "InProgress",
  ],
  [
    "a suspended unit keeps its readiness",
    { phase: "Suspended" },
    readyStatus,
    "Ready=True (Suspended)",
    "Suspended",
  ],
  [
    "a unit that was suspended before it was ever ready has unknown readiness",
    { phase: "Suspended" },
    {},
    "Ready=Unknown (Suspended)",
    "Suspended",
  ],
];
for (const [title, patch, previous, expected, readiness] of cases) {
  test(title, (t) => {
    const status = statusFor({ ...ready, ...patch }, previous, 5000);
    t.is(conditionsIn(status), expected);
    isServed(t, resourceOf(status));
    const surroundings = { mode: "strict", changedAt: undefined, now: noon } as never;
    t.is(genericReadiness(resourceOf(status), surroundings).state, readiness);
  });
}

function times(status: JsonObject): readonly unknown[] {
  return listField(status, "conditions").map((entry) => stringField(entry, "lastTransitionTime"));
}

test("a condition keeps its transition time while its status stays the same", (t) => {
  const suspended = statusFor({ ...ready, phase: "Suspended" }, readyStatus, 5000);
  t.deepEqual(
    times(suspended),
    Array.from({ length: 4 }, () => "2026-01-02T12:00:00Z"),
  );
  const failed = statusFor({ ...ready, phase: "Failed" }, readyStatus, 5000);
  t.deepEqual(times(failed), [
    "2026-01-02T12:00:05Z",
    "2026-01-02T12:00:00Z",
    "2026-01-02T12:00:00Z",
    "2026-01-02T12:00:00Z",
  ]);
});

test("any status is valid for the CRD, however long or odd its texts are", (t) => {
  const odd = "é\u202E\n".repeat(3000);
  const strange = { ...second, subject: odd, ref: `refs/heads/${odd}`, at: Number.NaN };
  const status = statusFor({
    ...ready,
    phase: "Stalled",
    message: odd,
    sourceFault: odd,
    observed: strange,
    attempted: strange,
    blockedBy: ["db"],
    retryAt: 1e18,
    fights: Array.from({ length: 40 }, (_, index) => ({
      key: `/namespaces/web/ConfigMap/c${index}`,
      rivals: [odd],
      until: noon,
    })),
  });
  isServed(t, resourceOf(status));
  t.false(JSON.stringify(status).includes("\u202E"));
});

test("after a restart the previous status is kept until there are changes", (t) => {
  const status = statusFor(
    { ...base, phase: "Blocked", observed: first },
    { ...readyStatus, lastHandledRequest: "x" },
  );
  t.like(status, {
    appliedRevision: { commit: first.commit, short: "main@aaaaaaaaaaaa" },
    lastReadyTime: "2026-01-02T12:00:00Z",
    lastHandledRequest: "x",
  });
});

const newer = { applied: second, attempted: second, observed: second };
const urgencies: readonly (readonly [string, Partial<UnitState>, JsonObject, Urgency])[] = [
  ["an unchanged status is never written", {}, readyStatus, "never"],
  ["a newer time of readiness alone is never written", { lastReadyAt: noon + 9000 }, readyStatus, "never"],
  [
    "a new message of the last run alone is never written",
    { message: "main@aaaa: 3 objects" },
    readyStatus,
    "never",
  ],
  ["a process that has just started writes nothing", { phase: "Pending" }, readyStatus, "never"],
  ["a unit without a status is written at once", { phase: "Pending" }, {}, "now"],
  [
    "the start of a run for a new revision is written soon",
    { phase: "Reconciling", attempted: second },
    readyStatus,
    "soon",
  ],
  ["the start of a recheck is written later", { phase: "Reconciling" }, readyStatus, "later"],
  ["the end of a run is written at once", { ...newer, lastReadyAt: noon + 9000 }, readyStatus, "now"],
  ["a commit that does not change the unit is written after ends of runs", newer, readyStatus, "unhurried"],
  ["a failure is written at once", { phase: "Failed", failures: 1 }, readyStatus, "now"],
  ["flickering health is written later", { health: { ...base.health, ready: 2 } }, readyStatus, "later"],
  ["an unreachable source is written later", { sourceFault: "no answer" }, readyStatus, "later"],
];
for (const [title, patch, previous, expected] of urgencies) {
  test(title, (t) => {
    const state = { ...ready, ...patch };
    t.is(urgencyOf(state, previous, statusFor(state, previous, 9000)), expected);
  });
}
