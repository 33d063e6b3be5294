import test from "ava";

import { moveOutcome, type ObjectMove } from "./move-outcome.ts";
import type { MoveOutcome, UnitPolicy } from "./unit-comparison.ts";

const unit: UnitPolicy = {
  name: "a",
  cluster: "",
  namespace: "shop",
  release: "a",
  prune: true,
  suspend: false,
  inventoryPolicy: "adopt",
  onRemove: "orphan",
  dependsOn: [],
};

interface Case {
  readonly from?: Partial<ObjectMove["from"]>;
  readonly to?: UnitPolicy["inventoryPolicy"];
  /** Whether the unit that gets the object is suspended. */
  readonly isSuspended?: boolean;
  readonly isOwned?: boolean;
  readonly isDetached?: boolean;
  /** The unit that waits for the other one. */
  readonly waits?: "a" | "b";
}

const outcomes = test.macro<[title: string, given: Case, outcome: MoveOutcome, says: RegExp]>({
  title: (_, title, given, outcome) =>
    `an object moves between units: ${title}, with policy ${given.to ?? "adopt"}: ${outcome}`,
  exec: (t, _, given, outcome, says) => {
    const { from, to = "adopt", isSuspended = false, isOwned = true, isDetached = false, waits } = given;
    const ended = moveOutcome({
      from: { ...unit, isRemoved: false, ...from },
      to: { ...unit, name: "b", inventoryPolicy: to, suspend: isSuspended },
      isOwned,
      isDetached,
      waitsFor: (one) => one === waits,
    });
    t.is(ended.outcome, outcome);
    t.regex(ended.message, says);
  },
});

const force = "force-adopt";
const orphaned = { isRemoved: true } as const;
const destroyed = { isRemoved: true, onRemove: "delete" } as const;
test(outcomes, "the old unit prunes", {}, "recreated", /a deletes it, with its data, before b creates it/);
test(outcomes, "the old unit prunes", { to: "strict" }, "recreated", /converge move/);
test(outcomes, "the old unit prunes", { to: force }, "either", /let a depend on b/);
test(outcomes, "the old unit prunes after the new one", { waits: "a" }, "refused", /a waits for b/);
test(
  outcomes,
  "the old unit prunes after the new one",
  { waits: "a", to: force },
  "taken",
  /before a prunes/,
);
test(outcomes, "the old unit prunes before the new one", { waits: "b" }, "recreated", /converge move/);
test(
  outcomes,
  "the old unit prunes before the new one",
  { waits: "b", to: force },
  "recreated",
  /depends on it/,
);
test(outcomes, "the old unit does not prune", { from: { prune: false } }, "refused", /does not prune/);
test(
  outcomes,
  "the old unit does not prune",
  { from: { prune: false }, to: force },
  "taken",
  /takes it over/,
);
test(outcomes, "the old unit is suspended", { from: { suspend: true } }, "refused", /is suspended/);
const toSuspended = { to: force, isSuspended: true } as const;
test(
  outcomes,
  "the new unit is suspended",
  toSuspended,
  "recreated",
  /missing until b, which is suspended, is resumed/,
);
test(
  outcomes,
  "the new unit is suspended and the old one waits for it",
  { ...toSuspended, waits: "a" },
  "recreated",
  /deletes it/,
);
test(
  outcomes,
  "the new unit is suspended and the old one does not prune",
  { ...toSuspended, from: { prune: false } },
  "taken",
  /once it is resumed/,
);
test(outcomes, "the object is kept", { isDetached: true }, "taken", /it is kept/);
test(outcomes, "the object is kept", { isDetached: true, to: "strict" }, "refused", /adopts nothing/);
test(outcomes, "the object is kept", { isDetached: true, waits: "a" }, "refused", /a waits for b/);
test(outcomes, "the object is a hook", { isOwned: false }, "taken", /belongs to no release/);
test(outcomes, "the object is a hook", { isOwned: false, to: "strict" }, "refused", /adopts nothing/);
test(outcomes, "the old unit is removed and orphans it", { from: orphaned }, "refused", /left as it is/);
test(
  outcomes,
  "the old unit is removed and orphans it",
  { from: orphaned, to: force },
  "taken",
  /takes it over/,
);
test(outcomes, "the old unit is removed and deletes it", { from: destroyed }, "recreated", /with its data/);
test(
  outcomes,
  "the old unit is removed and deletes it",
  { from: destroyed, to: force },
  "either",
  /converge move/,
);
