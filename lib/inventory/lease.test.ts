import test from "ava";

import { objectField } from "../object/json.ts";
import { judgeLease, leaseObject, releasedLease, seemsHeld, observeLease } from "./lease.ts";

const noon = Date.UTC(2026, 0, 2, 12);
const facts = { name: "converge-shop", namespace: "web", holder: "a", now: noon, seconds: 15 };
const held = leaseObject(facts);

test("a new Lease is taken by its holder", (t) => {
  t.deepEqual(objectField(held, "spec"), {
    holderIdentity: "a",
    leaseDurationSeconds: 15,
    acquireTime: "2026-01-02T12:00:00.000000Z",
    renewTime: "2026-01-02T12:00:00.000000Z",
    leaseTransitions: 0,
  });
});

test("a renewal keeps when it was acquired, and is guarded by the version read", (t) => {
  const previous = { ...held, metadata: { ...objectField(held, "metadata"), resourceVersion: "7" } };
  const renewed = leaseObject({ ...facts, now: noon + 5250, previous });
  t.like(renewed, {
    metadata: { resourceVersion: "7" },
    spec: {
      acquireTime: "2026-01-02T12:00:00.000000Z",
      renewTime: "2026-01-02T12:00:05.250000Z",
      leaseTransitions: 0,
    },
  });
});

test("who takes it over counts one transition", (t) => {
  t.like(leaseObject({ ...facts, holder: "b", now: noon + 60_000, previous: held }), {
    spec: { holderIdentity: "b", acquireTime: "2026-01-02T12:01:00.000000Z", leaseTransitions: 1 },
  });
});

test("no Lease, and one that was given up, are free", (t) => {
  const seen = { holder: "b", now: noon, seenAt: noon };
  t.is(judgeLease(undefined, seen), "free");
  t.is(judgeLease(releasedLease(held), seen), "free");
});

test("our own Lease is ours, also when it has run out", (t) => {
  t.is(judgeLease(held, { holder: "a", now: noon + 60_000, seenAt: noon }), "ours");
});

test("what an earlier process of the same replica has held is free at once", (t) => {
  const lease = leaseObject({ ...facts, holder: "sync-0/shop@first" });
  const seen = { holder: "sync-0/shop@second", now: noon, seenAt: noon };
  t.is(judgeLease(lease, { ...seen, ended: "sync-0/shop@" }), "free");
  t.like(judgeLease(lease, seen), { heldBy: "sync-0/shop@first" });
  t.like(judgeLease(lease, { ...seen, ended: "sync-1/shop@" }), { heldBy: "sync-0/shop@first" });
});

test("a Lease of another client is held until we have seen it still for its whole time", (t) => {
  const state = { heldBy: "a", since: "2026-01-02T12:00:00.000000Z" };
  t.deepEqual(judgeLease(held, { holder: "b", now: noon + 1000, seenAt: noon }), {
    ...state,
    expiresIn: 14_000,
  });
  t.deepEqual(judgeLease(held, { holder: "b", now: noon + 14_999, seenAt: noon }), {
    ...state,
    expiresIn: 1,
  });
  t.is(judgeLease(held, { holder: "b", now: noon + 15_000, seenAt: noon }), "free");
});

test("the clock of the holder does not count", (t) => {
  const tomorrow = noon + 86_400_000;
  t.like(judgeLease(held, { holder: "b", now: tomorrow, seenAt: tomorrow }), {
    heldBy: "a",
    expiresIn: 15_000,
  });
});

test("a sign of life starts the time anew, silence does not", (t) => {
  const first = observeLease(held, undefined, 1000);
  t.is(observeLease(held, first, 5000).at, 1000);
  const renewed = leaseObject({ ...facts, now: noon + 5000, previous: held });
  t.is(observeLease(renewed, first, 6000).at, 6000);
});

test("a Lease without a duration has run out", (t) => {
  t.is(judgeLease({ spec: { holderIdentity: "a" } }, { holder: "b", now: 0, seenAt: 0 }), "free");
});

test("at one glance a Lease is held as long as its holder has renewed it in time, by the holder's clock", (t) => {
  const lease = leaseObject({ name: "l", namespace: "n", holder: "run", now: 60_000, seconds: 15 });
  t.true(seemsHeld(lease, 74_999));
  t.false(seemsHeld(lease, 75_000));
  t.false(seemsHeld(releasedLease(lease), 60_000));
  t.false(seemsHeld(undefined, 60_000));
  t.false(seemsHeld({ spec: { holderIdentity: "run", leaseDurationSeconds: 15 } }, 0));
});
