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
  readonly rests?: boolean;
  readonly isOwned?: boolean;
  readonly isDetached?: boolean;
  /** The unit that waits for the other one. */
  readonly waits?: "a" | "b";
}

const outcomes = test.macro<[title: string, given: Case, outcome: MoveOutcome, says: RegExp]>({
  title: (_, title, given, outcome) => `${title}, with ${given.to ?? "adopt"}: ${outcome}`,
  exec: (t, _, given, outcome, says) => {
    const { from, to = "adopt", rests = false, isOwned = true, isDetached = false, waits } = given;
    const ended = moveOutcome({
      from: { ...unit, isRemoved: false, ...from },
      to: { ...unit, name: "b", inventoryPolicy: to, suspend: rests },
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
test(outcomes, "a unit prunes", {}, "recreated", /a deletes it, with its data, before b creates it/);
test(outcomes, "a unit prunes", { to: "strict" }, "recreated", /converge move/);
test(outcomes, "a unit prunes", { to: force }, "either", /let a depend on b/);
test(outcomes, "a unit prunes after the new one", { waits: "a" }, "refused", /a waits for b/);
test(outcomes, "a unit prunes after the new one", { waits: "a", to: force }, "taken", /before a prunes/);
test(outcomes, "a unit prunes before the new one", { waits: "b" }, "recreated", /converge move/);
test(outcomes, "a unit prunes before the new one", { waits: "b", to: force }, "recreated", /depends on it/);
test(outcomes, "a unit does not prune", { from: { prune: false } }, "refused", /does not prune/);
test(outcomes, "a unit does not prune", { from: { prune: false }, to: force }, "taken", /takes it over/);
test(outcomes, "a unit is suspended", { from: { suspend: true } }, "refused", /is suspended/);
const resting = { to: force, rests: true } as const;
test(
  outcomes,
  "to a suspended unit",
  resting,
  "recreated",
  /missing until b, which is suspended, is resumed/,
);
test(outcomes, "to a suspended unit, waiting", { ...resting, waits: "a" }, "recreated", /deletes it/);
test(
  outcomes,
  "kept, to a suspended unit",
  { ...resting, from: { prune: false } },
  "taken",
  /once it is resumed/,
);
test(outcomes, "an object is kept", { isDetached: true }, "taken", /it is kept/);
test(outcomes, "an object is kept", { isDetached: true, to: "strict" }, "refused", /adopts nothing/);
test(outcomes, "an object is kept", { isDetached: true, waits: "a" }, "refused", /a waits for b/);
test(outcomes, "a hook", { isOwned: false }, "taken", /belongs to no release/);
test(outcomes, "a hook", { isOwned: false, to: "strict" }, "refused", /adopts nothing/);
test(outcomes, "a removed unit is orphaned", { from: orphaned }, "refused", /left as it is/);
test(outcomes, "a removed unit is orphaned", { from: orphaned, to: force }, "taken", /takes it over/);
test(outcomes, "a removed unit is deleted", { from: destroyed }, "recreated", /with its data/);
test(outcomes, "a removed unit is deleted", { from: destroyed, to: force }, "either", /converge move/);
