import test from "ava";

import type { Phase } from "../../../sync/unit/unit-state.ts";
import type { UnitSummary } from "../state/dashboard-state.ts";
import { type PageState, serverNow } from "./app.ts";
import { asideTrees, healthTree, revisionTree } from "./unit-facts.ts";

function unitSummary(name: string, phase: Phase, dependsOn: readonly string[] = []): UnitSummary {
  const health = { ready: 0, progressing: 0, suspended: 0, failed: 0, missing: 0 };
  const counts = { failures: 0, corrected: 0, run: 0, since: 0 };
  return { name, phase, dependsOn, message: "", blockedBy: [], fights: [], health, ...counts };
}

test("a unit that waits for a ring shows the reason and the remaining time", (t) => {
  const message = "waits for ring canary: 3 of 5 units ready at abcdef";
  const app = { ahead: 0, browser: { Date: { now: () => 0 } } } as unknown as PageState;
  const unit = { ...unitSummary("shop", "Ready"), waiting: { message, until: serverNow(app) + 720_000 } };
  const words = JSON.stringify(asideTrees(app, unit));
  t.true(words.includes(message), words);
  t.regex(words, /"12m left"/);
  const blocked = { ...unit, message, phase: "Blocked" as const };
  t.false(JSON.stringify(asideTrees(app, blocked)).includes(message));
});

test("of a unit of another replica, nothing is shown that was observed here before", (t) => {
  const app = { ahead: 0, browser: { Date: { now: () => 0 } } } as unknown as PageState;
  const applied = { commit: "a".repeat(40), ref: "main", subject: "Start", author: "Ada", at: 0 };
  const health = { ready: 3, progressing: 0, suspended: 0, failed: 1, missing: 0 };
  const facts = { applied, health, failures: 4, sourceFault: "git does not answer" };
  const here = { ...unitSummary("shop", "Failed"), ...facts };
  const there = { ...here, phase: "Elsewhere" as const };
  const shown = (unit: UnitSummary): string =>
    JSON.stringify([revisionTree(app, unit), healthTree(unit), asideTrees(app, unit)]);
  for (const words of ["aaaaaaa", "3 ready, 1 failed", "failed 4 times", "cannot read git"]) {
    t.true(shown(here).includes(words), words);
    t.false(shown(there).includes(words), words);
  }
  t.regex(shown(there), /revision not known here.*health not known here/);
});
