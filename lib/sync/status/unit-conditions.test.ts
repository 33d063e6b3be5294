import test from "ava";

import { recordedPlan, revisionOf, stateOf } from "../../../fixtures/recorded-sync.ts";
import type { JsonObject } from "../../object/json.ts";
import type { PendingPlan } from "../approval/pending-plan.ts";
import type { UnitState } from "../unit/unit-state.ts";
import { hasAppliedAll, unitConditions } from "./unit-conditions.ts";

const revision = revisionOf("a", "Start the shop");
/** The unit was ready at the revision that git has. */
const previous = {
  conditions: [{ type: "Ready", status: "True" }],
  appliedRevision: { commit: revision.commit },
};

/** `Ready=Unknown (WaitingForApproval)`, … of a unit whose plan waits. */
function conditionsOf(plan: PendingPlan): readonly string[] {
  const known = { observed: revision, attempted: revision, applied: revision };
  const state = stateOf("shop", { phase: "AwaitingApproval", pendingPlan: plan, ...known });
  return unitConditions(state, previous).map(({ type, status, reason }) => `${type}=${status} (${reason})`);
}

test("a unit whose plan waits for approval is not ready, even at the revision of git", (t) => {
  t.deepEqual(conditionsOf(recordedPlan), [
    "Ready=Unknown (WaitingForApproval)",
    "Reconciling=True (WaitingForApproval)",
    "Stalled=False (WaitingForApproval)",
    "SourceReachable=True (SourceSucceeded)",
    "ApprovalRequired=True (PlanPending)",
  ]);
});

test("an approval of another plan is reported", (t) => {
  const conditions = conditionsOf({ ...recordedPlan, unmatched: "e".repeat(64) });
  t.is(conditions.at(-1), "ApprovalRequired=True (ApprovalOfOtherPlan)");
});

test("the condition has the command that approves the plan", (t) => {
  const state = stateOf("shop", { phase: "AwaitingApproval", pendingPlan: recordedPlan });
  const command = `kubectl -n converge-system annotate --overwrite unit/shop converge.dev/approve=${recordedPlan.digest}`;
  t.true(unitConditions(state, {}).at(-1)?.message.endsWith(command));
});

test("without a pending plan there is no ApprovalRequired condition", (t) => {
  const types = unitConditions(stateOf("shop", { phase: "Ready" }), previous).map(({ type }) => type);
  t.false(types.includes("ApprovalRequired"));
});

/** The condition about approvals, while a run is under way. */
function approvalOf(facts: Partial<UnitState>, before: JsonObject): string | undefined {
  const state = stateOf("shop", { phase: "Reconciling", ...facts });
  const found = unitConditions(state, before).find(({ type }) => type === "ApprovalRequired");
  return found && `${found.status} (${found.reason})`;
}

test("once the approved plan is applied, no approval is required", (t) => {
  const { digest } = recordedPlan;
  const waiting = {
    pendingPlan: { digest },
    conditions: [{ type: "ApprovalRequired", status: "True", reason: "PlanPending", message: "" }],
  };
  t.is(approvalOf({}, waiting), "True (PlanPending)");
  t.is(approvalOf({ approvedPlan: digest }, waiting), "False (Approved)");
  t.is(approvalOf({ approvedPlan: "an earlier one" }, waiting), "True (PlanPending)");
});

test("after a restart no approval is required until a plan waits", (t) => {
  t.is(approvalOf({}, { approvedPlan: "d" }), "False (Approved)");
  t.is(
    approvalOf({ phase: "AwaitingApproval", pendingPlan: recordedPlan }, { approvedPlan: "d" }),
    "True (PlanPending)",
  );
});

const fight = { key: "/namespaces/shop/ConfigMap/env", rivals: ["hpa"], until: 0 };
const known = { observed: revision, attempted: revision, applied: revision };

/** The condition `Ready` of a unit, as in `True (ReconciliationSucceeded)`. */
function readyOf(facts: Partial<UnitState>, before: JsonObject = previous): string | undefined {
  const found = unitConditions(stateOf("shop", { ...known, ...facts }), before).find(
    ({ type }) => type === "Ready",
  );
  return found && `${found.status} (${found.reason})`;
}

test("a unit is ready during a fight as long as the object is as in git", (t) => {
  t.is(readyOf({ phase: "Ready", fights: [fight] }), "True (ReconciliationSucceeded)");
});

test("a unit is not ready while an object that is fought over differs from git", (t) => {
  const lost: Partial<UnitState> = { phase: "Ready", fights: [{ ...fight, isDrifted: true }] };
  t.is(readyOf(lost), "False (FightDetected)");
  t.regex(
    unitConditions(stateOf("shop", lost), previous)[0]?.message ?? "",
    /ConfigMap\/env differs from git: hpa keeps changing it, and its corrections are paused$/,
  );
});

test("a unit that lost a fight stays not ready while it is compared or corrected, but does not block others", (t) => {
  const lost = {
    ...previous,
    conditions: [{ type: "Ready", status: "False", reason: "FightDetected" }],
  };
  t.is(readyOf({ phase: "Reconciling" }, lost), "False (FightDetected)");
  t.is(readyOf({ phase: "Ready" }, lost), "True (ReconciliationSucceeded)");
  t.true(hasAppliedAll(lost));
  t.true(hasAppliedAll(previous));
  t.false(
    hasAppliedAll({ conditions: [{ type: "Ready", status: "False", reason: "ReconciliationFailed" }] }),
  );
});
