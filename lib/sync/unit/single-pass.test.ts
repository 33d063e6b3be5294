import test from "ava";

import { isPassComplete } from "./single-pass.ts";
import type { Phase, UnitState } from "./unit-state.ts";

/** `base`: how the unit stands, and what it waits for: `Blocked base`. */
type Statuses = Readonly<Record<string, string>>;

function stateIn(statuses: Statuses): (name: string) => UnitState | undefined {
  const states = new Map(
    Object.entries(statuses).map(([name, words]): [string, UnitState] => {
      const [phase = "", ...blockedBy] = words.split(" ");
      return [name, state(name, phase, blockedBy)];
    }),
  );
  return (name) => states.get(name);
}

function state(name: string, phase: string, blockedBy: readonly string[]): UnitState {
  return {
    name,
    phase: phase as Phase,
    message: "",
    since: 0,
    blockedBy,
    failures: 0,
    health: { ready: 0, progressing: 0, failed: 0, missing: 0 },
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

test("a pass without units is over", pass, {}, true);
test(
  "a pass is over when all units are ready, failed, stalled or suspended",
  pass,
  { a: "Ready", b: "Failed", c: "Stalled", d: "Suspended" },
  true,
);
test("a pass goes on while one unit is looked at", pass, { a: "Ready", b: "Pending" }, false);
test("a pass goes on while one unit is applied", pass, { a: "Ready", b: "Reconciling" }, false);
test("who waits for a unit under way may still begin", pass, { a: "Reconciling", b: "Blocked a" }, false);
test("who waits for a ready unit is about to begin", pass, { a: "Ready", b: "Blocked a" }, false);
test(
  "who waits for one that failed does not begin",
  pass,
  { a: "Failed", b: "Blocked a", c: "Blocked b" },
  true,
);
test(
  "who waits for two, one of which is under way, may still change",
  pass,
  { a: "Failed", b: "Reconciling", c: "Blocked a b" },
  false,
);
test("units that wait for each other do not begin", pass, { a: "Blocked b", b: "Blocked a" }, true);

test("a unit that was not heard of yet is waited for", (t) => {
  t.false(isPassComplete(["a"], () => undefined));
});
