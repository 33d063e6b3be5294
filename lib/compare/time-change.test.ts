import test from "ava";

import { dependsOn, object, planned } from "../../fixtures/planned.ts";
import { timeChange } from "./time-change.ts";

const db = "apps/namespaces/default/Deployment/db";
const web = "apps/namespaces/default/Deployment/web";
const apart = planned([object("Deployment/db"), object("Deployment/web")]).plan;
const inTurn = planned([
  object("Deployment/db"),
  object("Deployment/web", { annotations: dependsOn(db) }),
  object("Deployment/new"),
]).plan;

test("a new dependency makes a run longer by the times of earlier runs", (t) => {
  const durations = new Map([
    [db, 50_000],
    [web, 30_000],
  ]);
  t.deepEqual(timeChange(apart, inTurn, durations), {
    before: 50_000,
    after: 80_000,
    path: [
      { key: db, took: 50_000 },
      { key: web, took: 30_000 },
    ],
    unknown: 1,
  });
});

test("without a history of the objects nothing is expected", (t) => {
  t.is(timeChange(apart, inTurn, new Map([["apps/namespaces/other/Deployment/db", 5]])), undefined);
});
