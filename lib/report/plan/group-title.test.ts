import test from "ava";

import { dependsOn, hook, object, planned, weight } from "../../../fixtures/planned.ts";
import { formatGroupRange, groupFeatures, groupTitle, noteTexts } from "./group-title.ts";

const range = test.macro({
  exec(t, indices: readonly number[], expected: string) {
    t.is(formatGroupRange(indices), expected);
  },
  title: (_, indices: readonly number[], expected: string) =>
    `the groups [${indices.join(" ")}] are formatted as "${expected}"`,
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

test("group titles show no stage and weight if all groups are of the main stage and weight 0", (t) => {
  const dependent = object("Deployment/b", {
    annotations: dependsOn("apps/namespaces/default/Deployment/a"),
  });
  t.deepEqual(titles([object("Deployment/a"), dependent]), ["group 1", "group 2"]);
});

test("all group titles show the weight if one group has a weight", (t) => {
  t.deepEqual(titles([object("ConfigMap/a", { annotations: weight(-5) }), object("ConfigMap/b")]), [
    "group 1, weight -5",
    "group 2, weight 0, after 1",
  ]);
});

test("all group titles show the stage if one group is not of the main stage", (t) => {
  t.deepEqual(titles([object("Job/a", { annotations: hook("pre-install") }), object("ConfigMap/b")]), [
    "group 1, pre",
    "group 2, main, after 1",
  ]);
});

test("objects are annotated as hooks, as moved for another object and as freed from their weight", (t) => {
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
