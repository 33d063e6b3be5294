import { readFileSync } from "node:fs";

import test from "ava";

import { object, planned } from "../../fixtures/planned.ts";
import { digestOf } from "../apply/store/revision-store.ts";
import { hasRunHooks } from "../apply/release/release-record.ts";
import { newParent, type ParentRecord } from "../inventory/applyset-parent.ts";
import { readHistory, writeHistory } from "../inventory/history.ts";
import type { RevisionOutcome } from "../inventory/revision.ts";
import { progressOf } from "./find-changes.ts";
import type { SavedProgress } from "./object-changes.ts";
import { identityOf } from "./saved-digest.ts";
import type { SavedPlan } from "./saved-plan.ts";

const saved = JSON.parse(readFileSync("fixtures/saved-plan.json", "utf8")) as SavedPlan;
const { plan } = planned([object("ConfigMap/env")]);

/** The record after a run that has sent the set of the plan. */
function recordAfter(outcome: RevisionOutcome, by?: string): ParentRecord {
  const digest = digestOf(plan);
  const facts = { action: "upgrade", digest, objects: 1, shards: 1 };
  const { newest: number, recordedAt: at } = saved.revision;
  const history = [
    { ...facts, number, at, outcome: "succeeded" as const },
    { ...facts, number: number + 1, at: at + 1, outcome, ...(by === undefined ? {} : { plan: by }) },
  ];
  return { ...newParent("shop", "web"), history: readHistory(writeHistory(history)) };
}

const identity = identityOf(saved);
const progresses = test.macro({
  title: (name = "") => name,
  exec: (t, record: ParentRecord, progress: SavedProgress | undefined) => {
    t.is(progressOf(saved, { decided: { record }, plan }), progress);
  },
});
test(
  "a saved plan whose run succeeded is applied",
  progresses,
  recordAfter("succeeded", identity),
  "applied",
);
test(
  "a saved plan whose run was killed is resumed",
  progresses,
  recordAfter("unfinished", identity),
  "resumed",
);
test(
  "a run of another plan of the same set is not progress of the saved plan",
  progresses,
  recordAfter("succeeded", "a"),
  undefined,
);
test(
  "a run of the same set without a plan is not progress of the saved plan",
  progresses,
  recordAfter("succeeded"),
  undefined,
);

test("the hooks of a saved plan have run only with a run of that plan", (t) => {
  const asked = { hooksOnce: true, savedPlan: identity };
  t.true(hasRunHooks(recordAfter("succeeded", identity), plan, asked));
  t.false(hasRunHooks(recordAfter("succeeded"), plan, asked));
  t.true(hasRunHooks(recordAfter("succeeded"), plan, { hooksOnce: true }));
});

test("the identity of a saved plan depends on its options, but not on hidden values", (t) => {
  t.not(identityOf({ ...saved, options: { ...saved.options, hooks: false } }), identity);
  const withToken = (token: string): SavedPlan => ({
    ...saved,
    digest: token,
    objects: saved.objects.map((one) =>
      one.ref.includes("/Secret/") ? { ...one, object: { ...one.object, stringData: { token } } } : one,
    ),
  });
  t.is(identityOf(withToken("hunter2")), identityOf(withToken("hunter3")));
});
