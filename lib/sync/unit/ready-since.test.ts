import test from "ava";

import { revisionOf, stateOf } from "../../../fixtures/recorded-sync.ts";
import type { UnitStatus } from "../status/status-port.ts";
import type { Unit } from "./unit.ts";
import { type StatePatch, UnitStatePublisher } from "./unit-state-publisher.ts";

const a = revisionOf("a", "Add a shop");
const b = revisionOf("b", "Change it");
const health = stateOf("shop").health;

/**
 * Patches, one per second, and the expected ready time after each. `before`: the ready time in the status.
 */
const readySince = test.macro(
  (
    t,
    patches: readonly (readonly [StatePatch, number | undefined])[],
    { before, ring = "canary" }: { readonly before?: number; readonly ring?: string | undefined } = {},
  ) => {
    let now = 1000;
    const status: UnitStatus = {
      isReady: true,
      applied: a.commit,
      observed: a.commit,
      ...(before === undefined ? {} : { ready: { revision: a, since: before } }),
    };
    const publisher = new UnitStatePublisher({
      unit: { name: "shop", ...(ring === "" ? {} : { ring }) } as Unit,
      clock: { now: () => now } as never,
      emit: () => {},
      status: () => status,
    });
    const found = patches.map(([patch]) => {
      publisher.publish(patch);
      now += 1000;
      return publisher.state.readySince;
    });
    t.deepEqual(
      found,
      patches.map(([, expected]) => expected),
    );
  },
);

const running: StatePatch = { phase: "Reconciling", attempted: a };
const ready: StatePatch = { phase: "Ready", applied: a, failures: 0, health: { ...health, ready: 2 } };

test(
  "a unit is ready since the end of its run, and later runs of the same revision do not change that",
  readySince,
  [
    [running, undefined],
    [ready, 2000],
    [running, 2000],
    [ready, 2000],
  ],
);
test("a run of another revision resets the ready time", readySince, [
  [{ ...running, ...ready }, 1000],
  [{ phase: "Reconciling", attempted: b }, undefined],
  [{ phase: "Ready", applied: b }, 3000],
]);
test("a commit that does not change the manifests keeps the ready time", readySince, [
  [{ ...running, ...ready }, 1000],
  [{ phase: "Ready", attempted: b, applied: b }, 1000],
]);
test("an object that is not ready resets the ready time", readySince, [
  [{ ...running, ...ready }, 1000],
  [{ health: { ...health, ready: 1, progressing: 1 } }, undefined],
  [{ health: { ...health, ready: 2 } }, 3000],
  [{ health: { ...health, ready: 1, missing: 1 } }, undefined],
]);
test("a failed correction resets the ready time", readySince, [
  [{ ...running, ...ready }, 1000],
  [{ phase: "Failed", failures: 1 }, undefined],
  [{ phase: "Reconciling" }, undefined],
  [{ phase: "Ready", failures: 0 }, 4000],
]);
test("a suspension resets the ready time", readySince, [
  [{ ...running, ...ready }, 1000],
  [{ phase: "Suspended" }, undefined],
]);
test(
  "a restart keeps the ready time",
  readySince,
  [
    [running, undefined],
    [ready, 7],
    [{ health: { ...health, failed: 1 } }, undefined],
    [ready, 4000],
  ],
  { before: 7 },
);
test(
  "a run that fails after a restart resets the ready time",
  readySince,
  [
    [running, undefined],
    [{ phase: "Failed", failures: 1 }, undefined],
    [ready, 3000],
  ],
  { before: 7 },
);
test("a unit without a ring has no ready time", readySince, [[{ ...running, ...ready }, undefined]], {
  ring: "",
});
