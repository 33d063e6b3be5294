import test from "ava";

import type { GroupFacts } from "../../apply/model/event.ts";
import { RunProgress } from "./run-progress.ts";
import { groupPlace, groupWords, runFeatures, startWords } from "./group-text.ts";
import { printedRun as printed } from "../../../fixtures/printed-run.ts";
import { after, groupOf, startOf, targetOf } from "../../../fixtures/recorded-run.ts";

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

test("groups of the main stage and weight 0 are shown by number and size", (t) => {
  t.deepEqual(words({ count: 3 }, {}), ["group 1 of 2: 3 objects", "group 2 of 2: 1 object"]);
});

test("all groups show stage and weight if any group has a different one", (t) => {
  t.deepEqual(words({ stage: "pre", weight: -5 }, {}), [
    "group 1 of 2, pre, weight -5: 1 object",
    "group 2 of 2, main, weight 0: 1 object",
  ]);
  t.deepEqual(words({ stage: "crds", weight: null }, {}), [
    "group 1 of 2, crds: 1 object",
    "group 2 of 2, main: 1 object",
  ]);
});

test("groups to prune, to delete or only to wait for are labelled as such", (t) => {
  t.deepEqual(words({ operation: "prune" }, { operation: "delete" }, { operation: "wait" }), [
    "group 1 of 3: 1 object to prune",
    "group 2 of 3: 1 object to delete",
    "group 3 of 3: 1 object to wait for",
  ]);
});

test("a group with an index beyond the known groups counts as the last", (t) => {
  t.is(groupWords(group({ index: 5 }), runFeatures([group({})])), "group 5 of 5: 1 object");
});

test("a group without a weight is shown without one", (t) => {
  const features = { stages: true, weights: true, last: 1 };
  t.is(groupPlace(group({ weight: null }), features), "main");
  t.is(groupPlace(group({ weight: 3 }), { ...features, stages: false }), "weight 3");
});

const web = "apps/namespaces/shop/Deployment/web";

test("a group without any printed line has no title and no closing line", (t) => {
  const target = targetOf(web);
  const run = [
    startOf([
      [web, 1],
      ["/Namespace/shop", 2],
    ]),
    after(0, { type: "group", group: groupOf(1, 1), state: "started" }),
    after(1, { type: "sending", target, operation: "apply" }),
    after(2, { type: "actuation", target, operation: "apply", state: "Succeeded", change: "unchanged" }),
    after(3, { type: "reconcile", target, operation: "apply", state: "Succeeded" }),
    after(4, { type: "group", group: groupOf(1, 1), state: "finished" }),
    after(5, { type: "group", group: groupOf(2, 1), state: "finished" }),
  ];
  t.is(printed(run).split("\n").length, 2);
  t.false(printed(run, { ci: "github" }).includes("::"));
});

type Start = Parameters<typeof startWords>[0];

function startText(objects: Parameters<typeof startOf>[0], facts: Partial<Start> = {}): string {
  const progress = new RunProgress();
  const event = startOf(objects, facts);
  progress.emit(event);
  return event.type === "start" ? startWords(event, progress.names) : "";
}
const env = "/namespaces/shop/ConfigMap/env";
const old = "/namespaces/shop/ConfigMap/old";
const place = "blog in shop on https://127.0.0.1:6443";

test("the first line of a run has its action, release, namespace, server and size", (t) => {
  t.is(
    startText([
      [env, 1],
      [old, 2],
    ]),
    `installing ${place}: 2 objects in 2 groups`,
  );
  t.is(startText([[env, 1]], { action: "upgrade" }), `upgrading ${place}: 1 object in 1 group`);
  t.is(startText([[env, 1]], { action: "delete" }), `deleting ${place}: 1 object in 1 group`);
});

test("objects to prune and to wait for are included in the total, and also counted separately", (t) => {
  t.is(
    startText([
      [env, 1],
      [old, 2, "prune"],
      ["/namespaces/shop/Secret/vault", 1, "wait"],
    ]),
    `installing ${place}: 3 objects in 2 groups, 1 to prune, 1 only to wait for`,
  );
});

test("the first line of a rollback names the target revision", (t) => {
  t.is(
    startText([[env, 1]], { action: "rollback", rollbackTo: 3 }),
    "rolling back blog to revision 3 in shop on https://127.0.0.1:6443: 1 object in 1 group",
  );
});

test("an empty dry run states that nothing is written and that there is nothing to do", (t) => {
  t.is(startText([], { dryRun: true }), `installing ${place} (dry run, nothing is written): nothing to do`);
});
