import test from "ava";
import { array, assert, constantFrom, nat, property, tuple } from "fast-check";

import { DelayedWatch, stored, wordOf } from "../../../fixtures/delayed-watch.ts";
import { MergedObjects } from "./merged-objects.ts";
import { PackedObjects } from "./compressed-store.ts";

/**
 * `watch a7`, `answer a7`, `answer-else a7` (not of the selection), `gone a8`, `deleted a` and `synced 9`,
 * each with what is told of it.
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
  "an answer is told at once, and its echo is no news",
  merges,
  ["answer a7", "seen a7"],
  ["watch a7", ""],
);
test("what the watch has told already is not told again", merges, ["watch a7", "seen a7"], ["answer a7", ""]);
test(
  "what the watch tells of the time before an answer is dropped",
  merges,
  ["watch a5", "seen a5"],
  ["answer a7", "seen a7"],
  ["watch a6", ""],
  ["watch a8", "seen a8"],
);
test("versions are numbers", merges, ["watch a9", "seen a9"], ["answer a10", "seen a10"], ["watch a9", ""]);
test("an answer that comes late is dropped", merges, ["watch a9", "seen a9"], ["answer a8", ""]);
test("of two answers the older is dropped", merges, ["answer a9", "seen a9"], ["answer a8", ""]);
test(
  "an answer under a version that is no number is passed over",
  merges,
  ["answer ax", ""],
  ["watch ax", "seen ax"],
);
test(
  "what went before its answer came stays gone",
  merges,
  ["watch a7", "seen a7"],
  ["gone a8", "gone a"],
  ["answer a7", ""],
);
test(
  "what a deletion was answered of is gone at once and for good",
  merges,
  ["answer a7", "seen a7"],
  ["deleted a", "gone a"],
  ["watch a7", ""],
  ["answer a6", ""],
  ["gone a8", ""],
);
test(
  "another of the same name is another",
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
  "the deletion of what is not there any more is no news",
  merges,
  ["watch b9", "seen b9"],
  ["deleted a", ""],
);
test(
  "what was written as another's leaves the selection",
  merges,
  ["watch a5", "seen a5"],
  ["answer-else a7", "gone a"],
  ["watch a6", ""],
  ["gone a7", ""],
  ["answer a8", "seen a8"],
);
test(
  "a list of an older state takes nothing away",
  merges,
  ["watch a5", "seen a5"],
  ["answer a9", "seen a9"],
  ["gone a5", ""],
  ["synced 7", ""],
  ["watch a8", ""],
  ["watch a9", ""],
);
test(
  "what was written and is not in a later list is gone",
  merges,
  ["synced 5", ""],
  ["answer a7", "seen a7"],
  ["synced 9", "gone a"],
  ["answer a8", ""],
);
test(
  "a server that was set back to an older state is believed",
  merges,
  ["watch a90", "seen a90"],
  ["gone a91", "gone a"],
  ["synced 50", ""],
  ["answer a51", "seen a51"],
);

type Deed = (watch: DelayedWatch, which: number) => void;

const deeds = constantFrom<Deed[]>(
  (watch) => watch.write(true, true),
  (watch) => watch.write(false, true),
  (watch) => watch.write(true, false),
  (watch) => watch.remove(true),
  (watch) => watch.remove(false),
  (watch, which) => watch.answer(which),
  (watch) => watch.report(),
  (watch, which) => watch.list(which),
);

test("however answers and the watch come, the newest state is told last, and nothing older after something newer", (t) => {
  assert(
    property(array(tuple(deeds, nat(5)), { maxLength: 40 }), (script) => {
      const watch = new DelayedWatch();
      for (const [deed, which] of script) {
        deed(watch, which);
      }
      const stands = watch.end();
      const { reported } = watch;
      const last = reported.at(-1) ?? "gone";
      t.is(last.startsWith("gone") ? "gone" : last.replace(/\d+$/, ""), stands, reported.join());
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
      // Nothing goes twice, and what has gone is what was seen.
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
