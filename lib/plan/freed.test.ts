import test from "ava";

import { dependsOn, object, objectNamed, outline, planned, waitsOf, weight } from "../../fixtures/planned.ts";

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
    "main 10 < 1 2: Deployment/late",
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
