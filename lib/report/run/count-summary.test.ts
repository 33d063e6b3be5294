import test from "ava";

import { outcomeOf, startOf } from "../../../fixtures/recorded-run.ts";
import type { ApplyEvent, Outcome } from "../../apply/model/event.ts";
import { formatCounts } from "./count-summary.ts";

type Start = Extract<ApplyEvent, { readonly type: "start" }>;

function started(facts: Partial<Start> = {}): Start | undefined {
  const event = startOf([["batch/namespaces/shop/Job/migrate", 1]], facts);
  return event.type === "start" ? event : undefined;
}

const counts = test.macro({
  exec(t, outcomes: readonly Outcome[], facts: Partial<Start>, words: string) {
    t.is(formatCounts(outcomes, started(facts)), words);
  },
  title: (title = "") => title,
});

const good = { actuation: "Succeeded", reconcile: "Succeeded" } as const;
const key = "/namespaces/shop/ConfigMap/env";
const hook = "batch/namespaces/shop/Job/migrate";
const before = {
  groups: [{ index: 1, stage: "pre", weight: 0, operation: "apply", count: 1 }],
} as const;

test("a run without outcomes has no counts", counts, [], {}, "");
test(
  "applied and pruned objects are counted with their changes",
  counts,
  [
    outcomeOf(key, { ...good, change: "created" }),
    outcomeOf(key, { ...good, change: "unchanged" }),
    outcomeOf(key, { ...good, operation: "prune", change: "deleted" }),
  ],
  {},
  "2 applied (1 created, 1 unchanged), 2 ready, 1 pruned",
);
test(
  "a dry run counts the changes it would make",
  counts,
  [
    outcomeOf(key, { ...good, change: "created" }),
    outcomeOf(key, { ...good, change: "configured" }),
    outcomeOf(key, { ...good, change: "unchanged" }),
    outcomeOf(key, { ...good, operation: "prune", change: "deleted" }),
    outcomeOf(key, { ...good, operation: "delete", change: "deleted" }),
    outcomeOf(key, { ...good, operation: "delete", change: "detached" }),
  ],
  { dryRun: true },
  "1 to create, 1 to configure, 1 unchanged, 1 to prune, 1 to delete, 1 to detach",
);
test(
  "hooks that are deleted after they finished are counted separately",
  counts,
  [
    outcomeOf(hook, { ...good, change: "created" }),
    outcomeOf(hook, { ...good, group: 0, operation: "delete", change: "deleted" }),
    outcomeOf(key, { ...good, operation: "delete", change: "deleted" }),
  ],
  before,
  "1 applied (1 created), 1 ready, 1 deleted, 1 hook deleted",
);
test(
  "a deleted object of the main stage is not counted as a hook",
  counts,
  [outcomeOf(hook, { ...good, group: 0, operation: "delete", change: "deleted" })],
  {},
  "1 deleted",
);
test(
  "a suspended object is counted neither as ready nor as failed",
  counts,
  [
    outcomeOf(key, { ...good, change: "created" }),
    outcomeOf(hook, { actuation: "Succeeded", reconcile: "Suspended", change: "created" }),
  ],
  {},
  "2 applied (2 created), 1 ready, 1 suspended",
);
test(
  "an object that is not waited for is counted as applied, but not as ready",
  counts,
  [outcomeOf(key, { actuation: "Succeeded", reconcile: "Skipped", change: "created" })],
  {},
  "1 applied (1 created)",
);
