import test from "ava";

import { dependsOn, hook, object, planned, weight } from "../../../fixtures/planned.ts";
import { formatGroupRange, groupFeatures, groupTitle, noteTexts } from "./group-title.ts";

const range = test.macro({
  exec(t, indices: readonly number[], expected: string) {
    t.is(formatGroupRange(indices), expected);
  },
  title: (_, indices: readonly number[], expected: string) =>
    `the groups ${indices.join(" ")} are "${expected}"`,
});
test(range, [], "");
test(range, [3], "3");
test(range, [1, 2], "1-2");
test(range, [1, 2, 3, 7], "1-3, 7");
test(range, [7, 3, 1, 2], "1-3, 7");
test(range, [1, 3, 5], "1, 3, 5");
test(range, [9, 10, 11], "9-11");
test(range, [2, 2, 3], "2-3");

function titles(...objects: Parameters<typeof planned>): readonly string[] {
  const { plan } = planned(...objects);
  const features = groupFeatures(plan);
  return plan.groups.map((group) => groupTitle(group, features).join(", "));
}

test("a plan of the main stage and weight 0 names neither", (t) => {
  const dependent = object("Deployment/b", {
    annotations: dependsOn("apps/namespaces/default/Deployment/a"),
  });
  t.deepEqual(titles([object("Deployment/a"), dependent]), ["group 1", "group 2"]);
});

test("weights are named of all groups where one has a weight", (t) => {
  t.deepEqual(titles([object("ConfigMap/a", { annotations: weight(-5) }), object("ConfigMap/b")]), [
    "group 1, weight -5",
    "group 2, weight 0, after 1",
  ]);
});

test("stages are named of all groups where one is not of the main stage", (t) => {
  t.deepEqual(titles([object("Job/a", { annotations: hook("pre-install") }), object("ConfigMap/b")]), [
    "group 1, pre",
    "group 2, main, after 1",
  ]);
});

test("an object is noted as hook, with the object that it was moved for, and as freed", (t) => {
  const key = "/namespaces/default/ConfigMap/env";
  const { plan } = planned([
    object("Job/a", { annotations: { ...hook("pre-install"), ...dependsOn(key) } }),
    object("ConfigMap/env"),
    object("Deployment/web", {
      annotations: { "werf.io/deploy-dependency-x": "state=ready,kind=ConfigMap" },
    }),
  ]);
  const notes = plan.groups.flatMap((group) =>
    group.objects.map((one) => [one.manifest.name, ...noteTexts(one)]),
  );
  t.deepEqual(notes, [
    ["env", "moved for batch/namespaces/default/Job/a"],
    ["a", "hook pre-install"],
    ["web", "freed from its weight"],
  ]);
});
