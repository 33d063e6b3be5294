import test from "ava";

import type { Write } from "./audited-writes.ts";
import { compareDeletions } from "./compare-deletions.ts";
import { compareBegun, compareWrites, type Comparison, type WritesOfBoth } from "./compare-writes.ts";
import { withoutRepeated } from "./write-parts.ts";

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

/** Steps end after the writes with these numbers. */
type More = Partial<WritesOfBoth> & { readonly steps?: readonly number[] };

function ofBoth(engine: string, converge: string, { steps = [9], ...more }: More = {}): WritesOfBoth {
  return {
    engine: writes(engine),
    converge: writes(converge),
    stepEnds: steps.map(String),
    hasFailed: false,
    lasting: new Set(),
    ending: new Set(),
    hooks: new Set(),
    loose: new Set(),
    unplaced: new Set(),
    unchanged: new Set(),
    unpruned: new Set(),
    policyKept: new Set(),
    ...more,
  };
}

/** Compares the writes of two interrupted syncs. */
function begun(engine: string, converge: string): readonly string[] {
  return compareBegun(ofBoth(engine, converge));
}

function compared(engine: string, converge: string, more: More = {}): readonly string[] {
  return compareWrites(ofBoth(engine, converge, more)).differences;
}

function declared(engine: string, converge: string, more: More = {}): readonly string[] {
  const { differences, declared: reasons } = compareWrites(ofBoth(engine, converge, more));
  return differences.length === 0 ? reasons : ["different"];
}

function deleted(
  engine: string,
  converge: string,
  { hasGivenUp = false, ...more }: More & { readonly hasGivenUp?: boolean } = {},
): Comparison {
  return compareDeletions({ ...ofBoth(engine, converge, more), hasGivenUp });
}

test("only objects of the same kind and step may be written in any order", (t) => {
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

test("an unchanged object may only be written by Argo CD", (t) => {
  const unchanged = new Set(["jobs/a"]);
  t.deepEqual(compared("apply jobs/a, apply jobs/b", "apply jobs/b", { unchanged }), []);
  t.is(compared("apply jobs/a, apply jobs/b", "apply jobs/a, apply jobs/b", { unchanged }).length, 1);
});

test("old hooks may be deleted one at a time, even hooks that Argo CD does not delete before a sync", (t) => {
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

test("an old hook is deleted just before the new one, not before earlier objects", (t) => {
  const theirs = "apply pods/b, delete jobs/a, apply jobs/a";
  t.deepEqual(compared(theirs, "apply pods/b, delete jobs/a, apply jobs/a"), []);
  t.is(compared(theirs, "delete jobs/a, apply pods/b, apply jobs/a").length, 1);
  const both = "delete jobs/a, delete jobs/b, apply jobs/a, apply jobs/b";
  t.deepEqual(compared(both, "delete jobs/b, delete jobs/a, apply jobs/b, apply jobs/a"), []);
});

test("of interrupted syncs only objects that both tools applied are compared", (t) => {
  t.deepEqual(begun("apply jobs/a, apply pods/c", "apply jobs/a, apply pods/c, apply pods/d"), []);
  t.deepEqual(begun("apply jobs/a, apply jobs/b, apply pods/c", "apply jobs/a"), []);
  t.is(begun("apply jobs/a, apply pods/c", "apply pods/c, apply jobs/a").length, 1);
});

test("prunes follow the steps of Argo CD, and come after all objects that converge applies", (t) => {
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

test("objects of unknown kinds with equal names may be written in any order", (t) => {
  const theirs = "apply widgets/a, apply cogs/a, apply widgets/b";
  t.deepEqual(compared(theirs, "apply cogs/a, apply widgets/a, apply widgets/b"), []);
  t.is(compared(theirs, "apply widgets/a, apply widgets/b, apply cogs/a").length, 1);
  t.is(compared("apply services/a, apply jobs/a", "apply jobs/a, apply services/a").length, 1);
});

test("a declared difference is reported with its reason, and equal orders report none", (t) => {
  const theirs = "delete jobs/a, delete jobs/b, apply jobs/a, apply jobs/b";
  t.deepEqual(declared(theirs, theirs), []);
  t.deepEqual(declared(theirs, "delete jobs/a, apply jobs/a, delete jobs/b, apply jobs/b"), [
    "an old hook is deleted just before the new one",
  ]);
  t.deepEqual(declared("apply jobs/a, apply pods/b", "apply pods/b", { unchanged: new Set(["jobs/a"]) }), [
    "an unchanged object is not written",
  ]);
  t.deepEqual(declared("delete pods/a, apply jobs/c", "apply jobs/c, delete pods/a"), ["pruning comes last"]);
  t.deepEqual(declared("apply jobs/a", "apply pods/a"), ["different"]);
});

test("after a failure nothing is pruned, and an old hook that was not reached is kept", (t) => {
  const hasFailed = true;
  t.deepEqual(declared("delete pods/b, apply jobs/a", "apply jobs/a", { hasFailed }), ["pruning comes last"]);
  t.is(compared("delete pods/b, apply jobs/a", "apply jobs/a").length, 2);
  const ending = new Set(["b"]);
  t.deepEqual(declared("apply jobs/a, delete jobs/b", "apply jobs/a", { hasFailed, ending }), [
    "an old hook that the sync has not reached stays",
  ]);
});

test("repeated deletions of a terminating object count once", (t) => {
  const all = writes("delete jobs/a, delete jobs/a, apply jobs/a, delete jobs/a");
  t.deepEqual(
    withoutRepeated(all).map(({ at }) => at),
    ["0", "2", "3"],
  );
});

test("a deletion by converge has to delete the same objects in the same order of steps", (t) => {
  const steps = [1, 9];
  const theirs = "delete pods/a, delete jobs/b, delete services/c";
  t.deepEqual(deleted(theirs, "delete jobs/b, delete pods/a, delete services/c", { steps }).differences, []);
  t.is(deleted(theirs, "delete services/c, delete pods/a, delete jobs/b", { steps }).differences.length, 2);
  t.is(deleted(theirs, "delete pods/a, delete jobs/b", { steps }).differences.length, 1);
  const [one, two] = ["delete pods/a", "delete pods/a, delete pods/b"];
  t.is(deleted(one, two, { steps }).differences.length, 1);
  t.deepEqual(deleted(one, two, { steps, hooks: new Set(["b"]) }).differences, []);
  const loose = new Set(["services/c"]);
  t.deepEqual(
    deleted(theirs, "delete services/c, delete pods/a, delete jobs/b", { steps, loose }).differences,
    [],
  );
});

test("deleting a CRD or a Namespace after its contents is a declared difference", (t) => {
  const steps = [0, 9];
  const [theirs, ours] = ["delete namespaces./x, delete pods/a", "delete pods/a, delete namespaces./x"];
  const reasons = ["CRDs and Namespaces are deleted after what is in them"];
  t.deepEqual(deleted(theirs, ours, { steps }), { differences: [], declared: reasons });
  t.deepEqual(deleted("delete namespaces./x", ours, { steps }), { differences: [], declared: reasons });
  t.deepEqual(deleted(ours, ours, { steps }), { differences: [], declared: [] });
});

test("continuing a deletion where the engine fails at a missing object is a declared difference", (t) => {
  const [one, two] = ["delete pods/a", "delete pods/a, delete jobs/b"];
  const reasons = ["what goes with its CRD or Namespace is not a failure"];
  t.deepEqual(deleted(one, two, { hasGivenUp: true }), { differences: [], declared: reasons });
  t.is(deleted(two, one, { hasGivenUp: true }).differences.length, 1);
});

test("a deletion may keep a Namespace, but no other object", (t) => {
  const theirs = "delete pods/a, delete namespaces./x";
  const reasons = ["a Namespace with other contents stays"];
  t.deepEqual(deleted(theirs, "delete pods/a"), { differences: [], declared: reasons });
  t.is(deleted(theirs, "delete namespaces./x").differences.length, 1);
});

test("the contents of a Namespace that converge keeps are deleted individually", (t) => {
  const [engine, converge] = ["delete namespaces./shop/shop", "delete configmaps./shop/env"];
  t.deepEqual(deleted(engine, converge), {
    differences: [],
    declared: ["a Namespace with other contents stays"],
  });
  t.is(deleted(engine, `${converge}, delete configmaps./other/env`).differences.length, 1);
});

test("a deletion may keep an object with Helm's resource policy, but no other object", (t) => {
  const both = ["delete pods/a, delete pods/kept", "delete pods/a"] as const;
  t.deepEqual(deleted(...both, { policyKept: new Set(["pods/kept"]) }), {
    differences: [],
    declared: ["helm.sh/resource-policy: keep counts for prunes too"],
  });
  t.is(deleted(...both).differences.length, 1);
});

test("objects that were not pruned after a failure are deleted with the set", (t) => {
  const both = ["delete pods/a", "delete pods/a, delete pods/old"] as const;
  t.deepEqual(deleted(...both, { unpruned: new Set(["pods/old"]) }), {
    differences: [],
    declared: ["pruning comes last"],
  });
  t.is(deleted(...both).differences.length, 1);
});

test("deleting an object without a wave after its dependents is a declared difference", (t) => {
  const [steps, unplaced] = [[0, 9], new Set(["pods/a"])];
  const [theirs, ours] = ["delete pods/a, delete jobs/b", "delete jobs/b, delete pods/a"];
  const reasons = ["an object without a wave is deleted after what needs it"];
  t.deepEqual(deleted(theirs, ours, { steps, unplaced }), { differences: [], declared: reasons });
  t.deepEqual(declared(theirs, ours, { steps, unplaced }), ["pruning comes last", ...reasons]);
  t.deepEqual(declared(theirs, ours, { steps }), ["different"]);
});
