import test from "ava";

import { readConfiguration } from "../config/read-configuration.ts";
import type { SyncConfiguration } from "../unit/unit.ts";
import { revisionOf } from "../../../fixtures/recorded-sync.ts";
import type { RingUnit } from "./qualified-revision.ts";
import { Rollouts } from "./rollouts.ts";

/** The configuration of units written as `eu canary`, or `eu canary other` with another ref. */
async function configured(...units: readonly string[]): Promise<Required<SyncConfiguration>> {
  const url = "https://example.com/shop.git";
  const window = { schedule: "0 22 * * *", duration: "4h" };
  const text = JSON.stringify({
    apiVersion: "converge.dev/v1",
    kind: "Sync",
    rings: [
      { name: "canary" },
      { name: "early", promoteAfter: "30m", maxFailing: "10%" },
      { name: "all", windows: [window] },
    ],
    units: units.map((unit) => {
      const [name = "", ring, ref = "main", ...rest] = unit.split(" ");
      const windows = rest.length === 0 ? {} : { windows: [] };
      return { name, source: { url, ref, path: name }, ...(ring === "-" ? {} : { ring }), ...windows };
    }),
  });
  const reading = await readConfiguration({ name: "sync.json", text });
  if ("diagnostics" in reading) {
    throw new Error(JSON.stringify(reading.diagnostics));
  }
  return { rings: [], ...reading.configuration };
}

const ready: RingUnit = { ready: { revision: revisionOf("a", "Add a shop"), since: 5 } };

/** The rollouts of those units, of which the named ones are ready. */
async function rolloutsOf(readyUnits: Set<string>, ...units: readonly string[]): Promise<Rollouts> {
  const rollouts = new Rollouts((name) => (readyUnits.has(name) ? ready : {}));
  rollouts.configure(await configured(...units));
  return rollouts;
}

const previousRing = test.macro(
  async (t, units: readonly string[], expected: Readonly<Record<string, string | undefined>>) => {
    const rollouts = await rolloutsOf(new Set(), ...units);
    const found = Object.keys(expected).map((name) => [name, rollouts.of(name)?.previous?.name]);
    t.deepEqual(Object.fromEntries(found), expected);
  },
);

test("each ring waits for the previous one", previousRing, ["a canary", "b early", "c all"], {
  a: undefined,
  b: "canary",
  c: "early",
});
test("a ring without units is skipped", previousRing, ["a canary", "c all"], { c: "canary" });
test("a unit without a ring waits for no ring", previousRing, ["a canary", "d -"], { d: undefined });
test(
  "a ring whose units follow another ref of the repository is skipped",
  previousRing,
  ["a canary", "b early next", "c all", "d all next"],
  { b: undefined, c: "canary", d: "early" },
);

test("a unit uses the promotion settings of its own ring", async (t) => {
  const rollouts = await rolloutsOf(new Set(["x"]), "a canary", "x canary", "b early");
  t.deepEqual(rollouts.of("b"), {
    previous: { name: "canary", units: [{}, ready], promoteAfter: 1_800_000, maxFailing: { percent: 10 } },
    windows: [],
  });
});

test("a unit has the windows of its ring, unless it has its own", async (t) => {
  const rollouts = await rolloutsOf(new Set(), "c all", "d all main own", "e early");
  const night = { kind: "allow", schedule: "0 22 * * *", duration: 14_400_000, timeZone: "UTC" } as const;
  t.deepEqual(
    ["c", "d", "e"].map((name) => rollouts.of(name)?.windows),
    [[night], [], undefined],
  );
});

test("a change of a unit affects the units of the next ring", async (t) => {
  const readyUnits = new Set<string>();
  const rollouts = await rolloutsOf(readyUnits, "a canary", "b early", "c all", "d early next");
  t.deepEqual(rollouts.of("b")?.previous?.units, [{}]);
  readyUnits.add("a");
  t.deepEqual([...rollouts.changed("a")], ["b"]);
  t.deepEqual(rollouts.of("b")?.previous?.units, [ready]);
  t.deepEqual([...rollouts.changed("b")], ["c"]);
  t.deepEqual([...rollouts.changed("c")], []);
});

test("without rings in the configuration no unit waits", async (t) => {
  const rollouts = await rolloutsOf(new Set(), "a canary", "b early");
  rollouts.configure({ rings: [], units: [] });
  t.is(rollouts.of("b"), undefined);
});
