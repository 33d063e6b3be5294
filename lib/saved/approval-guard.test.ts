import { readFileSync } from "node:fs";

import test from "ava";

import type { DecidedRelease } from "../apply/release/decide-changes.ts";
import type { OpenedRelease } from "../apply/release/open-release.ts";
import { approvalGuards, beforeCreation } from "./approval-guard.ts";
import type { SavedPlan } from "./saved-plan.ts";

test("an unapproved run without changes may not make follow-up writes", async (t) => {
  const approval = {
    approved: undefined,
    onUnapproved: () => t.fail(),
    onApproved: () => t.fail(),
    onWithheld: () => t.fail(),
  };
  const guard = approvalGuards()(approval, { externalDeps: "wait", validate: "strict" });
  const idle = {
    plan: { groups: [] },
    decided: { decisions: new Map(), candidates: new Map() },
  } as unknown as DecidedRelease;
  await guard.permits?.(idle, {} as OpenedRelease);
  t.false(guard.allowsFollowUps?.());
});

test("a plan after the creation of its namespace is mapped to the plan before, which creates it", (t) => {
  const saved = JSON.parse(readFileSync("fixtures/saved-plan.json", "utf8")) as SavedPlan;
  const withNamespace = (one: object): SavedPlan => {
    const namespace = { ref: "/Namespace/web", hook: null, changes: [], ...one };
    const text = JSON.stringify([
      { index: 0, stage: "main", weight: 0, objects: [namespace] },
      ...saved.groups,
    ]);
    return { ...saved, groups: JSON.parse(text) as SavedPlan["groups"] };
  };
  const missing = withNamespace({ decision: "create", live: null });
  const created = withNamespace({ decision: "unchanged", live: { uid: "1", digest: "a" } });
  t.deepEqual(beforeCreation(created, "1"), missing);
  t.is(beforeCreation(created, undefined), created);
  t.deepEqual(beforeCreation(created, "of another one"), created);
});
