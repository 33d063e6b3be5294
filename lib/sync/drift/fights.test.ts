import test from "ava";

import { Fights } from "./fights.ts";

const minute = 60_000;
const start = Date.UTC(2026, 0, 1);
const web = "apps/namespaces/shop/Deployment/web";

/**
 * The minutes for which corrections of an object pause after each of its corrections, made at these minutes.
 */
function pauses(corrections: readonly number[]): readonly number[] {
  const fights = new Fights();
  return corrections.map((at) => {
    const now = start + at * minute;
    fights.corrected(web, ["hpa"], now);
    return ((fights.nextAt(now) ?? now) - now) / minute;
  });
}

const pausesFor = test.macro((t, corrections: readonly number[], expected: readonly number[]) => {
  t.deepEqual(pauses(corrections), expected);
});
test("two corrections are not a fight", pausesFor, [0, 1], [0, 0]);
test("three corrections within ten minutes are a fight", pausesFor, [0, 5, 9], [0, 0, 1]);
test(
  "three corrections in more than ten minutes are not a fight",
  pausesFor,
  [0, 5, 10, 15, 20],
  [0, 0, 0, 0, 0],
);
test("each further correction doubles the pause", pausesFor, [0, 0, 0, 1, 3, 7], [0, 0, 1, 2, 4, 8]);
test(
  "a pause is at most an hour",
  pausesFor,
  [0, 0, 0, 1, 3, 7, 15, 31, 63, 123],
  [0, 0, 1, 2, 4, 8, 16, 32, 60, 60],
);
test("an hour without corrections resets the count", pausesFor, [0, 0, 0, 61, 62, 63], [0, 0, 1, 0, 0, 1]);
test(
  "less than an hour without corrections does not reset the count",
  pausesFor,
  [0, 0, 0, 60],
  [0, 0, 1, 2],
);

test("a paused object is listed with its rivals until the pause ends", (t) => {
  const fights = new Fights();
  for (const rivals of [["kubectl-edit"], [], ["hpa", "kubectl-edit"]]) {
    t.false(fights.isPaused(web, start));
    fights.corrected(web, rivals, start);
  }
  fights.corrected("/namespaces/shop/ConfigMap/env", ["hpa"], start);
  const until = start + minute;
  t.deepEqual(fights.all(start), [{ key: web, rivals: ["hpa", "kubectl-edit"], until }]);
  t.true(fights.isPaused(web, until - 1));
  t.false(fights.isPaused(web, until));
  t.is(fights.nextAt(until), undefined);
  t.deepEqual(fights.all(until), []);
});

test("fights are listed by key, and the earliest end of a pause comes next", (t) => {
  const fights = new Fights();
  for (const [key, at] of [
    ["b", start],
    ["a", start + minute / 2],
  ] as const) {
    for (let round = 0; round < 3; round += 1) {
      fights.corrected(key, [], at);
    }
  }
  t.deepEqual(
    fights.all(start + minute / 2).map(({ key }) => key),
    ["a", "b"],
  );
  t.is(fights.nextAt(start + minute / 2), start + minute);
});

test("a fight over an object that is no longer applied is forgotten", (t) => {
  const fights = new Fights();
  for (const key of ["a", "a", "a", "b", "b", "b"]) {
    fights.corrected(key, [], start);
  }
  fights.retain(new Set(["b", "c"]));
  t.deepEqual(
    fights.all(start).map(({ key }) => key),
    ["b"],
  );
  fights.corrected("a", [], start);
  t.false(fights.isPaused("a", start));
});

test("a clock that jumps back by hours does not pause corrections", (t) => {
  const fights = new Fights();
  for (let round = 0; round < 3; round += 1) {
    fights.corrected(web, [], start);
  }
  t.true(fights.isPaused(web, start));
  t.false(fights.isPaused(web, start - 120 * minute));
});
