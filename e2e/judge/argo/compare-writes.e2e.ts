import test from "ava";

import type { Write } from "./audited-writes.ts";
import { compareBegun, compareWrites, type WritesOfBoth } from "./compare-writes.ts";

/** Writes in words: `apply jobs/a, delete jobs/a`, each received a second after the one before. */
function writes(words: string): readonly Write[] {
  return words
    .split(", ")
    .filter((one) => one !== "")
    .map((one, index): Write => {
      const [verb, id = ""] = one.split(" ");
      const [resource = ""] = id.split("/");
      return { verb: verb === "delete" ? "delete" : "apply", resource, id, at: `${index}`, path: `/${id}` };
    });
}

/** Compares what two tools have applied that were cut off. */
function begun(engine: string, converge: string): readonly string[] {
  return compareBegun({
    engine: writes(engine),
    converge: writes(converge),
    stepEnds: ["9"],
    lasting: new Set(),
    loose: new Set(),
    unchanged: new Set(),
  });
}

/** Steps end after the writes with these numbers. */
function compared(
  engine: string,
  converge: string,
  { steps = [9], ...more }: Partial<WritesOfBoth> & { readonly steps?: readonly number[] } = {},
): readonly string[] {
  return compareWrites({
    engine: writes(engine),
    converge: writes(converge),
    stepEnds: steps.map(String),
    lasting: new Set(),
    loose: new Set(),
    unchanged: new Set(),
    ...more,
  });
}

test("objects of one kind and step may be written in any order, other ones not", (t) => {
  t.deepEqual(
    compared("apply jobs/b, apply jobs/a, apply pods/c", "apply jobs/a, apply jobs/b, apply pods/c"),
    [],
  );
  t.is(compared("apply jobs/a, apply pods/c", "apply pods/c, apply jobs/a").length, 1);
  t.is(compared("apply jobs/b, apply jobs/a", "apply jobs/a, apply jobs/b", { steps: [0, 1] }).length, 1);
});

test("an object that only one of the tools writes is a difference", (t) => {
  t.is(compared("apply jobs/a, apply jobs/b", "apply jobs/a").length, 1);
  t.is(compared("apply jobs/a", "apply jobs/a, apply jobs/b").length, 1);
});

test("what is unchanged need not be written", (t) => {
  const unchanged = new Set(["jobs/a"]);
  t.deepEqual(compared("apply jobs/a, apply jobs/b", "apply jobs/b", { unchanged }), []);
  t.is(compared("apply jobs/a, apply jobs/b", "apply jobs/a, apply jobs/b", { unchanged }).length, 1);
});

test("old hooks may be deleted one after the other, and those that Argo CD would not run again as well", (t) => {
  const theirs = "delete jobs/a, delete jobs/b, apply jobs/a, apply jobs/b";
  const ours = "delete jobs/a, apply jobs/a, delete jobs/b, apply jobs/b";
  t.deepEqual(compared(theirs, ours), []);
  t.is(compared("apply jobs/a", "delete jobs/a, apply jobs/a").length, 1);
  t.deepEqual(compared("apply jobs/a", "delete jobs/a, apply jobs/a", { lasting: new Set(["a"]) }), []);
  t.is(compared("apply jobs/a, delete jobs/a", "apply jobs/a").length, 1);
});

test("an ended hook is deleted after everything is applied, unless Argo CD deletes it earlier", (t) => {
  const late = "apply jobs/a, apply pods/b, delete jobs/a";
  const early = "apply jobs/a, delete jobs/a, apply pods/b";
  t.deepEqual(compared(late, late), []);
  t.is(compared(late, early).length, 1);
  t.deepEqual(compared(early, early), []);
});

test("an old hook is deleted just before the new one, not before what comes earlier", (t) => {
  const theirs = "apply pods/b, delete jobs/a, apply jobs/a";
  t.deepEqual(compared(theirs, "apply pods/b, delete jobs/a, apply jobs/a"), []);
  t.is(compared(theirs, "delete jobs/a, apply pods/b, apply jobs/a").length, 1);
  const both = "delete jobs/a, delete jobs/b, apply jobs/a, apply jobs/b";
  t.deepEqual(compared(both, "delete jobs/b, delete jobs/a, apply jobs/b, apply jobs/a"), []);
});

test("of tools that were cut off only what both have applied is compared", (t) => {
  t.deepEqual(begun("apply jobs/a, apply pods/c", "apply jobs/a, apply pods/c, apply pods/d"), []);
  t.deepEqual(begun("apply jobs/a, apply jobs/b, apply pods/c", "apply jobs/a"), []);
  t.is(begun("apply jobs/a, apply pods/c", "apply pods/c, apply jobs/a").length, 1);
});

test("prunes follow the steps of Argo CD, after everything that converge applies", (t) => {
  const theirs = "delete pods/a, apply jobs/c, delete pods/b";
  t.deepEqual(compared(theirs, "apply jobs/c, delete pods/a, delete pods/b", { steps: [0, 2] }), []);
  t.is(compared(theirs, "apply jobs/c, delete pods/b, delete pods/a", { steps: [0, 2] }).length, 1);
  t.is(compared(theirs, "delete pods/a, apply jobs/c, delete pods/b", { steps: [0, 2] }).length, 1);
  t.deepEqual(
    compared(theirs, "apply jobs/c, delete pods/b, delete pods/a", { loose: new Set(["pods/a"]) }),
    [],
  );
  t.is(compared(theirs, "apply jobs/c, delete pods/b", { loose: new Set(["pods/a"]) }).length, 1);
});
