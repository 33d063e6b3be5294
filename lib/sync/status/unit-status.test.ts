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

/** `Ready=Unknown (Progressing), Reconciling=True (Progressing)`: Ready, and what is out of the ordinary. */
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

const stands = statusFor(ready);

const failedBefore = statusFor({ ...ready, phase: "Failed", attempted: second, failures: 1 }, stands);

const cases: readonly (readonly [string, Partial<UnitState>, JsonObject, string, Readiness["state"]])[] = [
  ["a unit at its revision is ready", {}, {}, "Ready=True (ReconciliationSucceeded)", "Current"],
  [
    "a unit that was never looked at is neither ready nor failed",
    { phase: "Pending", observed: undefined as never, attempted: undefined as never },
    {},
    "Ready=Unknown (Pending), Reconciling=True (Pending), SourceReachable=Unknown (Pending)",
    "InProgress",
  ],
  [
    "while something new is brought it is not known whether it is ready",
    { phase: "Reconciling", observed: second, attempted: second },
    stands,
    "Ready=Unknown (Progressing), Reconciling=True (Progressing)",
    "InProgress",
  ],
  [
    "while what stands is compared or corrected it stays ready",
    { phase: "Reconciling" },
    stands,
    "Ready=True (Progressing), Reconciling=True (Progressing)",
    "InProgress",
  ],
  [
    "a unit that waits for others has not failed",
    { phase: "Blocked", observed: second, blockedBy: ["db"] },
    stands,
    "Ready=Unknown (DependencyNotReady), Reconciling=True (DependencyNotReady)",
    "InProgress",
  ],
  [
    "a failure that is tried again is not ready and in work",
    { phase: "Failed", observed: second, attempted: second, failures: 1, retryAt: noon + 9000 },
    stands,
    "Ready=False (ReconciliationFailed), Reconciling=True (ProgressingWithRetry)",
    "InProgress",
  ],
  [
    "what has failed stays so while it is tried again",
    { phase: "Reconciling", observed: second, attempted: second, failures: 1 },
    failedBefore,
    "Ready=False (Progressing), Reconciling=True (ProgressingWithRetry)",
    "InProgress",
  ],
  [
    "the revision that is to mend a failure is not known to be bad",
    { phase: "Reconciling", observed: statusRevision("c"), attempted: statusRevision("c"), failures: 1 },
    failedBefore,
    "Ready=Unknown (Progressing), Reconciling=True (ProgressingWithRetry)",
    "InProgress",
  ],
  [
    "what only a person can mend is stalled",
    { phase: "Stalled", observed: second, attempted: second, failures: 1, retryAt: noon + 9000 },
    stands,
    "Ready=False (ReconciliationFailed), Stalled=True (ReconciliationFailed)",
    "Failed",
  ],
  [
    "without its git server a unit stays ready at what was applied, and says so",
    { sourceFault: "git.example.com does not answer" },
    stands,
    "Ready=True (ReconciliationSucceeded), SourceReachable=False (SourceFailed)",
    "Current",
  ],
  [
    "a unit whose git could never be had has failed for that",
    { phase: "Failed", attempted: undefined as never, sourceFault: "no such branch" },
    {},
    "Ready=False (SourceFailed), SourceReachable=False (SourceFailed)",
    "InProgress",
  ],
  [
    "a suspended unit keeps whether it was ready",
    { phase: "Suspended" },
    stands,
    "Ready=True (Suspended)",
    "Suspended",
  ],
  [
    "a unit that was suspended before it was ever ready is not known to be ready",
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

test("a condition keeps its time while its status stays", (t) => {
  const suspended = statusFor({ ...ready, phase: "Suspended" }, stands, 5000);
  t.deepEqual(
    times(suspended),
    Array.from({ length: 4 }, () => "2026-01-02T12:00:00Z"),
  );
  const failed = statusFor({ ...ready, phase: "Failed" }, stands, 5000);
  t.deepEqual(times(failed), [
    "2026-01-02T12:00:05Z",
    "2026-01-02T12:00:00Z",
    "2026-01-02T12:00:00Z",
    "2026-01-02T12:00:00Z",
  ]);
});

test("everything there is to tell fits the definition, however long and odd it is", (t) => {
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

test("what was told before a restart stays until there is news", (t) => {
  const status = statusFor(
    { ...base, phase: "Blocked", observed: first },
    { ...stands, lastHandledRequest: "x" },
  );
  t.like(status, {
    appliedRevision: { commit: first.commit, short: "main@aaaaaaaaaaaa" },
    lastReadyTime: "2026-01-02T12:00:00Z",
    lastHandledRequest: "x",
  });
});

const newer = { applied: second, attempted: second, observed: second };
const urgencies: readonly (readonly [string, Partial<UnitState>, JsonObject, Urgency])[] = [
  ["what was told is not told again", {}, stands, "never"],
  ["that it was found ready once more is not worth a write", { lastReadyAt: noon + 9000 }, stands, "never"],
  ["nor is what the last run said of itself", { message: "main@aaaa: 3 objects" }, stands, "never"],
  ["a process that has just begun has nothing to say", { phase: "Pending" }, stands, "never"],
  ["a unit that was never told of is told of", { phase: "Pending" }, {}, "now"],
  [
    "the beginning of a run is told if it takes some time",
    { phase: "Reconciling", attempted: second },
    stands,
    "soon",
  ],
  ["a look at what stands is told if it takes long", { phase: "Reconciling" }, stands, "later"],
  ["an ending is told at once", { ...newer, lastReadyAt: noon + 9000 }, stands, "now"],
  ["a commit that leaves the unit as it is comes after endings", newer, stands, "unhurried"],
  ["a failure is told at once", { phase: "Failed", failures: 1 }, stands, "now"],
  ["health that flickers is told now and then", { health: { ...base.health, ready: 2 } }, stands, "later"],
  ["that git cannot be had is told", { sourceFault: "no answer" }, stands, "later"],
];
for (const [title, patch, previous, expected] of urgencies) {
  test(title, (t) => {
    const state = { ...ready, ...patch };
    t.is(urgencyOf(state, previous, statusFor(state, previous, 9000)), expected);
  });
}
