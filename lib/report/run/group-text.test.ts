import test from "ava";

import type { GroupFacts } from "../../apply/model/event.ts";
import { groupPlace, groupWords, runFeatures } from "./group-text.ts";

const group = (facts: Partial<GroupFacts>): GroupFacts => ({
  index: 1,
  stage: "main",
  weight: 0,
  operation: "apply",
  count: 1,
  ...facts,
});
const words = (...groups: readonly Partial<GroupFacts>[]): readonly string[] => {
  const all = groups.map((facts, index) => group({ index: index + 1, ...facts }));
  return all.map((each) => groupWords(each, runFeatures(all)));
};

test("groups of the main stage and weight 0 have a number and a size", (t) => {
  t.deepEqual(words({ count: 3 }, {}), ["group 1 of 2: 3 objects", "group 2 of 2: 1 object"]);
});

test("stage and weight are named of all groups where they differ in any", (t) => {
  t.deepEqual(words({ stage: "pre", weight: -5 }, {}), [
    "group 1 of 2, pre, weight -5: 1 object",
    "group 2 of 2, main, weight 0: 1 object",
  ]);
  t.deepEqual(words({ stage: "crds", weight: null }, {}), [
    "group 1 of 2, crds: 1 object",
    "group 2 of 2, main: 1 object",
  ]);
});

test("groups that are deleted or only waited for say so", (t) => {
  t.deepEqual(words({ operation: "prune" }, { operation: "delete" }, { operation: "wait" }), [
    "group 1 of 3: 1 object to prune",
    "group 2 of 3: 1 object to delete",
    "group 3 of 3: 1 object to wait for",
  ]);
});

test("a group beyond the known ones counts as the last", (t) => {
  t.is(groupWords(group({ index: 5 }), runFeatures([group({})])), "group 5 of 5: 1 object");
});

test("the place of a group has no weight where it has none", (t) => {
  const features = { stages: true, weights: true, last: 1 };
  t.is(groupPlace(group({ weight: null }), features), "main");
  t.is(groupPlace(group({ weight: 3 }), { ...features, stages: false }), "weight 3");
});
