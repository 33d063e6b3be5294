import test from "ava";

import {
  dependsOn,
  findings,
  hook,
  object,
  objectNamed,
  outline,
  planned,
  waitsOf,
  weight,
} from "../../fixtures/planned.ts";
import { type Action, actions, type Plan } from "./plan.ts";

function on(value: string): Readonly<Record<string, string>> {
  return { "werf.io/deploy-on": value };
}

/**
 * The stages and events in which the object named `it` is planned, `rests` if the action leaves it alone.
 */
function placesOf(plan: Plan): string {
  const places = plan.groups.flatMap(({ stage, objects }) =>
    objects
      .filter(({ manifest }) => manifest.name === "it")
      .map((it) => (it.hook === null ? stage : `${stage} ${it.hook.event}`)),
  );
  const rests = plan.resting.filter(({ manifest }) => manifest.name === "it");
  return [...places, ...rests.map(({ owned }) => (owned ? "rests" : "rests, not owned"))].join(", ");
}

const testPlaces = test.macro({
  exec(
    t,
    annotations: Readonly<Record<string, string>>,
    expected: readonly [install: string, upgrade: string, rollback: string, remove: string],
  ) {
    const set = [object("Job/it", { annotations }), object("Deployment/app")];
    const found = actions.map((action: Action) => placesOf(planned(set, { action }).plan));
    t.deepEqual(found, [...expected]);
  },
  title: (_, annotations: Readonly<Record<string, string>>) =>
    `stages of a Job with ${JSON.stringify(annotations)} by action`,
});

test(testPlaces, on("install"), ["main", "rests", "rests", "main"]);
test(testPlaces, on("install,upgrade,rollback"), ["main", "main", "main", "main"]);
test(testPlaces, on("pre-install"), ["pre pre-install", "rests", "rests", "main"]);
test(testPlaces, on("install, post-upgrade"), ["main", "post post-upgrade", "rests", "main"]);
test(testPlaces, on("pre-install,install,post-install"), [
  "pre pre-install, main, post post-install",
  "rests",
  "rests",
  "main",
]);
for (const word of ["uninstall", "delete", "pre-uninstall", "pre-delete"]) {
  test(testPlaces, on(word), ["rests", "rests", "rests", "pre pre-delete"]);
}
for (const word of ["post-uninstall", "post-delete"]) {
  test(testPlaces, on(word), ["rests", "rests", "rests", "post post-delete"]);
}
test(testPlaces, on("install,post-delete"), ["main", "rests", "rests", "main, post post-delete"]);
test(testPlaces, { ...on("install"), "werf.io/ownership": "anyone" }, [
  "main",
  "rests, not owned",
  "rests, not owned",
  "rests, not owned",
]);
test(testPlaces, hook("pre-install"), [
  "pre pre-install",
  "rests, not owned",
  "rests, not owned",
  "rests, not owned",
]);
test(testPlaces, { ...hook("pre-install"), "werf.io/ownership": "release" }, [
  "pre pre-install",
  "rests",
  "rests",
  "main",
]);
test(testPlaces, { ...hook("pre-delete"), "werf.io/ownership": "release" }, [
  "rests",
  "rests",
  "rests",
  "pre pre-delete",
]);
test(testPlaces, { ...hook("pre-install"), ...on("upgrade") }, [
  "rests, not owned",
  "main",
  "rests, not owned",
  "rests, not owned",
]);

test("objects that are deployed before or after the main stage run one by one with the hooks, by weight", (t) => {
  const result = planned([
    object("Job/c", { annotations: { ...on("pre-install"), ...weight(2) } }),
    object("Job/b", { annotations: hook("pre-install", 1) }),
    object("Job/a", { annotations: on("pre-install") }),
    object("Job/d", { annotations: { ...on("post-install,install"), ...weight(3) } }),
    object("Deployment/app"),
  ]);
  t.deepEqual(outline(result), [
    "pre 0: Job/a",
    "pre 1 < 1: Job/b",
    "pre 2 < 2: Job/c",
    "main 0 < 3: Deployment/app",
    "main 3 < 4: Job/d",
    "post 3 < 5: Job/d",
  ]);
});

test("a dependency on an object that the action leaves alone is dropped, in each dialect", (t) => {
  const annotations = {
    ...dependsOn("batch/namespaces/default/Job/seed"),
    "werf.io/deploy-dependency-x": "state=ready,kind=Job,name=seed",
  };
  const set = [object("Deployment/app", { annotations }), object("Job/seed", { annotations: on("install") })];
  const install = planned(set);
  t.deepEqual(
    [...new Set(waitsOf(install, "Deployment/app"))],
    ["Job/seed ready depends-on", "Job/seed ready deploy-dependency"],
  );
  const upgrade = planned(set, { action: "upgrade" });
  t.deepEqual(findings(upgrade), []);
  t.deepEqual(waitsOf(upgrade, "Deployment/app"), []);
});

test("a dependency between two objects that are in two stages applies within each stage", (t) => {
  const both = on("install,post-install");
  const result = planned([
    object("Job/a", { annotations: { ...both, ...dependsOn("batch/namespaces/default/Job/b") } }),
    object("Job/b", { annotations: both }),
  ]);
  t.deepEqual(
    outline(result),
    ["main 0: Job/b", "main 0: Job/a", "post 0 < 1 2: Job/b", "post 0 < 3: Job/a"].map((line) =>
      line.replace("< 1 2", "< 2"),
    ),
  );
});

test("a dependency that contradicts the stages of deploy-on is a cycle", (t) => {
  const result = planned([
    object("Job/early", {
      annotations: { ...on("pre-install"), ...dependsOn("batch/namespaces/default/Job/late") },
    }),
    object("Job/late", { annotations: on("post-install") }),
  ]);
  t.deepEqual(findings(result), ["error Cycle"]);
});

test("a CRD of a chart's crds folder is applied first, regardless of its deploy-on", (t) => {
  const definition = object("CustomResourceDefinition/a.example.com", { annotations: on("post-upgrade") });
  const result = planned({ "chart/crds/a.json": [definition] });
  t.deepEqual(outline(result), ["crds null: CustomResourceDefinition/a.example.com"]);
  t.deepEqual(findings(result), ["warning AnnotationIgnored"]);
});

/** Whether an object is owned, and when it is deleted. */
const testTreated = test.macro({
  exec(
    t,
    written: string,
    annotations: Readonly<Record<string, string>>,
    [owned, ...deletePolicy]: readonly [boolean, ...string[]],
  ) {
    const planning = planned([object(written, { annotations })]);
    const it = objectNamed(planning.plan, written);
    t.deepEqual([it.owned, ...it.deletePolicy], [owned, ...deletePolicy]);
  },
  title: (_, written: string, annotations: Readonly<Record<string, string>>) =>
    `ownership and delete policy of ${written} with ${JSON.stringify(annotations)}`,
});

const anyone = { "werf.io/ownership": "anyone" };
const release = { "werf.io/ownership": "release" };
test(testTreated, "Deployment/a", {}, [true]);
test(testTreated, "Deployment/a", anyone, [false]);
test(testTreated, "Job/a", {}, [true, "before-creation-if-immutable"]);
test(testTreated, "Job/a", hook("pre-install"), [false, "before-creation"]);
test(testTreated, "Job/a", { ...hook("pre-install"), ...release }, [true, "before-creation"]);
test(testTreated, "Job/a", { ...hook("pre-install"), "helm.sh/hook-delete-policy": "hook-failed" }, [
  false,
  "failed",
]);
test(testTreated, "Job/a", { ...hook("pre-install"), "helm.sh/hook-delete-policy": "" }, [
  false,
  "before-creation",
]);
test(
  testTreated,
  "Job/a",
  {
    ...hook("pre-install"),
    "helm.sh/hook-delete-policy": "hook-failed",
    "werf.io/delete-policy": "succeeded,before-creation-if-immutable",
  },
  [false, "succeeded", "before-creation-if-immutable"],
);
test(testTreated, "Job/a", on("pre-install"), [true, "before-creation-if-immutable"]);
test(testTreated, "ConfigMap/a", on("pre-install"), [true]);
test(testTreated, "ConfigMap/a", { ...on("pre-install"), ...anyone }, [false]);
test(testTreated, "Job/a", { ...on("install"), ...hook("pre-upgrade") }, [false, "before-creation"]);
test(
  testTreated,
  "CustomResourceDefinition/as.example.com",
  { ...hook("pre-install"), "werf.io/delete-policy": "before-creation" },
  [false],
);

test("an object that is deployed after the main stage is a hook without a Helm delete policy", (t) => {
  const it = objectNamed(planned([object("Job/a", { annotations: on("post-install") })]).plan, "Job/a");
  t.deepEqual(it.hook, { event: "post-install", deletePolicy: [] });
});

test("a rollback runs only its own hooks around the set", (t) => {
  const set = [
    object("Deployment/app"),
    object("Job/before", { annotations: hook("pre-rollback,post-install") }),
    object("Job/after", { annotations: on("post-rollback") }),
    object("Job/upgrade", { annotations: hook("pre-upgrade") }),
  ];
  const result = planned(set, { action: "rollback" });
  t.deepEqual(outline(result), ["pre 0: Job/before", "main 0 < 1: Deployment/app", "post 0 < 2: Job/after"]);
  t.deepEqual(
    result.plan.resting.map(({ manifest }) => manifest.name),
    ["upgrade"],
  );
});
