import test from "ava";
import * as fc from "fast-check";

import { compareText } from "../../object/object-ref.ts";
import { LeaseFreshness } from "./lease-health.ts";
import { memberLease, memberLeaseName } from "./member-lease.ts";
import { PeerLeases } from "./peer-leases.ts";
import { monotonicTime } from "../../async/clock.ts";
import { listingOf } from "./advertised-units.ts";
import { assignUnit } from "./assign-units.ts";
import { ownersIn } from "./membership-view.ts";

const names = fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 8 });

test("each unit is assigned to exactly one replica, whatever the order of the replicas", (t) => {
  fc.assert(
    fc.property(fc.string(), names, (unit, members) => {
      const owner = assignUnit(unit, members);
      t.true(owner !== undefined && members.includes(owner));
      t.is(assignUnit(unit, members.toSorted(compareText)), owner);
    }),
  );
  t.is(assignUnit("shop", []), undefined);
});

test("a single replica has all units", (t) => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (unit, member) => {
      t.is(assignUnit(unit, [member]), member);
    }),
  );
});

test("when a replica leaves, only its units move, and when it returns it gets the same units", (t) => {
  fc.assert(
    fc.property(fc.string(), names, fc.string(), (unit, members, other) => {
      const rest = members.filter((member) => member !== other);
      const before = assignUnit(unit, [...rest, other]);
      t.true(before === other || assignUnit(unit, rest) === before);
    }),
  );
});

test("units are spread about evenly", (t) => {
  const units = Array.from({ length: 1000 }, (_, index) => `unit-${index}`);
  fc.assert(
    fc.property(fc.uniqueArray(fc.uuid(), { minLength: 2, maxLength: 5 }), (members) => {
      const kept = units.map((unit) => assignUnit(unit, members));
      for (const member of members) {
        const share = (kept.filter((owner) => owner === member).length * members.length) / units.length;
        t.true(share > 0.6 && share < 1.4, `${member} has ${share} of its share`);
      }
    }),
    { numRuns: 20 },
  );
});

/** A thousand units of a fleet, and replicas as a Deployment names them. */
const fleet = ["shop", "blog", "billing", "search", "mail"].flatMap((app) =>
  ["eu", "us", "ap", "sa"].flatMap((region) =>
    Array.from({ length: 50 }, (_, index) => `${app}-${region}-${index}`),
  ),
);
const pods = fc.uniqueArray(
  fc.array(fc.constantFrom("b", "c", "d", "f", "g", "k", "m", "x", "2", "4", "7", "9"), {
    minLength: 5,
    maxLength: 5,
  }),
  { minLength: 3, maxLength: 3, selector: (letters) => letters.join("") },
);

/** The owners of all units of the fleet, shared by those replicas. */
function sharedBy(members: readonly string[]): ReadonlyMap<string, string | undefined> {
  const ownerOf = ownersIn(new Map(members.map((member) => [member, listingOf(fleet)])));
  return new Map(fleet.map((unit) => [unit, ownerOf(unit)]));
}

test("three replicas share a thousand units within 10 % of a third each, and two of them within 10 % of a half", (t) => {
  fc.assert(
    fc.property(pods, (suffixes) => {
      const members = suffixes.map((letters) => `converge-7d9f8b6c5d-${letters.join("")}`);
      for (const some of [members, members.slice(1)]) {
        const owners = [...sharedBy(some).values()];
        for (const member of some) {
          const share = (owners.filter((owner) => owner === member).length * some.length) / fleet.length;
          t.true(share >= 0.9 && share <= 1.1, `${member} has ${share} of its share`);
        }
      }
    }),
    { numRuns: 100 },
  );
});

test("when one of three replicas leaves, at most 3 % of all units move between the others", (t) => {
  fc.assert(
    fc.property(pods, (suffixes) => {
      const members = suffixes.map((letters) => `converge-7d9f8b6c5d-${letters.join("")}`);
      const before = sharedBy(members);
      const after = sharedBy(members.slice(1));
      const others = fleet.filter((unit) => before.get(unit) !== members[0]);
      const moved = others.filter((unit) => after.get(unit) !== before.get(unit)).length;
      t.true(moved <= 0.03 * fleet.length, `${moved} units of the others are moved`);
    }),
    { numRuns: 100 },
  );
});

const noon = Date.UTC(2026, 0, 2, 12);
const second = 1000;

function living(roster: PeerLeases, horizon: number): readonly string[] {
  return [...roster.alive(horizon).keys()];
}

function leaseOf(identity: string, renewed: number): ReturnType<typeof memberLease> {
  return memberLease({ namespace: "web", sync: "shop", identity }, { now: noon + renewed, since: noon });
}

test("the Lease of a replica names the sidecar and the time since when the replica is alive", (t) => {
  const name = memberLeaseName({ sync: "shop", identity: "a" });
  t.regex(name, /^converge-sync-shop-[0-9a-f]{12}$/);
  t.not(memberLeaseName({ sync: "shop", identity: "b" }), name);
  t.deepEqual(leaseOf("a", 5 * second), {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: {
      name,
      namespace: "web",
      labels: { "app.kubernetes.io/managed-by": "converge", "converge.dev/sync": "shop" },
    },
    spec: {
      holderIdentity: "a",
      leaseDurationSeconds: 15,
      acquireTime: "2026-01-02T12:00:00.000000Z",
      renewTime: "2026-01-02T12:00:05.000000Z",
      leaseTransitions: 0,
    },
  });
});

test("a replica is alive until its Lease has not changed for 15 s, whatever its renewTime", (t) => {
  const roster = new PeerLeases();
  roster.see(leaseOf("b", -3600 * second), 100 * second);
  roster.see(leaseOf("a", 3600 * second), 105 * second);
  t.deepEqual(living(roster, 114.999 * second), ["a", "b"]);
  // The same Lease again does not count as a renewal.
  roster.see(leaseOf("b", -3600 * second), 112 * second);
  t.deepEqual(living(roster, 115 * second), ["a"]);
  roster.see(leaseOf("b", -3595 * second), 116 * second);
  t.deepEqual(living(roster, 116 * second), ["a", "b"]);
});

test("a replica that releases its Lease, or whose Lease is deleted, is gone at once", (t) => {
  const roster = new PeerLeases();
  roster.see(leaseOf("a", 0), 0);
  roster.see({ ...leaseOf("b", 0), spec: { holderIdentity: "" } }, 0);
  t.deepEqual(living(roster, 0), ["a"]);
  roster.forget(memberLeaseName({ sync: "shop", identity: "a" }));
  t.deepEqual(living(roster, 0), []);
});

test("replicas that are missing in a list are gone", (t) => {
  const roster = new PeerLeases();
  roster.see(leaseOf("a", 0), 0);
  roster.see(leaseOf("b", 0), 0);
  roster.keepOnly(new Set([memberLeaseName({ sync: "shop", identity: "b" })]));
  t.deepEqual(living(roster, 0), ["b"]);
});

test("a Lease that has not changed for ten minutes can be removed, with its resource version", (t) => {
  const roster = new PeerLeases();
  const lease = leaseOf("a", 0);
  const name = memberLeaseName({ sync: "shop", identity: "a" });
  roster.see({ ...lease, metadata: { name, resourceVersion: "7" } }, 0);
  t.deepEqual(roster.dead(599 * second), []);
  t.deepEqual(roster.dead(600 * second), [{ name, resourceVersion: "7" }]);
});

test("while no events arrive, no other replica is considered dead", (t) => {
  const roster = new PeerLeases();
  roster.see(leaseOf("dead long before", 0), 0);
  roster.see(leaseOf("b", 0), 98 * second);
  // The last own renewal that was observed was sent at 100 s; then no event for an hour, or the clock is set
  // forward.
  const back = 3700 * second;
  roster.excuse(100 * second, back);
  t.deepEqual(living(roster, back), ["b"]);
  t.deepEqual(living(roster, back + 15 * second), []);
});

test("observations count up to the own last observed renewal, and for six more seconds", (t) => {
  const echo = new LeaseFreshness();
  t.is(echo.horizon(1000), -Infinity);
  echo.sent("1", 10_000);
  t.true(echo.isMissing);
  echo.seen("1");
  t.false(echo.isMissing);
  t.is(echo.horizon(15_999), 15_999);
  t.is(echo.horizon(16_000), 10_000);
  // The watch can be faster than the response.
  echo.seen("2");
  t.is(echo.horizon(16_000), 10_000);
  echo.sent("2", 15_000);
  t.is(echo.horizon(16_000), 16_000);
});

test("monotonic time follows the clock forward, but not backward", (t) => {
  let now = noon;
  const time = monotonicTime({ now: () => now });
  now += 5000;
  t.is(time(), 5000);
  now -= 3_600_000;
  t.is(time(), 5000);
  now += 1000;
  t.is(time(), 6000);
  now += 3_600_000;
  t.is(time(), 3_606_000);
});
