import test from "ava";

import { revisionOf, stateOf } from "../../../fixtures/recorded-sync.ts";
import { readConfiguration } from "../config/read-configuration.ts";
import { resetUnitState } from "./reset-unit-state.ts";
import type { Unit } from "./unit.ts";
import type { UnitState } from "./unit-state.ts";

/** A unit with these settings beside its name and address. */
async function unitOf(settings: object = {}): Promise<Unit> {
  const unit = { name: "shop", source: { url: "https://example.com/shop.git" }, ...settings };
  const text = JSON.stringify({ apiVersion: "converge.dev/v1", kind: "Sync", units: [unit] });
  const reading = await readConfiguration({ name: "sync.json", text });
  const found = "configuration" in reading ? reading.configuration.units[0] : undefined;
  if (found === undefined) {
    throw new Error(`no unit is read from ${text}`);
  }
  return found;
}

const revision = revisionOf("a", "Add a shop");
const failed: UnitState = stateOf("shop", {
  phase: "Failed",
  message: "it failed",
  observed: revision,
  attempted: revision,
  applied: revision,
  sourceFault: "git does not answer",
  blockedBy: ["db"],
  failures: 3,
  retryAt: 5000,
  corrected: 7,
  run: 4,
});

/** The state after a unit got these settings. */
async function reset(settings: object): Promise<UnitState> {
  return resetUnitState(failed, { before: await unitOf(), now: await unitOf(settings) });
}

for (const [title, settings] of [
  ["another interval", { interval: "5m" }],
  ["another prune policy", { prune: false }],
  ["another recheck", { recheck: "1h" }],
] as const) {
  test(`a unit with ${title} keeps what was applied, and is looked at again`, async (t) => {
    const state = await reset(settings);
    t.like(state, {
      phase: "Pending",
      blockedBy: [],
      observed: revision,
      attempted: revision,
      applied: revision,
    });
    t.false("retryAt" in state || "sourceFault" in state);
  });
}

for (const [title, settings] of [
  ["another source", { source: { url: "https://example.com/shop.git", ref: "prod" } }],
  ["another release", { release: "store" }],
  ["another namespace", { namespace: "store" }],
] as const) {
  test(`for a unit with ${title} nothing was applied yet`, async (t) => {
    const state = await reset(settings);
    t.is(state.phase, "Pending");
    t.false("observed" in state || "attempted" in state || "applied" in state);
  });
}

test("counts since the process began are kept", async (t) => {
  t.like(await reset({ release: "store" }), { name: "shop", corrected: 7, run: 4, failures: 3 });
});
