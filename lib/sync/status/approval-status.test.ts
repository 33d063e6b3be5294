import { readFileSync } from "node:fs";

import test from "ava";
import { parse } from "yaml";

import { recordedPlan, stateOf } from "../../../fixtures/recorded-sync.ts";
import { type JsonObject, listField, stringField } from "../../object/json.ts";
import { crdVersion, readCustomDefinition } from "../../validate/model/crd.ts";
import { checkCustomResource } from "../../validate/validate-custom-resource.ts";
import type { UnitState } from "../unit/unit-state.ts";
import { approvalStatus } from "./approval-status.ts";
import { unitStatus } from "./read-unit-status.ts";
import { type StatusFacts, unitStatusBody, urgencyOf } from "./unit-status.ts";

const pending = approvalStatus(stateOf("shop", { phase: "AwaitingApproval", pendingPlan: recordedPlan }), {});

test("a pending plan in the status is valid for the CRD", (t) => {
  const text = readFileSync(new URL("../../../deploy/crd/units.yaml", import.meta.url), "utf8");
  const definition = readCustomDefinition(parse(text) as JsonObject);
  const version = crdVersion(definition, "converge.dev/v1");
  const more = { ...recordedPlan, more: 3, unmatched: "e".repeat(64) };
  const { pendingPlan = null } = approvalStatus(stateOf("shop", { pendingPlan: more }), {});
  const status = { pendingPlan, approvedPlan: "d" };
  const object = {
    apiVersion: "converge.dev/v1",
    kind: "Unit",
    metadata: { name: "shop" },
    spec: {},
    status,
  };
  if (version === undefined) {
    throw new Error("the definition has no v1");
  }
  const { faults, unknown } = checkCustomResource({ object, definition, version, minor: 36 });
  t.deepEqual({ faults, unknown }, { faults: [], unknown: [] });
  t.like(pendingPlan, { digest: recordedPlan.digest, counts: { update: 1 }, more: 3 });
});

test("a pending plan stays in the status while a new process plans again", (t) => {
  const previous = { ...pending } as JsonObject;
  t.deepEqual(approvalStatus(stateOf("shop", { phase: "Reconciling" }), previous), pending);
  t.is(approvalStatus(stateOf("shop", { phase: "Ready" }), previous)["pendingPlan"], undefined);
});

test("the last approved plan is kept in the status", (t) => {
  const applied = approvalStatus(stateOf("shop", { phase: "Ready", approvedPlan: "d" }), {});
  t.is(applied["approvedPlan"], "d");
  t.is(approvalStatus(stateOf("shop"), { approvedPlan: "d" })["approvedPlan"], "d");
});

function statusAfter(
  state: UnitState,
  previous: JsonObject,
  facts: Partial<Pick<StatusFacts, "source" | "isManual">> = {},
): JsonObject {
  const source = { url: "https://example.com/shop.git", ref: "main" };
  const unit = { generation: 1, keptBy: "sync-0", source, isManual: true, keeps: {} };
  return unitStatusBody({ ...unit, state, previous, awaited: "", handled: undefined, now: 0, ...facts });
}

const waiting = statusAfter(stateOf("shop", { phase: "AwaitingApproval", pendingPlan: recordedPlan }), {});
const restarted = stateOf("shop", { phase: "Reconciling" });

/** Reports whether the plan is in a status, and whether its condition is. */
function plansIn(status: JsonObject): readonly [boolean, boolean] {
  const types = listField(status, "conditions").map((condition) => stringField(condition, "type"));
  return ["pendingPlan" in status, types.includes("ApprovalRequired")];
}

test("after a restart a pending plan and its condition stay until a run has ended", (t) => {
  t.deepEqual(plansIn(statusAfter(restarted, waiting)), [true, true]);
  t.deepEqual(plansIn(statusAfter(stateOf("shop", { phase: "Ready" }), waiting)), [false, false]);
});

test("a unit that no longer needs approval has no condition about its last one", (t) => {
  const approved = stateOf("shop", { phase: "Ready", approvedPlan: "d" });
  t.deepEqual(plansIn(statusAfter(approved, {})), [false, true]);
  t.deepEqual(plansIn(statusAfter(approved, {}, { isManual: false })), [false, false]);
});

test("the start of an approved plan is written at once", (t) => {
  const approved = stateOf("shop", { phase: "Reconciling", approvedPlan: recordedPlan.digest });
  const next = statusAfter(approved, waiting);
  t.deepEqual(plansIn(next), [false, true]);
  t.is(urgencyOf(approved, waiting, next), "now");
});

test("another replica reads the pending plan from the status", (t) => {
  const plan = { ...recordedPlan, more: 3, unmatched: "e".repeat(64) };
  const state = stateOf("shop", { phase: "AwaitingApproval", pendingPlan: plan });
  const metadata = { namespace: plan.namespace };
  t.deepEqual(unitStatus({ metadata, status: statusAfter(state, {}) })?.pendingPlan, plan);
  t.is(unitStatus({ status: {} })?.pendingPlan, undefined);
});

test("a pending plan of another source, or of a unit that no longer needs approval, is dropped", (t) => {
  const source = { url: "https://example.com/other.git", ref: "main" };
  t.deepEqual(plansIn(statusAfter(restarted, waiting, { source })), [false, false]);
  t.deepEqual(plansIn(statusAfter(restarted, waiting, { isManual: false })), [false, false]);
});
