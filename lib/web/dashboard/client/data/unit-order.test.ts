import test from "ava";

import type { Phase } from "../../../../sync/unit/unit-state.ts";
import type { UnitSummary } from "../../state/dashboard-state.ts";
import { inOrder } from "./unit-order.ts";

function glance(name: string, phase: Phase, dependsOn: readonly string[] = []): UnitSummary {
  const health = { ready: 0, progressing: 0, suspended: 0, failed: 0, missing: 0 };
  const counts = { failures: 0, corrected: 0, run: 0, since: 0 };
  return { name, phase, dependsOn, message: "", blockedBy: [], fights: [], health, ...counts };
}

test("units in trouble come first, then those that wait for a person, the others after what they depend on", (t) => {
  const units = [
    glance("apps", "Blocked", ["ingress"]),
    glance("base", "Ready"),
    glance("cart", "AwaitingApproval", ["ingress"]),
    glance("billing", "Stalled", ["ingress"]),
    glance("ingress", "Ready", ["base"]),
    glance("shop", "Failed", ["apps"]),
  ];
  t.deepEqual(
    inOrder(units).map(({ name }) => name),
    ["billing", "shop", "cart", "base", "ingress", "apps"],
  );
});

test("units that depend on each other in a cycle are all there", (t) => {
  const units = [glance("a", "Ready", ["b"]), glance("b", "Ready", ["a"]), glance("c", "Ready")];
  t.deepEqual(
    inOrder(units)
      .map(({ name }) => name)
      .toSorted(),
    ["a", "b", "c"],
  );
});
