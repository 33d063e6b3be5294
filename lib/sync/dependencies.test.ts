import test from "ava";

import { blockersOf } from "./dependencies.ts";
import { knownState } from "./known-state.ts";
import { ObjectProviders } from "./known-objects.ts";
import { retryPause } from "./retry-pause.ts";
import type { Phase, UnitState } from "./unit-state.ts";

const [old, now] = ["a".repeat(40), "b".repeat(40)];

function revision(commit: string): NonNullable<UnitState["observed"]> {
  return { commit, ref: "refs/heads/main", subject: "x", author: "y", at: 0 };
}

function standing(
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
    health: { ready: 0, progressing: 0, failed: 0, missing: 0 },
    fights: [],
    corrected: 0,
    run: 0,
  };
}

const isBlocked = test.macro({
  title: (words) => words ?? "",
  exec: (t, state: UnitState | undefined, expected: boolean) => {
    const blockers = blockersOf({ dependsOn: ["base"] }, () => state);
    t.deepEqual(blockers, expected ? ["base"] : []);
  },
});

test("a unit waits for one that nobody has looked at", isBlocked, standing("Pending"), true);
test("a unit waits for one that is not there", isBlocked, undefined, true);
test(
  "a unit waits for one that is being applied",
  isBlocked,
  standing("Reconciling", { applied: old }),
  true,
);
test(
  "a unit waits for one that is ready at what git had before",
  isBlocked,
  standing("Ready", { applied: old }),
  true,
);
test(
  "a unit waits for one that has failed",
  isBlocked,
  standing("Failed", { applied: old, failures: 1 }),
  true,
);
test("a unit goes on once the other is ready", isBlocked, standing("Ready", { applied: now }), false);
test(
  "one that is suspended after it was ready is not waited for",
  isBlocked,
  standing("Suspended", { applied: old }),
  false,
);
test("one that was suspended before it was ever ready is waited for", isBlocked, standing("Suspended"), true);
test(
  "one that was suspended as it failed is waited for",
  isBlocked,
  standing("Suspended", { applied: old, failures: 2 }),
  true,
);

const elsewhere = { ...standing("Elsewhere"), name: "base" };

const toldBlocked = test.macro({
  title: (title) => title ?? "",
  exec: (t, state: UnitState, told: Parameters<typeof knownState>[1]["standing"], expected: boolean) => {
    const seen = knownState(state, { observed: revision(now), standing: told });
    t.deepEqual(
      blockersOf({ dependsOn: ["base"] }, () => seen),
      expected ? ["base"] : [],
    );
  },
});

test(
  "a unit of another replica counts by its resource",
  toldBlocked,
  elsewhere,
  { isReady: true, applied: now, observed: now },
  false,
);
test(
  "a unit of another replica is waited for until it has the newest commit",
  toldBlocked,
  elsewhere,
  { isReady: true, applied: old, observed: old },
  true,
);
test(
  "a unit of another replica that is not ready is waited for",
  toldBlocked,
  elsewhere,
  { isReady: false, applied: now, observed: now },
  true,
);
test("a unit of another replica without a resource is waited for", toldBlocked, elsewhere, undefined, true);
test(
  "one that was suspended before the start counts by its resource",
  toldBlocked,
  standing("Suspended"),
  { isReady: true, applied: old, observed: old },
  false,
);
test(
  "what is kept here counts by itself",
  toldBlocked,
  standing("Failed", { failures: 1 }),
  { isReady: true, applied: now, observed: now },
  true,
);

test("an object is brought by the unit that was planned with it", (t) => {
  const known = new ObjectProviders();
  let heard = 0;
  known.onChange(() => (heard += 1));
  t.deepEqual(known.unknownOf(["base", "shop"]), ["base", "shop"]);
  known.learn("base", new Set(["apps/namespaces/db/StatefulSet/db"]));
  known.learn("base", new Set(["apps/namespaces/db/StatefulSet/db"]));
  t.is(heard, 1);
  t.is(known.bringerOf("apps/namespaces/db/StatefulSet/db", "shop"), "base");
  t.is(known.bringerOf("apps/namespaces/db/StatefulSet/db", "base"), undefined);
  t.deepEqual(known.unknownOf(["base", "shop"]), ["shop"]);
  known.forget("base");
  t.is(known.bringerOf("apps/namespaces/db/StatefulSet/db", "shop"), undefined);
});

function pause(failures: number, isRefused = false): number {
  return Math.round(retryPause(failures, { isRefused, random: () => 0.5 }) / 1000);
}

test("what failed is tried again later and later, five minutes apart at most", (t) => {
  t.deepEqual(
    [1, 2, 3, 4, 5, 6, 7, 8, 100].map((failures) => pause(failures)),
    [5, 10, 20, 40, 80, 160, 300, 300, 300],
  );
  t.is(pause(1, true), 300);
});
