import test from "ava";

import type { Phase } from "../../../sync/unit/unit-state.ts";
import type { UnitSummary } from "../state/dashboard-state.ts";
import { type PageState, serverNow } from "./app.ts";
import { asideTrees } from "./unit-facts.ts";

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
