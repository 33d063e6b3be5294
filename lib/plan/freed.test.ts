import test from "ava";

import {
  dependsOn,
  hook,
  object,
  objectNamed,
  outline,
  planned,
  waitsOf,
  weight,
} from "../../fixtures/planned.ts";
import { explain, explainAfter } from "./explain.ts";

const deployment = (name: string): string => `apps/namespaces/default/Deployment/${name}`;

const needs = (text: string): Readonly<Record<string, string>> => ({ "werf.io/deploy-dependency-x": text });

test("an object with a deploy dependency ignores its weight and joins the earliest group its edges allow", (t) => {
  const result = planned([
    object("StatefulSet/db", { annotations: weight(-10) }),
    object("Deployment/backup", {
      annotations: { ...weight(50), ...needs("state=ready,kind=StatefulSet,name=db") },
    }),
    object("Deployment/api"),
    object("Deployment/web", { annotations: weight(10) }),
  ]);
  t.deepEqual(outline(result), [
    "main -10: StatefulSet/db",
    "main 0 < 1: Deployment/api Deployment/backup",
    "main 10 < 2: Deployment/web",
  ]);
  t.true(objectNamed(result.plan, "Deployment/backup").freed);
});

test("an object freed from its weight has its own group after the last one, without a weight or a barrier", (t) => {
  const result = planned([
    object("StatefulSet/db", { annotations: weight(1) }),
    object("Deployment/backup", { annotations: needs("state=ready,name=db") }),
  ]);
  t.deepEqual(outline(result), ["main 1: StatefulSet/db", "main null: Deployment/backup"]);
});

test("an object freed from its weight joins the group of other dependents of its dependency", (t) => {
  const result = planned([
    object("StatefulSet/db"),
    object("Deployment/web", { annotations: dependsOn("apps/namespaces/default/StatefulSet/db") }),
    object("Deployment/backup", { annotations: needs("state=ready,name=db") }),
    object("Deployment/late", { annotations: weight(10) }),
  ]);
  t.deepEqual(outline(result), [
    "main 0: StatefulSet/db",
    "main 0: Deployment/backup Deployment/web",
    "main 10 < 2: Deployment/late",
  ]);
});

test("the next weight does not wait for an object freed from its weight, but for the others of its group", (t) => {
  const { plan } = planned([
    object("StatefulSet/db"),
    object("Deployment/backup", { annotations: needs("state=ready,name=db") }),
    object("Deployment/web"),
    object("Deployment/late", { annotations: weight(10) }),
    object("Job/last", { annotations: hook("post-install") }),
  ]);
  const [late, backup, db] = [
    deployment("late"),
    deployment("backup"),
    "apps/namespaces/default/StatefulSet/db",
  ];
  t.is(explainAfter(plan, late, backup), undefined);
  t.is(explainAfter(plan, late, db)?.length, 1);
  t.is(explain(plan, late)[0]?.because, "weight 0 before weight 10");
  t.is(explainAfter(plan, "batch/namespaces/default/Job/last", backup)?.length, 1);
});

test("an object freed from its weight comes after its dependencies, even if lower weights exist", (t) => {
  const result = planned([
    object("Deployment/early", { annotations: weight(-5) }),
    object("StatefulSet/db"),
    object("Deployment/backup", { annotations: needs("state=present,name=db") }),
  ]);
  t.deepEqual(outline(result), ["main -5: Deployment/early", "main 0 < 1: StatefulSet/db Deployment/backup"]);
});

test("barriers do not wait for an object freed from its weight", (t) => {
  const result = planned([
    object("StatefulSet/db"),
    object("Deployment/freed", { annotations: needs("state=ready,name=db") }),
    object("Deployment/user", { annotations: dependsOn(deployment("freed")) }),
    object("Deployment/late", { annotations: weight(1) }),
  ]);
  t.deepEqual(outline(result), [
    "main 0: StatefulSet/db",
    "main null: Deployment/freed",
    "main 0: Deployment/user",
    "main 1 < 1 3: Deployment/late",
  ]);
});

test("objects freed from their weights that depend on each other are in successive groups", (t) => {
  const result = planned([
    object("StatefulSet/db"),
    object("Job/migrate", { annotations: needs("state=ready,name=db") }),
    object("Deployment/back", { annotations: needs("state=ready,kind=job") }),
    object("Deployment/front", { annotations: needs("state=present,name=back") }),
    object("Deployment/late", { annotations: weight(10) }),
  ]);
  t.deepEqual(outline(result), [
    "main 0: StatefulSet/db",
    "main 10 < 1: Deployment/late Job/migrate",
    "main null: Deployment/back Deployment/front",
  ]);
});

test("a deploy dependency with state=present does not need another group", (t) => {
  const result = planned([
    object("Deployment/web", { annotations: needs("state=present,kind=Deployment,name=api") }),
    object("Deployment/api"),
  ]);
  t.deepEqual(outline(result), ["main 0: Deployment/api Deployment/web"]);
  t.deepEqual(waitsOf(result, "Deployment/web"), ["Deployment/api present deploy-dependency"]);
});

test("an object freed from its weight waits for pre-hooks, and post-hooks wait for it", (t) => {
  const result = planned([
    object("Job/migrate", { annotations: hook("pre-install") }),
    object("Deployment/freed", { annotations: needs("state=ready,kind=Secret,name=s,external=true") }),
    object("Job/smoke", { annotations: hook("post-install") }),
  ]);
  t.deepEqual(outline(result), [
    "pre 0: Job/migrate",
    "main null < 1: Deployment/freed",
    "post 0 < 1 2: Job/smoke",
  ]);
  t.deepEqual(objectNamed(result.plan, "Deployment/freed").after, [1]);
});

test("an object freed from its weight waits for the previous stage, not for the previous weight", (t) => {
  const result = planned([
    object("Job/migrate", { annotations: hook("pre-install") }),
    object("StatefulSet/db", { annotations: weight(-10) }),
    object("Deployment/freed", { annotations: needs("state=ready,name=db") }),
    object("Deployment/api"),
    object("Job/smoke", { annotations: hook("post-install") }),
  ]);
  t.deepEqual(outline(result), [
    "pre 0: Job/migrate",
    "main -10 < 1: StatefulSet/db",
    "main 0 < 2: Deployment/api Deployment/freed",
    "post 0 < 3: Job/smoke",
  ]);
  t.deepEqual(objectNamed(result.plan, "Deployment/freed").after, [1]);
});

test("an object freed from its weight that a later weight needs still joins an earlier group", (t) => {
  const result = planned([
    object("StatefulSet/db", { annotations: weight(-10) }),
    object("Deployment/freed", { annotations: needs("state=ready,name=db") }),
    object("Deployment/api"),
    object("Deployment/late", { annotations: { ...weight(10), ...dependsOn(deployment("freed")) } }),
  ]);
  t.deepEqual(outline(result), [
    "main -10: StatefulSet/db",
    "main 0 < 1: Deployment/api Deployment/freed",
    "main 10 < 2: Deployment/late",
  ]);
});

test("an object freed from its weight joins a later group of the same weight rather than the next weight", (t) => {
  const result = planned([
    object("Deployment/a"),
    object("Deployment/b", { annotations: dependsOn(deployment("a")) }),
    object("Deployment/c", { annotations: dependsOn(deployment("b")) }),
    object("Deployment/freed", { annotations: { ...needs("state=present,name=c"), ...weight(7) } }),
    object("Deployment/late", { annotations: weight(10) }),
  ]);
  t.is(outline(result)[2], "main 0: Deployment/c Deployment/freed");
});

test("an object freed from its weight is deleted between the pre-delete and post-delete hooks", (t) => {
  const result = planned(
    [
      object("Job/backup", { annotations: hook("pre-delete") }),
      object("Deployment/freed", { annotations: needs("state=ready,kind=Secret,name=s,external=true") }),
      object("Job/clean", { annotations: hook("post-delete") }),
    ],
    { action: "delete" },
  );
  t.deepEqual(outline(result), [
    "pre 0: Job/backup",
    "main null < 1: Deployment/freed",
    "post 0 < 1 2: Job/clean",
  ]);
});
