import test from "ava";

import { dependsOn, hook, object, type ObjectWords, weight } from "../../fixtures/planned.ts";
import { manifestFromLive } from "../manifest/manifest.ts";
import type { JsonObject } from "../object/json.ts";
import type { Plan } from "./plan.ts";
import { planDeletion } from "./plan-deletion.ts";

function removal(members: readonly JsonObject[], revision: readonly JsonObject[] = []): Plan {
  return planDeletion(members, {
    release: "r",
    namespace: "default",
    timeout: 1000,
    hooks: revision.map((value) => manifestFromLive(value)),
  });
}

/** One line per group: `pre 2 < 1: + Job/backup` is applied, `main 3 < 2: Deployment/web` deleted. */
function outline({ groups }: Plan): readonly string[] {
  return groups.map(({ stage, index, after, objects }) => {
    const names = objects.map(
      ({ manifest, hook: event }) => `${event === null ? "" : "+ "}${manifest.kind}/${manifest.name}`,
    );
    return `${stage} ${index}${after.length === 0 ? "" : ` < ${after.join(" ")}`}: ${names.join(" ")}`;
  });
}

function live(written: string, words: ObjectWords = {}): JsonObject {
  return object(written, { namespace: "default", ...words });
}

const web = "apps/namespaces/default/Deployment/web";

test("only the delete hooks of a revision are planned, before and after the deletion of live objects", (t) => {
  const plan = removal(
    [
      live("ConfigMap/env"),
      live("Deployment/web", { annotations: dependsOn("/namespaces/default/ConfigMap/env") }),
    ],
    [
      object("ConfigMap/env"),
      object("Deployment/web"),
      object("Job/last", { annotations: hook("post-delete", 5) }),
      object("Job/backup", { annotations: hook("pre-delete,pre-upgrade") }),
      object("Job/farewell", { annotations: { "werf.io/deploy-on": "post-uninstall" } }),
      object("Job/migrate", { annotations: hook("pre-upgrade") }),
      object("Job/check", { annotations: hook("test") }),
      object("Job/early", { annotations: { ...hook("pre-delete"), ...weight(-1) } }),
    ],
  );
  t.deepEqual(outline(plan), [
    "pre 1: + Job/early",
    "pre 2 < 1: + Job/backup",
    "main 3 < 2: Deployment/web",
    "main 4 < 2: ConfigMap/env",
    "post 5 < 4: + Job/farewell",
    "post 6 < 5: + Job/last",
  ]);
  t.deepEqual(plan.diagnostics, []);
  t.deepEqual(plan.resting, []);
});

/** The number of groups that a group comes after, by barriers or by what its members wait for. */
function reachOf({ groups }: Plan, start: number): number {
  const groupsOf = Map.groupBy(
    groups.flatMap(({ index, objects }) => objects.map(({ manifest }) => ({ key: manifest.key, index }))),
    ({ key }) => key,
  );
  const reached = new Set([start]);
  for (const index of reached) {
    for (const { after, waitsFor } of groups[index - 1]?.objects ?? []) {
      const awaited = waitsFor.flatMap(({ on }) => groupsOf.get(on) ?? []).map((one) => one.index);
      for (const earlier of [...(after ?? groups[index - 1]?.after ?? []), ...awaited]) {
        reached.add(earlier);
      }
    }
  }
  return reached.size - 1;
}

test("post-delete hooks wait for all deleted objects, even those freed from their weight or in a cycle", (t) => {
  const freeing = { "werf.io/deploy-dependency-x": "state=ready,kind=StatefulSet" };
  const plan = removal(
    [
      live("ConfigMap/a", { annotations: dependsOn(web) }),
      live("Deployment/web", { annotations: dependsOn("/namespaces/default/ConfigMap/a") }),
      live("StatefulSet/db"),
      live("Job/free", { annotations: freeing }),
      live("Service/late", { annotations: weight(5) }),
    ],
    [
      object("Job/before", { annotations: hook("pre-delete") }),
      object("Job/after", { annotations: hook("post-delete") }),
    ],
  );
  t.is(reachOf(plan, plan.groups.length), plan.groups.length - 1);
  t.true(plan.groups.slice(1).every(({ after }) => after.length > 0));
  t.true(
    plan.groups.flatMap(({ objects }) => objects).every(({ after }) => after === null || after.length > 0),
  );
});

test("a live object with the name of a hook is still deleted in the main stage", (t) => {
  const annotations = hook("pre-delete,post-delete");
  const plan = removal([live("Job/backup", { annotations })], [object("Job/backup", { annotations })]);
  t.deepEqual(outline(plan), ["pre 1: + Job/backup", "main 2 < 1: Job/backup", "post 3 < 2: + Job/backup"]);
});

test("delete hooks run even without objects to delete, and objects are deleted without hooks", (t) => {
  const hooks = [
    object("Job/before", { annotations: hook("pre-delete") }),
    object("Job/after", { annotations: hook("post-delete") }),
  ];
  t.deepEqual(outline(removal([], hooks)), ["pre 1: + Job/before", "post 2 < 1: + Job/after"]);
  t.deepEqual(outline(removal([live("ConfigMap/a")], hooks.slice(1))), [
    "main 1: ConfigMap/a",
    "post 2 < 1: + Job/after",
  ]);
  t.deepEqual(outline(removal([live("ConfigMap/a")], hooks.slice(0, 1))), [
    "pre 1: + Job/before",
    "main 2 < 1: ConfigMap/a",
  ]);
  t.deepEqual(outline(removal([])), []);
  t.deepEqual(removal([]).diagnostics, []);
});

/**
 * Annotations that determine when an object is applied, or are invalid: a live object that has them is
 * deleted like any other.
 */
const testMember = test.macro({
  exec(t, annotations: Readonly<Record<string, string>>) {
    const plan = removal([live("Job/it", { annotations }), live("ConfigMap/env")]);
    const found = plan.groups.flatMap(({ stage, objects }) =>
      objects.filter(({ manifest }) => manifest.name === "it").map((it) => ({ stage, it })),
    );
    t.is(found.length, 1);
    t.is(found[0]?.stage, "main");
    t.is(found[0]?.it.hook, null);
    t.true(found[0]?.it.owned);
  },
  title: (_, annotations: Readonly<Record<string, string>>) =>
    `a live object with ${JSON.stringify(annotations)} is deleted in the main stage`,
});

test(testMember, hook("post-install", 5));
test(testMember, hook("pre-delete"));
test(testMember, hook("test"));
test(testMember, hook("nonsense"));
test(testMember, { "werf.io/deploy-on": "post-install" });
test(testMember, { "werf.io/deploy-on": "pre-delete" });
test(testMember, { "werf.io/deploy-on": "nonsense" });
test(testMember, { ...hook("pre-delete"), "werf.io/deploy-on": "install" });
test(testMember, { "werf.io/ownership": "anyone" });
test(testMember, { "werf.io/log-regex": "(" });
test(testMember, { "helm.sh/resource-policy": "delete" });
test(testMember, { "config.kubernetes.io/local-config": "true" });

test("a live object that was applied as a hook is deleted by its edges, not by its hook weight", (t) => {
  const annotations = { ...hook("pre-install", 9), "werf.io/ownership": "release" };
  const plan = removal([
    live("Job/seed", { annotations }),
    live("Deployment/web", { annotations: dependsOn("batch/namespaces/default/Job/seed") }),
  ]);
  t.deepEqual(outline(plan), ["main 1: Deployment/web", "main 2: Job/seed"]);
  t.deepEqual(plan.diagnostics, []);
});

test("a delete hook runs before a deleted object that it depends on, and after another hook it depends on", (t) => {
  const needs = dependsOn(web, "batch/namespaces/default/Job/z");
  const plan = removal(
    [live("Deployment/web")],
    [
      object("Deployment/web", { annotations: { "werf.io/weight": "5" } }),
      object("Job/a", { annotations: { ...hook("pre-delete"), ...needs } }),
      object("Job/z", { annotations: hook("pre-delete") }),
    ],
  );
  t.deepEqual(outline(plan), ["pre 1: + Job/z", "pre 2 < 1: + Job/a", "main 3 < 2: Deployment/web"]);
  t.deepEqual(plan.diagnostics, []);
});

test("a cycle of delete hooks is reported, and the deletion is planned without them", (t) => {
  const plan = removal(
    [live("Deployment/web")],
    [
      object("Job/a", {
        annotations: { ...hook("pre-delete"), ...dependsOn("batch/namespaces/default/Job/b") },
      }),
      object("Job/b", {
        annotations: { ...hook("pre-delete"), ...dependsOn("batch/namespaces/default/Job/a") },
      }),
    ],
  );
  t.deepEqual(outline(plan), ["main 1: Deployment/web"]);
  t.deepEqual(
    plan.diagnostics.map(({ code }) => code),
    ["Cycle"],
  );
});
