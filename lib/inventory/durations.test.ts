import test from "ava";

import { durationsOf, withCarriedDurations, withMeasuredDurations } from "./durations.ts";
import { readHistory, writeHistory } from "./history.ts";
import type { Revision } from "./revision.ts";

function revision(number: number, durations?: Readonly<Record<string, number>>): Revision {
  return {
    number,
    at: number,
    action: "upgrade",
    outcome: "succeeded",
    digest: "",
    objects: 1,
    shards: 1,
    ...(durations === undefined ? {} : { durations: new Map(Object.entries(durations)) }),
  };
}

test("a history is unchanged after writing and reading it, with the durations of its newest revision", (t) => {
  const history = [revision(1), revision(2, { a: 43_200, b: 300 })];
  const read = readHistory(JSON.parse(JSON.stringify(writeHistory(history))));
  t.deepEqual(read, history);
  t.deepEqual(Object.fromEntries(durationsOf(read)), { a: 43_200, b: 300 });
});

test("the order in which durations were measured does not change the written history", (t) => {
  const one = writeHistory([revision(1, { a: 100, b: 200 })]);
  t.is(JSON.stringify(one), JSON.stringify(writeHistory([revision(1, { b: 200, a: 100 })])));
});

test("revisions that earlier versions recorded have no durations", (t) => {
  const [read] = readHistory([{ number: 1 }]);
  t.false("durations" in (read ?? {}));
  t.is(durationsOf(readHistory([{ number: 1 }])).size, 0);
});

test("invalid durations in a record are ignored", (t) => {
  const written = JSON.parse('{"a":-1,"b":"5s","c":1e99,"d":1.5,"__proto__":200,"e":null,"f":300}');
  const read = readHistory([{ number: 1, durations: written }]);
  t.deepEqual(
    [...durationsOf(read)],
    [
      ["f", 300],
      ["__proto__", 200],
    ],
  );
  t.is(durationsOf(readHistory([{ number: 1, durations: "x" }])).size, 0);
});

test("a run records wait times in tenths of seconds, and keeps other durations of earlier runs", (t) => {
  const history = [revision(1, { web: 9000, db: 5000, quick: 700 })];
  const measured = new Map([
    ["web", 12_345],
    ["new", 149],
    ["quick", 99],
    ["other", 3],
  ]);
  t.deepEqual(Object.fromEntries(durationsOf(withMeasuredDurations(history, measured))), {
    web: 12_300,
    db: 5000,
    quick: 700,
    new: 100,
  });
});

test("a run without measurable wait times leaves the history unchanged", (t) => {
  const history = [revision(1, { web: 9000 })];
  t.is(withMeasuredDurations(history, new Map()), history);
  t.is(withMeasuredDurations(history, new Map([["env", 20]])), history);
  t.deepEqual(withMeasuredDurations([], new Map([["web", 2000]])), []);
});

test("a new revision takes over the durations of its objects, and earlier revisions drop theirs", (t) => {
  const before = [revision(1), revision(2, { web: 9000, gone: 5000 })];
  const { history, revision: added } = withCarriedDurations(before, revision(3), new Set(["web", "new"]));
  t.deepEqual(history, [revision(1), revision(2)]);
  t.deepEqual(added, revision(3, { web: 9000 }));
  t.deepEqual(withCarriedDurations([revision(1)], revision(2), new Set(["web"])).revision, revision(2));
});

test("the longest durations are kept if there are too many for a record", (t) => {
  const measured = new Map(
    Array.from({ length: 700 }, (_, index) => [`object-${index}`, 1000 + index * 100]),
  );
  const kept = durationsOf(withMeasuredDurations([revision(1)], measured));
  t.is(kept.size, 500);
  t.is(Math.min(...kept.values()), 21_000);
  t.is(kept.get("object-699"), 70_900);
});
