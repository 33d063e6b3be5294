import test from "ava";
import * as fc from "fast-check";

import { manualClock } from "../../../fixtures/manual-clock.ts";
import { type MembershipView, isSameCompany, ownersIn, removerIn } from "./membership-view.ts";
import {
  commonListing,
  isListed,
  type AdvertisedUnits,
  listingOf,
  readAdvertisedUnits,
} from "./advertised-units.ts";
import { memberLease } from "./member-lease.ts";
import { PeerLeases } from "./peer-leases.ts";
import { NameConflictDetector } from "./name-conflict-detector.ts";

const noon = Date.UTC(2026, 0, 2, 12);
const second = 1000;

const unitNames = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d", "e"));
const listings = fc.option(fc.oneof(unitNames.map(listingOf), fc.constant(readAdvertisedUnits("*"))), {
  nil: undefined,
});
const companies: fc.Arbitrary<MembershipView> = fc
  .uniqueArray(fc.tuple(fc.string({ maxLength: 3 }), listings), { selector: ([identity]) => identity })
  .map((members) => new Map(members));

test("a unit that live replicas list has exactly one owner among them, and other units have none", (t) => {
  fc.assert(
    fc.property(companies, fc.constantFrom("a", "b", "f"), (company, unit) => {
      const listers = [...company.keys()].filter((identity) => isListed(unit, company.get(identity)));
      const owner = ownersIn(company)(unit);
      t.is(owner !== undefined, listers.length > 0);
      t.true(owner === undefined || listers.includes(owner));
      t.is(ownersIn(new Map([...company].toReversed()))(unit), owner);
    }),
  );
});

test("a replica that lists other units does not change the owners of the rest", (t) => {
  fc.assert(
    fc.property(companies, fc.string({ maxLength: 3 }), unitNames, (company, conflict, units) => {
      const others = new Map([...company].filter(([identity]) => identity !== conflict));
      const all = new Map([...others, [conflict, listingOf(units)] as const]);
      for (const unit of ["a", "b", "c", "d", "e"].filter((name) => !isListed(name, listingOf(units)))) {
        t.is(ownersIn(all)(unit), ownersIn(others)(unit));
      }
    }),
  );
});

test("leftovers of a unit are removed by one replica, and not while one lists it or has no configuration", (t) => {
  fc.assert(
    fc.property(companies, fc.constantFrom("a", "b", "f"), (company, unit) => {
      const isFree = [...company.values()].every(
        (listing) => listing !== undefined && !isListed(unit, listing),
      );
      const remover = removerIn(company, unit);
      t.is(remover !== undefined, isFree && company.size > 0);
      t.true(remover === undefined || company.has(remover));
      t.true(remover === undefined || ownersIn(company)(unit) === undefined);
    }),
  );
});

test("the list of units of a replica is read back as written", (t) => {
  fc.assert(
    fc.property(unitNames, unitNames, (configured, reported) => {
      const listing = listingOf(configured);
      t.deepEqual(readAdvertisedUnits(listing.text), listing);
      t.deepEqual(
        commonListing(listing, listingOf(reported)),
        listingOf(configured.filter((unit) => reported.includes(unit))),
      );
    }),
  );
  t.is(listingOf(["b", "a", "b"]).text, "a,b");
  t.is(readAdvertisedUnits(undefined), undefined);
  t.is(commonListing(listingOf(["a"]), undefined), undefined);
  const many = listingOf(Array.from({ length: 20_000 }, (_, index) => `unit-${index}`));
  t.is(many.text, "*");
  t.true(isListed("shop", readAdvertisedUnits(many.text)));
  t.deepEqual(commonListing(many, listingOf(["a"])), listingOf(["a"]));
});

test("a replica is known with the units in its Lease", (t) => {
  const roster = new PeerLeases();
  const reported = (identity: string, units: readonly string[] | undefined): void => {
    const listing = units === undefined ? {} : { listing: listingOf(units) };
    roster.see(
      memberLease({ namespace: "web", sync: "shop", identity }, { now: noon, since: noon, ...listing }),
      0,
    );
  };
  reported("b", undefined);
  reported("a", ["y", "x"]);
  t.true(
    isSameCompany(
      roster.alive(0),
      new Map([
        ["a", listingOf(["x", "y"])],
        ["b", undefined],
      ]),
    ),
  );
  reported("b", []);
  t.is(roster.alive(0).get("b")?.text, "");
});

/** The warnings of a replica with units a and b about others with its name, as time passes. */
function conflicts(): {
  readonly after: (seconds: number, others: MembershipView, own?: AdvertisedUnits) => readonly string[];
} {
  const { now, after, pass } = manualClock(noon);
  const warnings: string[] = [];
  const watcher = new NameConflictDetector({
    context: { clock: { now, after, sleep: async () => Promise.resolve() } },
    namespace: "web",
    sync: "main",
    emit: (event) => {
      if (event.type === "notice") {
        warnings.push(`${event.level}: ${event.message}`);
      }
    },
  });
  return {
    after: (seconds, others, own = listingOf(["a", "b"])) => {
      pass(seconds * second);
      watcher.look(own, others, now() - noon);
      return warnings.splice(0);
    },
  };
}

function alone(...units: readonly string[]): MembershipView {
  return new Map([["other", listingOf(units)]]);
}

test("a sidecar with the same name and other units for two minutes is reported once, until it is resolved", (t) => {
  const { after } = conflicts();
  const words = "warning: another sidecar named main in namespace web has other units";
  t.deepEqual(after(0, alone("c", "d", "a")), []);
  t.deepEqual(after(119, alone("c", "d", "a")), []);
  t.deepEqual(after(1, alone("c", "d", "a")), [`${words} (c, d): give one of them another --name`]);
  t.deepEqual(after(300, alone("c", "d", "a")), []);
  t.deepEqual(after(1, alone("a", "b")), []);
  t.deepEqual(after(1, alone("a")), []);
  t.deepEqual(after(120, alone("a")), [`${words} (without b): give one of them another --name`]);
});

test("a rolling update is not reported as a name conflict", (t) => {
  const { after } = conflicts();
  t.deepEqual(after(0, alone("a")), []);
  t.deepEqual(after(100, alone("a")), []);
  // The own configuration has changed.
  t.deepEqual(after(100, alone("a"), listingOf(["b"])), []);
  t.deepEqual(after(100, alone("a"), listingOf(["b"])), []);
  t.deepEqual(after(100, new Map(), listingOf(["b"])), []);
  t.deepEqual(after(100, alone("a"), listingOf(["b"])), []);
  t.deepEqual(after(1000, new Map([["other", undefined]]), listingOf(["b"])), []);
  t.deepEqual(after(1000, alone("b"), listingOf(["b"])), []);
});
