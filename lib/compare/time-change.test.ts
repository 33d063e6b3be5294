import test from "ava";

import { dependsOn, object, planned } from "../../fixtures/planned.ts";
import { timeChange } from "./time-change.ts";

const db = "apps/namespaces/default/Deployment/db";
const web = "apps/namespaces/default/Deployment/web";
const independent = planned([object("Deployment/db"), object("Deployment/web")]).plan;
const dependent = planned([
  object("Deployment/db"),
  object("Deployment/web", { annotations: dependsOn(db) }),
  object("Deployment/new"),
]).plan;

test("a new dependency extends the expected time of a run, by the durations of earlier runs", (t) => {
  const durations = new Map([
    [db, 50_000],
    [web, 30_000],
  ]);
  t.deepEqual(timeChange(independent, dependent, durations), {
    before: 50_000,
    after: 80_000,
    path: [
      { key: db, took: 50_000 },
      { key: web, took: 30_000 },
    ],
    unknown: 1,
  });
});

test("without earlier durations of its objects a run has no expected time", (t) => {
  t.is(timeChange(independent, dependent, new Map([["apps/namespaces/other/Deployment/db", 5]])), undefined);
});
