import test from "ava";
import { array, assert, constantFrom, nat, property, tuple } from "fast-check";

import { DelayedWatch, stored, wordOf } from "../../../fixtures/delayed-watch.ts";
import { MergedObjects } from "./merged-objects.ts";
import { PackedObjects } from "./compressed-store.ts";

/**
 * `watch a7`, `answer a7`, `answer-else a7` (not of the selection), `gone a8`, `deleted a` and `synced 9`,
 * each with the change that is reported.
 */
type Step = readonly [step: string, reported: string];

function take(merged: MergedObjects, step: string): string {
  const [, verb = "", uid = "", version = ""] = /^(\S+) ([a-z]?)(\S*)$/.exec(step) ?? [];
  const object = stored(uid, version);
  switch (verb) {
    case "watch":
      return wordOf(merged.seen("/env", object));
    case "gone":
      return wordOf(merged.gone("/env", object));
    case "deleted":
      return wordOf(merged.deleted("/env", new Set([uid])));
    case "synced":
      return merged
        .synced(version)
        .map((change) => wordOf(change))
        .join();
    default:
      return wordOf(merged.answered("/env", object, verb === "answer"));
  }
}

const merges = test.macro((t, ...steps: Step[]) => {
  const merged = new MergedObjects(new PackedObjects());
  t.deepEqual(
    steps.map(([step]) => [step, take(merged, step)]),
    steps.map(([step, reported]) => [step, reported]),
  );
});

test(
  "a write response is reported immediately, and its watch event is not reported again",
  merges,
  ["answer a7", "seen a7"],
  ["watch a7", ""],
);
test(
  "a write response that the watch already reported is not reported again",
  merges,
  ["watch a7", "seen a7"],
  ["answer a7", ""],
);
test(
  "watch events older than a write response are dropped",
  merges,
  ["watch a5", "seen a5"],
  ["answer a7", "seen a7"],
  ["watch a6", ""],
  ["watch a8", "seen a8"],
);
test(
  "resource versions are compared as numbers",
  merges,
  ["watch a9", "seen a9"],
  ["answer a10", "seen a10"],
  ["watch a9", ""],
);
test(
  "a write response older than the state of the watch is dropped",
  merges,
  ["watch a9", "seen a9"],
  ["answer a8", ""],
);
test("the older of two write responses is dropped", merges, ["answer a9", "seen a9"], ["answer a8", ""]);
test(
  "a write response whose resource version is not a number is skipped",
  merges,
  ["answer ax", ""],
  ["watch ax", "seen ax"],
);
test(
  "an object deleted before its write response arrives stays deleted",
  merges,
  ["watch a7", "seen a7"],
  ["gone a8", "gone a"],
  ["answer a7", ""],
);
test(
  "an object is reported as gone as soon as its deletion is confirmed, and only once",
  merges,
  ["answer a7", "seen a7"],
  ["deleted a", "gone a"],
  ["watch a7", ""],
  ["answer a6", ""],
  ["gone a8", ""],
);
test(
  "a new object with the same name and another uid is distinct",
  merges,
  ["answer a7", "seen a7"],
  ["deleted a", "gone a"],
  ["answer b9", "seen b9"],
  ["watch a7", ""],
  ["gone a8", ""],
  ["watch b9", ""],
  ["gone b10", "gone b"],
);
test(
  "a confirmed deletion of an object that was replaced is not reported",
  merges,
  ["watch b9", "seen b9"],
  ["deleted a", ""],
);
test(
  "an object that a write removes from the selection is reported as gone",
  merges,
  ["watch a5", "seen a5"],
  ["answer-else a7", "gone a"],
  ["watch a6", ""],
  ["gone a7", ""],
  ["answer a8", "seen a8"],
);
test(
  "a list older than a write response removes nothing",
  merges,
  ["watch a5", "seen a5"],
  ["answer a9", "seen a9"],
  ["gone a5", ""],
  ["synced 7", ""],
  ["watch a8", ""],
  ["watch a9", ""],
);
test(
  "a written object that is missing in a later list is reported as gone",
  merges,
  ["synced 5", ""],
  ["answer a7", "seen a7"],
  ["synced 9", "gone a"],
  ["answer a8", ""],
);
test(
  "objects of a server restored to an older state are reported",
  merges,
  ["watch a90", "seen a90"],
  ["gone a91", "gone a"],
  ["synced 50", ""],
  ["answer a51", "seen a51"],
);

type Action = (watch: DelayedWatch, which: number) => void;

const actions = constantFrom<Action[]>(
  (watch) => watch.write(true, true),
  (watch) => watch.write(false, true),
  (watch) => watch.write(true, false),
  (watch) => watch.remove(true),
  (watch) => watch.remove(false),
  (watch, which) => watch.answer(which),
  (watch) => watch.report(),
  (watch, which) => watch.list(which),
);

test("for any order of write responses and watch events, states are reported in order, the newest last", (t) => {
  assert(
    property(array(tuple(actions, nat(5)), { maxLength: 40 }), (script) => {
      const watch = new DelayedWatch();
      for (const [action, which] of script) {
        action(watch, which);
      }
      const state = watch.end();
      const { reported } = watch;
      const last = reported.at(-1) ?? "gone";
      t.is(last.startsWith("gone") ? "gone" : last.replace(/\d+$/, ""), state, reported.join());
      const versions = reported
        .filter((line) => line.startsWith("seen"))
        .map((line) => Number(/\d+$/.exec(line)?.[0]));
      t.deepEqual(
        versions,
        versions.toSorted((left, right) => left - right),
        reported.join(),
      );
      t.is(new Set(versions).size, versions.length, reported.join());
      t.deepEqual(watch.ghosts, []);
      // No object is reported as gone twice, or without having been seen.
      t.true(
        reported.every(
          (line, index) =>
            !line.startsWith("gone") ||
            reported[index - 1]?.startsWith(line.replace("gone", "seen")) === true,
        ),
        reported.join(),
      );
    }),
    { numRuns: 1000 },
  );
});
