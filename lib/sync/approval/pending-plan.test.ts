import { readFileSync } from "node:fs";

import test from "ava";

import type { SavedPlan } from "../../saved/saved-plan.ts";
import {
  approvalCommand,
  pendingMessage,
  type PendingPlan,
  pendingPlan,
  plannedDiffs,
} from "./pending-plan.ts";

const saved = JSON.parse(readFileSync("fixtures/saved-plan.json", "utf8")) as SavedPlan;
const digest = "d".repeat(64);
const commit = "c".repeat(40);

const namespace = "converge-system";

function planOf(plan: SavedPlan = saved, approved?: string): PendingPlan {
  return pendingPlan(plan, { digest, commit, namespace, approved });
}

test("a pending plan names the objects that change and the action on each, deletions first", (t) => {
  t.deepEqual(planOf(), {
    digest,
    commit,
    namespace,
    counts: { create: 1, update: 1, prune: 1 },
    objects: [
      { object: "/namespaces/web/ConfigMap/banner", action: "prune" },
      { object: "/namespaces/web/ConfigMap/env", action: "update" },
      { object: "apps/namespaces/web/Deployment/web", action: "create" },
    ],
    more: 0,
  });
});

test("the objects of a large plan are listed up to a limit, and all are counted", (t) => {
  const [group] = saved.groups;
  const [env] = group?.objects ?? [];
  if (group === undefined || env === undefined) {
    throw new Error("the fixture has no object");
  }
  const many = Array.from({ length: 70 }, (_, index) => ({
    ...env,
    ref: `/namespaces/web/ConfigMap/c${index}`,
  }));
  const plan = planOf({ ...saved, groups: [{ ...group, objects: many }], prunes: [] });
  t.is(plan.objects.length, 50);
  t.is(plan.more, 20);
  t.deepEqual(plan.counts, { update: 70 });
});

test("the message counts the planned actions, and reports an approval of another plan", (t) => {
  t.is(
    pendingMessage(planOf()),
    "plan dddddddddddd waits for approval: 1 to create, 1 to update, 1 to prune",
  );
  t.regex(
    pendingMessage(planOf(saved, "e".repeat(64))),
    /; the approval of eeeeeeeeeeee is not for this plan$/,
  );
});

test("an approval by a part of the digest is reported as such", (t) => {
  t.regex(
    pendingMessage(planOf(saved, digest.slice(0, 12))),
    /; the approval has only 12 of the 64 digits of its digest$/,
  );
});

test("the namespace that a plan creates besides the set is in it", (t) => {
  const key = "/Namespace/web";
  const { counts, objects } = pendingPlan(saved, { digest, commit, namespace, createdNamespace: key });
  t.deepEqual(counts, { create: 2, update: 1, prune: 1 });
  t.deepEqual(objects[1], { object: key, action: "create" });
  t.deepEqual(plannedDiffs(saved, key)[1], { key, verb: "create", changes: [] });
});

test("the command that approves a plan has its full digest, and the namespace of the unit", (t) => {
  t.is(
    approvalCommand("shop", planOf()),
    `kubectl -n converge-system annotate --overwrite unit/shop converge.dev/approve=${digest}`,
  );
});

test("hooks that run only after a failure are not counted", (t) => {
  const groups = saved.groups.map((group) => ({ ...group, stage: "fail" as const }));
  t.deepEqual(planOf({ ...saved, groups }).counts, { prune: 1 });
});

test("the diffs of a plan list deletions first, and leave out unchanged objects", (t) => {
  t.deepEqual(
    plannedDiffs(saved).map(({ key, verb, changes }) => `${verb} ${key} ${changes.length > 0}`),
    [
      "prune /namespaces/web/ConfigMap/banner false",
      "change /namespaces/web/ConfigMap/env true",
      "create apps/namespaces/web/Deployment/web false",
    ],
  );
});
