import test from "ava";

import { revisionOf, stateOf } from "../../../fixtures/recorded-sync.ts";
import { readConfiguration } from "../config/read-configuration.ts";
import {
  resetUnitState,
  type UnitEnd,
  type UnitState,
  isPassComplete,
  type Phase,
  waitingEnd,
} from "./unit-state.ts";
import type { Unit } from "./unit.ts";

/** A unit with these settings in addition to its name and address. */
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
const waiting = { message: "waits for ring canary" };
const failed: UnitState = stateOf("shop", {
  phase: "Failed",
  message: "it failed",
  observed: revision,
  attempted: revision,
  applied: revision,
  promotion: { revision, since: 1000, isForced: true },
  waiting,
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
  test(`a unit with ${title} keeps its applied revision, and is checked again`, async (t) => {
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
  test(`a unit with ${title} has no applied revision`, async (t) => {
    const state = await reset(settings);
    t.is(state.phase, "Pending");
    for (const name of ["observed", "attempted", "applied", "promotion", "waiting"]) {
      t.false(name in state, name);
    }
  });
}

test("the state of a unit is not kept if another replica has owned it since", async (t) => {
  const now = await unitOf({ interval: "5m" });
  const state = resetUnitState({ ...failed, phase: "Elsewhere" }, { before: await unitOf(), now });
  t.false("attempted" in state || "applied" in state || "promotion" in state);
});

test("counters since the start of the process are kept", async (t) => {
  t.like(await reset({ release: "store" }), { name: "shop", corrected: 7, run: 4, failures: 3 });
});

/** The phase of each unit, and the units it waits for, as in `Blocked base`. */
type Statuses = Readonly<Record<string, string>>;

function stateIn(statuses: Statuses): (name: string) => UnitState | undefined {
  const states = new Map(
    Object.entries(statuses).map(([name, words]): [string, UnitState] => {
      const [phase = "", ...blockedBy] = words.split(" ");
      return [name, stateNamed(name, phase, blockedBy)];
    }),
  );
  return (name) => states.get(name);
}

function stateNamed(name: string, phase: string, blockedBy: readonly string[]): UnitState {
  return {
    name,
    phase: phase as Phase,
    message: "",
    since: 0,
    blockedBy,
    failures: 0,
    health: { ready: 0, progressing: 0, suspended: 0, failed: 0, missing: 0 },
    fights: [],
    corrected: 0,
    run: 0,
  };
}

const pass = test.macro({
  title: (title) => title ?? "",
  exec: (t, statuses: Statuses, isOver: boolean) => {
    t.is(isPassComplete(Object.keys(statuses), stateIn(statuses)), isOver);
  },
});

test("a pass without units is complete", pass, {}, true);
test(
  "a pass is complete when all units are ready, failed, stalled or suspended",
  pass,
  { a: "Ready", b: "Failed", c: "Stalled", d: "Suspended" },
  true,
);
test("a pass is incomplete while a unit is pending", pass, { a: "Ready", b: "Pending" }, false);
test("a pass is incomplete while a unit is reconciling", pass, { a: "Ready", b: "Reconciling" }, false);
test(
  "a unit blocked by a reconciling unit can still start",
  pass,
  { a: "Reconciling", b: "Blocked a" },
  false,
);
test("a unit blocked by a ready unit is about to start", pass, { a: "Ready", b: "Blocked a" }, false);
test(
  "a unit blocked by a failed unit does not start",
  pass,
  { a: "Failed", b: "Blocked a", c: "Blocked b" },
  true,
);
test(
  "a unit blocked by two units, one of them reconciling, can still start",
  pass,
  { a: "Failed", b: "Reconciling", c: "Blocked a b" },
  false,
);
test("units that block each other do not start", pass, { a: "Blocked b", b: "Blocked a" }, true);

test("a pass waits for a unit whose state is unknown", (t) => {
  t.false(isPassComplete(["a"], () => undefined));
});

const endOf = test.macro((t, phase: Phase, facts: Partial<UnitState>, end: UnitEnd | undefined) => {
  t.is(waitingEnd({ ...stateNamed("shop", phase, []), ...facts }), end);
});

test(
  "a blocked unit that waits for its ring ends a pass as waiting",
  endOf,
  "Blocked",
  { waiting },
  "waiting",
);
test("a unit blocked by another one has no end of its own", endOf, "Blocked", {}, undefined);
test("a ready unit that waits for its ring ends by its run", endOf, "Ready", { waiting }, undefined);
test("a unit whose plan is pending ends a pass as unapproved", endOf, "AwaitingApproval", {}, "unapproved");
test("a suspended unit ends a pass as suspended", endOf, "Suspended", { waiting }, "suspended");
