import { setImmediate as nextTurn } from "node:timers/promises";

import test from "ava";

import { type ManualClock, manualClock } from "../../../fixtures/manual-clock.ts";
import { revisionOf } from "../../../fixtures/recorded-sync.ts";
import type { Clock } from "../../async/clock.ts";
import { GitError, type GitRevision } from "../../git/model/git-repository.ts";
import { type RememberedRevisions, RevisionGate } from "./revision-gate.ts";
import type { Rollout } from "./rollouts.ts";

const noon = Date.UTC(2026, 0, 5, 12);
const minute = 60_000;
const [a, b, c] = ["a", "b", "c"].map((letter) => revisionOf(letter, `Commit ${letter}`)) as [
  GitRevision,
  GitRevision,
  GitRevision,
];

interface TestGate {
  readonly gate: RevisionGate;
  readonly clock: ManualClock;
  /** The state of the cluster and the requests of users; tests change it. */
  readonly facts: {
    rollout: Rollout | undefined;
    remembered: RememberedRevisions;
    asked?: string;
    fetched?: GitRevision | GitError;
  };
  readonly fetches: string[];
  readonly wakes: () => number;
}

/** A gate of a unit whose previous ring has been ready at a revision for so many minutes. */
function open(ready: GitRevision | undefined, minutes = 0, remembered: RememberedRevisions = {}): TestGate {
  const clock = manualClock(noon);
  const facts: TestGate["facts"] = { rollout: canary(ready, noon - minutes * minute), remembered };
  const fetches: string[] = [];
  let wakes = 0;
  const gate = new RevisionGate({
    clock: clock as unknown as Clock,
    repository: {
      fetch: async ({ commit }) => {
        fetches.push(commit);
        await nextTurn();
        if (facts.fetched === undefined || facts.fetched instanceof GitError) {
          throw facts.fetched ?? new Error("nothing is fetched");
        }
        return facts.fetched;
      },
    },
    rollout: () => facts.rollout,
    remembered: () => facts.remembered,
    promotionAsked: () => facts.asked,
    wake: () => {
      wakes += 1;
    },
    signal: new AbortController().signal,
  });
  gate.open();
  gate.polled();
  return { gate, clock, facts, fetches, wakes: () => wakes };
}

function canary(revision: GitRevision | undefined, since: number): Rollout {
  const units = [revision === undefined ? {} : { ready: { revision, since } }];
  const ring = { name: "canary", units, promoteAfter: 30 * minute, maxFailing: { count: 0 } };
  return { previous: ring, windows: [] };
}

test("a unit is woken up when its ring has been ready for long enough", (t) => {
  const { gate, clock, wakes } = open(b, 10, { current: a });
  t.is(gate.admit(b).revision, a);
  gate.patch(b);
  clock.pass(20 * minute - 1);
  t.deepEqual([wakes(), gate.admit(b).revision], [0, a]);
  clock.pass(1);
  t.deepEqual([wakes(), gate.admit(b).revision], [1, b]);
});

test("an interruption of the ring restarts its time", (t) => {
  const { gate, clock, facts } = open(b, 29, { current: a });
  facts.rollout = canary(undefined, 0);
  clock.pass(minute);
  t.is(gate.admit(b).revision, a);
  facts.rollout = canary(b, clock.now());
  clock.pass(29 * minute);
  t.is(gate.admit(b).revision, a);
  clock.pass(minute);
  t.is(gate.admit(b).revision, b);
});

test("a promotion is kept in another process, which reads it from the cluster", (t) => {
  const first = open(b, 30, { current: a });
  const { promotion } = first.gate.patch(c);
  t.is(promotion?.revision, b);
  const second = open(undefined, 0, { current: a, ...(promotion && { promotion }) });
  t.is(second.gate.admit(c).revision, b);
});

test("a revision that is known only from the cluster is fetched from git once before it is applied", async (t) => {
  const stored = { ...a, subject: "", author: "" };
  const { gate, facts, fetches, wakes } = open(undefined, 0, { current: stored });
  facts.fetched = a;
  t.is(gate.revision(b), undefined);
  t.is(gate.revision(b), undefined);
  await nextTurn();
  await nextTurn();
  t.deepEqual([fetches, wakes(), gate.revision(b)], [[a.commit], 1, a]);
});

test("the current revision of a unit is not fetched again, however many commits it waits for", (t) => {
  const { gate, fetches } = open(undefined, 0, { current: a });
  gate.revision(a);
  for (const letter of "bcdef0123456789") {
    t.is(gate.revision(revisionOf(letter, `Commit ${letter}`)), a);
  }
  t.deepEqual(fetches, []);
});

test("if git has lost a revision, the fault is reported, and the fetch is retried after the next poll", async (t) => {
  const { gate, facts, fetches } = open(undefined, 0, { current: { ...a } });
  facts.fetched = new GitError("missing", "there is no such commit");
  for (let count = 0; count < 3; count += 1) {
    t.is(gate.revision(b), undefined);
    await nextTurn();
    await nextTurn();
  }
  t.deepEqual([fetches.length, gate.fault], [1, "there is no such commit"]);
  gate.polled();
  facts.fetched = a;
  gate.revision(b);
  await nextTurn();
  await nextTurn();
  t.deepEqual([gate.revision(b), gate.fault], [a, undefined]);
});

test("a revision that the unit has started is its current one", (t) => {
  const { gate, facts } = open(b, 30, { current: a });
  t.is(gate.revision(b), b);
  gate.begun(b);
  facts.rollout = canary(undefined, 0);
  t.is(gate.revision(c), b);
});

test("a revision started in a window is kept when it closes, and the unit is woken up for the next one", (t) => {
  const { gate, facts, clock, wakes } = open(undefined, 0, { current: a });
  const window = { kind: "allow", schedule: "0 13 * * *", duration: 60 * minute, timeZone: "UTC" } as const;
  facts.rollout = { previous: undefined, windows: [window] };
  gate.revision(a);
  gate.patch(b);
  t.is(gate.revision(b), a);
  clock.pass(60 * minute);
  t.deepEqual([wakes(), gate.revision(b)], [1, b]);
  gate.begun(b);
  clock.pass(60 * minute);
  t.is(gate.revision(c), b);
});

test("a promotion request is for the revision of the next poll, and is handled once", (t) => {
  const { gate, facts } = open(undefined, 0, { current: a });
  facts.asked = "now";
  t.is(gate.admit(b).revision, a);
  gate.polled();
  t.is(gate.revision(c), c);
  t.like(gate.patch(c), {
    waiting: undefined,
    promotion: { revision: c, isForced: true },
    handledPromotion: "now",
  });
  gate.begun(c);
  gate.polled();
  const d = revisionOf("d", "Commit d");
  t.is(gate.revision(d), c);
  facts.asked = "again";
  gate.revision(d);
  gate.polled();
  t.is(gate.revision(d), d);
});

test("after a promotion the unit follows git back to the earlier revision of the ring", (t) => {
  const { gate, facts, clock } = open(a, 120, { current: a });
  facts.asked = "now";
  gate.revision(a);
  gate.polled();
  t.is(gate.revision(b), b);
  gate.begun(b);
  gate.polled();
  t.is(gate.revision(a), a);
  t.is(gate.patch(a).waiting, undefined);
  t.is(clock.pending(), 0);
});

test("a replica that does not own the unit uses the state in the cluster, and handles no request", (t) => {
  const { gate, facts } = open(undefined, 0, { current: a });
  gate.close();
  facts.asked = "now";
  gate.polled();
  facts.remembered = { current: b };
  t.is(gate.admit(c).revision, b);
});

test("a unit without ring and windows gets each revision at once", (t) => {
  const { gate, facts, clock } = open(undefined);
  facts.rollout = undefined;
  t.is(gate.revision(b), b);
  t.deepEqual(gate.patch(b), { waiting: undefined, promotion: undefined });
  t.is(clock.pending(), 0);
});
