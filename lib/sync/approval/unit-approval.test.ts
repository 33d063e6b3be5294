import test from "ava";

import { statusRevision } from "../../../fixtures/status-revision.ts";
import type { UnitCommand } from "../status/status-port.ts";
import type { Drift } from "../sync-event.ts";
import { makeUnit } from "../config/make-unit.ts";
import { UnitApproval } from "./unit-approval.ts";

const first = statusRevision("a");
const second = statusRevision("b");
const drift = { key: "/namespaces/web/ConfigMap/env", kind: "changed", by: ["kubectl-edit"] } as const;

/** The approvals of a unit, whose annotation the test sets. */
function open(approval = "manual"): { readonly approval: UnitApproval; annotation: string | undefined } {
  const source = { url: "https://example.com/shop.git" };
  const unit = makeUnit({ name: "shop", source, approval });
  const command = (): UnitCommand => ({
    suspend: false,
    request: undefined,
    promote: undefined,
    approve: site.annotation,
  });
  const site = {
    approval: new UnitApproval({ unit, command, status: () => undefined }),
    annotation: undefined as string | undefined,
  };
  return site;
}

test("an approval is new until a run has seen it", (t) => {
  const site = open();
  t.false(site.approval.isNew());
  site.annotation = "one";
  t.true(site.approval.isNew());
  t.deepEqual(site.approval.begin([], {}), { approved: "one", isUsed: false });
  t.false(site.approval.isNew());
  site.annotation = "two";
  t.true(site.approval.isNew());
  t.deepEqual(site.approval.begin([], { approvedPlan: "two" }), { approved: "two", isUsed: true });
});

test("a unit without manual approval has none", (t) => {
  const site = open("automatic");
  site.annotation = "one";
  t.is(site.approval.begin([], {}), undefined);
  t.false(site.approval.isNew());
});

function areNew(approval: UnitApproval, ...drifts: readonly Drift[]): boolean {
  return approval.isDriftNew({ hasGathered: true, toCorrect: () => drifts });
}

test("drift is planned once, and again when it is gone or other objects have drifted", (t) => {
  const { approval } = open();
  t.false(areNew(approval));
  t.true(areNew(approval, drift));
  approval.begin([drift], {});
  t.false(areNew(approval, drift));
  t.true(areNew(approval, drift, { ...drift, key: "/namespaces/web/ConfigMap/other" }));
  t.true(areNew(approval));
  t.false(approval.isDriftNew({ hasGathered: false, toCorrect: () => [] }), "more may come");
  approval.end();
  t.false(areNew(approval));
});

test("a commit with the same manifests keeps the plan until something is applied", (t) => {
  const { approval } = open();
  t.is(approval.target(second, first), second);
  approval.keepFor(second, first);
  t.is(approval.target(second, first), first);
  t.is(approval.target(statusRevision("c"), first).commit, "c".repeat(40));
  approval.end();
  t.is(approval.target(second, first), second);
});

test("a plan is not kept once another one was made, as git may no longer have its commit", (t) => {
  const { approval } = open();
  const third = statusRevision("c");
  approval.keepFor(second, first);
  t.is(approval.target(second, third), second, "the plan is of another commit by now");
  approval.begin([], {});
  t.is(approval.target(second, first), second, "another run has planned since");
});
