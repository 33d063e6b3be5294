import test from "ava";

import { blockingUnits, knownState, ringUnitOf } from "./dependencies.ts";
import { ObjectProviders } from "../object-providers.ts";
import { retryPause } from "./retry-pause.ts";
import type { Phase, UnitState } from "./unit-state.ts";

const [old, now] = ["a".repeat(40), "b".repeat(40)];

function revision(commit: string): NonNullable<UnitState["observed"]> {
  return { commit, ref: "refs/heads/main", subject: "x", author: "y", at: 0 };
}

function status(
  phase: Phase,
  facts: { readonly applied?: string; readonly failures?: number } = {},
): UnitState {
  return {
    name: "base",
    phase,
    message: "",
    since: 0,
    observed: revision(now),
    ...(facts.applied === undefined ? {} : { applied: revision(facts.applied) }),
    blockedBy: [],
    failures: facts.failures ?? 0,
    health: { ready: 0, progressing: 0, suspended: 0, failed: 0, missing: 0 },
    fights: [],
    corrected: 0,
    run: 0,
  };
}

const isBlocked = test.macro({
  title: (words) => words ?? "",
  exec: (t, state: UnitState | undefined, expected: boolean) => {
    const blockers = blockingUnits({ dependsOn: ["base"] }, () => state);
    t.deepEqual(blockers, expected ? ["base"] : []);
  },
});

test("a unit waits for one that was not checked yet", isBlocked, status("Pending"), true);
test("a unit waits for one that does not exist", isBlocked, undefined, true);
test("a unit waits for one that is being applied", isBlocked, status("Reconciling", { applied: old }), true);
test(
  "a unit waits for one that is ready at the previous commit",
  isBlocked,
  status("Ready", { applied: old }),
  true,
);
test(
  "a unit waits for one that has failed",
  isBlocked,
  status("Failed", { applied: old, failures: 1 }),
  true,
);
test("a unit starts once its dependency is ready", isBlocked, status("Ready", { applied: now }), false);
test(
  "a dependency that was suspended after it was ready is not waited for",
  isBlocked,
  status("Suspended", { applied: old }),
  false,
);
test(
  "a dependency that was suspended before it was ever ready is waited for",
  isBlocked,
  status("Suspended"),
  true,
);
test(
  "a dependency that was suspended after it failed is waited for",
  isBlocked,
  status("Suspended", { applied: old, failures: 2 }),
  true,
);

const elsewhere = { ...status("Elsewhere"), name: "base" };

const reportedBlocked = test.macro({
  title: (title) => title ?? "",
  exec: (t, state: UnitState, reported: Parameters<typeof knownState>[1]["status"], expected: boolean) => {
    const seen = knownState(state, { observed: revision(now), status: reported });
    t.deepEqual(
      blockingUnits({ dependsOn: ["base"] }, () => seen),
      expected ? ["base"] : [],
    );
  },
});

test(
  "the state of a unit of another replica is taken from its resource",
  reportedBlocked,
  elsewhere,
  { isReady: true, applied: now, observed: now },
  false,
);
test(
  "a unit of another replica is waited for until it has the newest commit",
  reportedBlocked,
  elsewhere,
  { isReady: true, applied: old, observed: old },
  true,
);
test(
  "a unit of another replica that is not ready is waited for",
  reportedBlocked,
  elsewhere,
  { isReady: false, applied: now, observed: now },
  true,
);
test(
  "a unit of another replica without a resource is waited for",
  reportedBlocked,
  elsewhere,
  undefined,
  true,
);
test(
  "the state of a unit that was suspended before the start is taken from its resource",
  reportedBlocked,
  status("Suspended"),
  { isReady: true, applied: old, observed: old },
  false,
);
test(
  "the state of a unit of this replica is its own",
  reportedBlocked,
  status("Failed", { failures: 1 }),
  { isReady: true, applied: now, observed: now },
  true,
);

const waits = test.macro({
  title: (title) => title ?? "",
  exec: (t, reported: Parameters<typeof knownState>[1]["status"], expected: readonly string[]) => {
    const seen = knownState(elsewhere, { observed: undefined, status: reported });
    t.deepEqual(
      blockingUnits({ dependsOn: ["base"] }, () => seen),
      expected,
    );
  },
});

test(
  "a unit of another replica that waits for its ring is not waited for",
  waits,
  { isReady: true, applied: old, observed: now, isWaiting: true },
  [],
);
test(
  "a unit of another replica that does not wait for a ring is waited for until it has the newest commit",
  waits,
  { isReady: true, applied: old, observed: now },
  ["base"],
);

test("a unit of a ring counts with its own state on its replica, and with its resource elsewhere", (t) => {
  const here = { revision: revision(now), since: 5 };
  const there = { revision: revision(old), since: 3 };
  const reported = { isReady: true, applied: old, observed: old, ready: there };
  const own = { ...status("Ready", { applied: now }), readySince: 5 };
  t.deepEqual(ringUnitOf(own, reported), { ready: here });
  t.deepEqual(ringUnitOf({ ...own, phase: "Elsewhere" }, reported), { ready: there });
  t.deepEqual(ringUnitOf(status("Pending"), reported), { ready: there }, "before its first run");
  t.deepEqual(ringUnitOf(status("Ready", { applied: now }), reported), {}, "it is not ready");
  t.deepEqual(ringUnitOf(undefined, undefined), {});
});

test("an object is provided by the unit whose plan contains it", (t) => {
  const known = new ObjectProviders();
  let received = 0;
  known.onChange(
    () => (received += 1),
    () => true,
  );
  known.onChange(
    () => t.fail("it waits for nothing"),
    () => false,
  );
  t.deepEqual(known.unknownOf(["base", "shop"]), ["base", "shop"]);
  known.learn("base", new Set(["apps/namespaces/db/StatefulSet/db"]));
  known.learn("base", new Set(["apps/namespaces/db/StatefulSet/db"]));
  t.is(received, 1);
  t.is(known.bringerOf("apps/namespaces/db/StatefulSet/db", "shop"), "base");
  t.is(known.bringerOf("apps/namespaces/db/StatefulSet/db", "base"), undefined);
  t.deepEqual(known.unknownOf(["base", "shop"]), ["shop"]);
  known.forget("base");
  t.is(known.bringerOf("apps/namespaces/db/StatefulSet/db", "shop"), undefined);
});

function pause(failures: number, isRefused = false): number {
  return Math.round(retryPause(failures, { isRefused, random: () => 0.5 }) / 1000);
}

test("retries after failures back off to at most five minutes", (t) => {
  t.deepEqual(
    [1, 2, 3, 4, 5, 6, 7, 8, 100].map((failures) => pause(failures)),
    [5, 10, 20, 40, 80, 160, 300, 300, 300],
  );
  t.is(pause(1, true), 300);
});
