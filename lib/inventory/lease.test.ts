import test from "ava";

import { objectField } from "../object/json.ts";
import { judgeLease, leaseObject, releasedLease, seemsHeld, observeLease } from "./lease.ts";

const noon = Date.UTC(2026, 0, 2, 12);
const facts = { name: "converge-shop", namespace: "web", holder: "a", now: noon, seconds: 15 };
const held = leaseObject(facts);

test("a new Lease is acquired by its holder", (t) => {
  t.deepEqual(objectField(held, "spec"), {
    holderIdentity: "a",
    leaseDurationSeconds: 15,
    acquireTime: "2026-01-02T12:00:00.000000Z",
    renewTime: "2026-01-02T12:00:00.000000Z",
    leaseTransitions: 0,
  });
});

test("a renewal of a Lease keeps its acquireTime and the resourceVersion that was read", (t) => {
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

test("taking over a Lease increments leaseTransitions", (t) => {
  t.like(leaseObject({ ...facts, holder: "b", now: noon + 60_000, previous: held }), {
    spec: { holderIdentity: "b", acquireTime: "2026-01-02T12:01:00.000000Z", leaseTransitions: 1 },
  });
});

test("a missing Lease and a released one are free", (t) => {
  const seen = { holder: "b", now: noon, seenAt: noon };
  t.is(judgeLease(undefined, seen), "free");
  t.is(judgeLease(releasedLease(held), seen), "free");
});

test("a Lease still belongs to its own holder after it has expired", (t) => {
  t.is(judgeLease(held, { holder: "a", now: noon + 60_000, seenAt: noon }), "ours");
});

test("a Lease of an earlier process of the same replica is free immediately", (t) => {
  const lease = leaseObject({ ...facts, holder: "sync-0/shop@first" });
  const seen = { holder: "sync-0/shop@second", now: noon, seenAt: noon };
  t.is(judgeLease(lease, { ...seen, ended: "sync-0/shop@" }), "free");
  t.like(judgeLease(lease, seen), { heldBy: "sync-0/shop@first" });
  t.like(judgeLease(lease, { ...seen, ended: "sync-1/shop@" }), { heldBy: "sync-0/shop@first" });
});

test("a Lease of another client is held until it was seen unchanged for its whole duration", (t) => {
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

test("the expiry of a Lease does not depend on the clock of its holder", (t) => {
  const tomorrow = noon + 86_400_000;
  t.like(judgeLease(held, { holder: "b", now: tomorrow, seenAt: tomorrow }), {
    heldBy: "a",
    expiresIn: 15_000,
  });
});

test("a renewed Lease restarts its expiry, an unchanged one does not", (t) => {
  const first = observeLease(held, undefined, 1000);
  t.is(observeLease(held, first, 5000).at, 1000);
  const renewed = leaseObject({ ...facts, now: noon + 5000, previous: held });
  t.is(observeLease(renewed, first, 6000).at, 6000);
});

test("a Lease without a duration is free", (t) => {
  t.is(judgeLease({ spec: { holderIdentity: "a" } }, { holder: "b", now: 0, seenAt: 0 }), "free");
});

test("on a single read, a Lease seems held until its renewTime plus duration has passed", (t) => {
  const lease = leaseObject({ name: "l", namespace: "n", holder: "run", now: 60_000, seconds: 15 });
  t.true(seemsHeld(lease, 74_999));
  t.false(seemsHeld(lease, 75_000));
  t.false(seemsHeld(releasedLease(lease), 60_000));
  t.false(seemsHeld(undefined, 60_000));
  t.false(seemsHeld({ spec: { holderIdentity: "run", leaseDurationSeconds: 15 } }, 0));
});
