import test from "ava";

import { endedRun, recordedPlan, revisionOf, runOf, stateOf } from "../../../fixtures/recorded-sync.ts";
import { object, planned } from "../../../fixtures/planned.ts";
import type { Result } from "../../apply/model/event.ts";
import { endedPatch, idlePatch, leftPatch } from "./state-patches.ts";
import type { AppliedSet, ReconcileResult } from "./reconcile-unit.ts";

const applied = revisionOf("a", "Add a shop");
const waiting = { message: "waits for ring canary" };
const fault = "git does not answer";

test("a unit that has never applied anything is blocked or failed without a revision", (t) => {
  const state = stateOf("shop");
  t.deepEqual(idlePatch(state, { fault: undefined, waiting: undefined }), {});
  t.deepEqual(idlePatch(state, { fault: undefined, waiting }), {
    phase: "Blocked",
    message: waiting.message,
  });
  t.deepEqual(idlePatch(state, { fault, waiting }), { phase: "Failed", message: fault });
});

test("a ready unit stays ready while its revision is fetched again, and if that fails", (t) => {
  const state = stateOf("shop", { phase: "Ready", applied });
  t.deepEqual(idlePatch(state, { fault: undefined, waiting }), {});
  t.deepEqual(idlePatch(state, { fault, waiting }), { sourceFault: fault });
});

/** The result of a run with this verdict. */
function ranAs(verdict: Result["verdict"], facts: Partial<ReconcileResult> = {}): ReconcileResult {
  const { result } = endedRun(runOf(1, "revision", applied), { verdict, message: "the message" });
  return { result, diagnostics: [], unknownUnits: [], made: undefined, ...facts };
}

const before = { revision: applied, failures: 1, now: 7 };

test("a unit whose plan is not approved awaits approval, and has not failed", (t) => {
  t.like(endedPatch(ranAs("interrupted", { pending: recordedPlan }), before), {
    phase: "AwaitingApproval",
    message: "plan dddddddddddd waits for approval: 1 to update",
    pendingPlan: recordedPlan,
    failures: 0,
  });
});

test("a run that needs no approval ends the pending plan, and has attempted its revision", (t) => {
  const over = { pendingPlan: undefined, attempted: applied };
  t.like(endedPatch(ranAs("converged"), before), { ...over, phase: "Ready", failures: 0 });
  t.like(endedPatch(ranAs("failed"), before), { ...over, phase: "Failed", failures: 2 });
  t.like(endedPatch(ranAs("refused"), before), { ...over, phase: "Stalled", failures: 2 });
  t.false("attempted" in endedPatch(ranAs("interrupted", { pending: recordedPlan }), before));
});

test("a run that waits for the objects of other units is blocked", (t) => {
  const patch = endedPatch(ranAs("interrupted", { unknownUnits: ["db"] }), before);
  t.like(patch, { phase: "Blocked", blockedBy: ["db"] });
});

test("a unit of another replica keeps the plan that is pending there", (t) => {
  t.like(leftPatch("Elsewhere", "another replica has it", recordedPlan), { pendingPlan: recordedPlan });
  t.is(leftPatch("Suspended", "suspended").pendingPlan, undefined);
});

test("a unit that a run has made ready has the health of its objects at once", (t) => {
  const { plan } = planned([object("ConfigMap/env"), object("ConfigMap/other")]);
  const keys = plan.groups.flatMap(({ objects }) => objects.map(({ manifest }) => manifest.key));
  const made = { plan, settled: new Set(keys) } as unknown as AppliedSet;
  t.like(endedPatch(ranAs("converged", { made }), before), {
    phase: "Ready",
    health: { ready: 2, progressing: 0, suspended: 0, failed: 0, missing: 0 },
  });
  t.false("health" in endedPatch(ranAs("failed", { made }), before));
});
