import test from "ava";

import type { Phase } from "../../../../sync/unit/unit-state.ts";
import type { UnitSummary } from "../../state/dashboard-state.ts";
import { inOrder } from "./unit-order.ts";

function unitSummary(name: string, phase: Phase, dependsOn: readonly string[] = []): UnitSummary {
  const health = { ready: 0, progressing: 0, suspended: 0, failed: 0, missing: 0 };
  const counts = { failures: 0, corrected: 0, run: 0, since: 0 };
  return { name, phase, dependsOn, message: "", blockedBy: [], fights: [], health, ...counts };
}

test("failed units come first, then those that wait for approval, then the others in order of their dependencies", (t) => {
  const units = [
    unitSummary("apps", "Blocked", ["ingress"]),
    unitSummary("base", "Ready"),
    unitSummary("cart", "AwaitingApproval", ["ingress"]),
    unitSummary("billing", "Stalled", ["ingress"]),
    unitSummary("ingress", "Ready", ["base"]),
    unitSummary("shop", "Failed", ["apps"]),
  ];
  t.deepEqual(
    inOrder(units).map(({ name }) => name),
    ["billing", "shop", "cart", "base", "ingress", "apps"],
  );
});

test("units in a dependency cycle are all listed", (t) => {
  const units = [
    unitSummary("a", "Ready", ["b"]),
    unitSummary("b", "Ready", ["a"]),
    unitSummary("c", "Ready"),
  ];
  t.deepEqual(
    inOrder(units)
      .map(({ name }) => name)
      .toSorted(),
    ["a", "b", "c"],
  );
});
