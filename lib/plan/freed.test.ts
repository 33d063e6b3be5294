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

const deployment = (name: string): string => `apps/namespaces/default/Deployment/${name}`;

const needs = (text: string): Readonly<Record<string, string>> => ({ "werf.io/deploy-dependency-x": text });

test("a deploy dependency frees an object from its weight: it joins the earliest group that its edges allow", (t) => {
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

test("a freed object behind the last group stands alone, with no weight and no barrier", (t) => {
  const result = planned([
    object("StatefulSet/db", { annotations: weight(1) }),
    object("Deployment/backup", { annotations: needs("state=ready,name=db") }),
  ]);
  t.deepEqual(outline(result), ["main 1: StatefulSet/db", "main null: Deployment/backup"]);
});

test("a freed object joins the others of its level in the same weight", (t) => {
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

test("a freed object does not go before what it needs, though lower weights exist", (t) => {
  const result = planned([
    object("Deployment/early", { annotations: weight(-5) }),
    object("StatefulSet/db"),
    object("Deployment/backup", { annotations: needs("state=present,name=db") }),
  ]);
  t.deepEqual(outline(result), ["main -5: Deployment/early", "main 0 < 1: StatefulSet/db Deployment/backup"]);
});

test("nobody waits at a barrier for a freed object", (t) => {
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

test("freed objects follow each other through the groups", (t) => {
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

test("state=present is no step", (t) => {
  const result = planned([
    object("Deployment/web", { annotations: needs("state=present,kind=Deployment,name=api") }),
    object("Deployment/api"),
  ]);
  t.deepEqual(outline(result), ["main 0: Deployment/api Deployment/web"]);
  t.deepEqual(waitsOf(result, "Deployment/web"), ["Deployment/api present deploy-dependency"]);
});

test("a freed object waits for the hooks before its stage, and the hooks behind it wait for it", (t) => {
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

test("a freed object among others waits for its stage, not for the weight of its group", (t) => {
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

test("a freed object joins a group though somebody of a later weight needs it", (t) => {
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

test("a freed object joins a later group of the same weight rather than the next weight", (t) => {
  const result = planned([
    object("Deployment/a"),
    object("Deployment/b", { annotations: dependsOn(deployment("a")) }),
    object("Deployment/c", { annotations: dependsOn(deployment("b")) }),
    object("Deployment/freed", { annotations: { ...needs("state=present,name=c"), ...weight(7) } }),
    object("Deployment/late", { annotations: weight(10) }),
  ]);
  t.is(outline(result)[2], "main 0: Deployment/c Deployment/freed");
});

test("on deletion a freed object goes between the hooks too", (t) => {
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
