import test from "ava";

import { nextNumber, readHistory, succeededBefore, trimmed, withRevision } from "./history.ts";
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

test("numbers go up by one, and an unfinished revision is replaced", (t) => {
  t.is(nextNumber([]), 1);
  t.is(nextNumber([revision(4)]), 5);
  t.is(nextNumber([revision(4), revision(5, "failed")]), 6);
  t.is(nextNumber([revision(4), revision(5, "unfinished")]), 5);
  t.deepEqual(numbers(withRevision([revision(4), revision(5, "unfinished")], revision(5))), [4, 5]);
});

test("one goes back to the newest that succeeded before", (t) => {
  const history = [revision(1), revision(2), revision(3, "failed"), revision(4, "timedOut")];
  t.is(succeededBefore(history)?.number, 2);
  t.is(succeededBefore(history, 2)?.number, 1);
  t.is(succeededBefore(history, 1), undefined);
});

const testTrimmed = test.macro({
  exec(t, most: number, history: readonly Revision[], kept: readonly number[]) {
    t.deepEqual(numbers(trimmed(history, most)), kept);
  },
  title: (name) => `of a history ${name}`,
});

const three = [revision(1), revision(2), revision(3)];
test("the newest are kept", testTrimmed, 2, three, [2, 3]);
test("all are kept where none are too many", testTrimmed, 3, three, [1, 2, 3]);
test("all are kept by 0", testTrimmed, 0, three, [1, 2, 3]);
test(
  "the newest that succeeded is kept however old it is",
  testTrimmed,
  2,
  [revision(1), revision(2), revision(3, "failed"), revision(4, "failed"), revision(5, "failed")],
  [2, 4, 5],
);

test("entries that are no revisions are passed over, and unknown outcomes are unfinished", (t) => {
  const read = readHistory([null, "x", { number: 0 }, { number: 2, outcome: "splendid" }]);
  t.deepEqual(read, [
    { number: 2, at: 0, action: "", outcome: "unfinished", digest: "", objects: 0, shards: 1 },
  ]);
});
