import test from "ava";

import { backFrom, nextNumber, readHistory, succeededBefore, trimmed, withRevision } from "./history.ts";
import type { Revision, RevisionOutcome } from "./revision.ts";

const revision = (number: number, outcome: RevisionOutcome = "succeeded"): Revision => ({
  number,
  at: number,
  action: "upgrade",
  outcome,
  digest: "",
  objects: 1,
  shards: 1,
});

const numbers = (history: readonly Revision[]): readonly number[] => history.map(({ number }) => number);

test("revision numbers increase by one, and an unfinished revision is replaced", (t) => {
  t.is(nextNumber([]), 1);
  t.is(nextNumber([revision(4)]), 5);
  t.is(nextNumber([revision(4), revision(5, "failed")]), 6);
  t.is(nextNumber([revision(4), revision(5, "unfinished")]), 5);
  t.deepEqual(numbers(withRevision([revision(4), revision(5, "unfinished")], revision(5))), [4, 5]);
});

test("a rollback goes back to the newest earlier revision that succeeded", (t) => {
  const history = [revision(1), revision(2), revision(3, "failed"), revision(4, "timedOut")];
  t.is(succeededBefore(history)?.number, 2);
  t.is(succeededBefore(history, 2)?.number, 1);
  t.is(succeededBefore(history, 1), undefined);
});

const testTrimmed = test.macro({
  exec(t, most: number, history: readonly Revision[], kept: readonly number[]) {
    t.deepEqual(numbers(trimmed(history, most)), kept);
  },
  title: (name) => `trimming a history: ${name}`,
});

const three = [revision(1), revision(2), revision(3)];
test("the newest are kept", testTrimmed, 2, three, [2, 3]);
test("all are kept if they do not exceed the limit", testTrimmed, 3, three, [1, 2, 3]);
test("all are kept with the limit 0", testTrimmed, 0, three, [1, 2, 3]);
test(
  "at most a thousand are kept",
  testTrimmed,
  0,
  Array.from({ length: 1100 }, (_, index) => revision(index + 1)),
  Array.from({ length: 1000 }, (_, index) => index + 101),
);
test(
  "the newest successful one is kept, however old it is",
  testTrimmed,
  2,
  [revision(1), revision(2), revision(3, "failed"), revision(4, "failed"), revision(5, "failed")],
  [2, 4, 5],
);

test("history entries that are not revisions are skipped, and unknown outcomes count as unfinished", (t) => {
  const read = readHistory([null, "x", { number: 0 }, { number: 2, outcome: "splendid" }]);
  t.deepEqual(read, [
    { number: 2, at: 0, action: "", outcome: "unfinished", digest: "", objects: 0, shards: 1 },
  ]);
});

test("implausible revision and shard numbers in a record are dropped or limited", (t) => {
  const hostile = [
    { number: 9_007_199_254_740_991 },
    { number: 1, shards: 5e9 },
    { number: 2, shards: -1 },
    { number: 3, shards: 3 },
  ];
  t.deepEqual(
    readHistory(hostile).map(({ number, shards }) => [number, shards]),
    [
      [1, 1000],
      [2, 1],
      [3, 3],
    ],
  );
});

const testBack = test.macro({
  exec(t, history: readonly Revision[], number: number | undefined) {
    t.is(backFrom(history)?.number, number);
  },
  title: (name) => `the default target of a rollback: ${name}`,
});

const rollback = (number: number, from: number, outcome: RevisionOutcome): Revision => ({
  ...revision(number, outcome),
  action: "rollback",
  from,
});
const two = [revision(1), revision(2)];

test("the previous revision after an upgrade", testBack, two, 1);
test("the last successful revision after a failed upgrade", testBack, [...two, revision(3, "failed")], 2);
test(
  "the revision before the rollback after a successful rollback",
  testBack,
  [...two, rollback(3, 1, "succeeded")],
  2,
);
test("the same revision again after a killed rollback", testBack, [...two, rollback(3, 1, "unfinished")], 1);
test("the same revision again after a failed rollback", testBack, [...two, rollback(3, 1, "failed")], 1);
test(
  "the rollback itself if its target revision is no longer kept",
  testBack,
  [revision(2), rollback(3, 1, "timedOut")],
  3,
);
test("none for the first revision", testBack, [revision(1)], undefined);
