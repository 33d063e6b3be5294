import { readFileSync } from "node:fs";

import test from "ava";

import { createdObject } from "../../fixtures/decided-object.ts";
import { decidedSet, savedSet, type SetCourse } from "../../fixtures/decided-set.ts";
import { object } from "../../fixtures/planned.ts";
import type { LastRun } from "../inventory/parent-state.ts";
import { begunPlan, type BegunPlan, formatBegun, isRestOf, isUnfinished, parseBegun } from "./begun-plan.ts";
import type { ApprovablePlan } from "./saved-digest.ts";
import type { SavedPlan } from "./saved-plan.ts";

const file = JSON.parse(readFileSync("fixtures/saved-plan.json", "utf8")) as SavedPlan;
const approved = "d".repeat(64);
const env = object("ConfigMap/env", { body: { data: { a: "1" } } });
const web = object("ConfigMap/web", { body: { data: { a: "1" } } });
const set = [env, web];
const envLive = createdObject([env]);

function lastRun(verdict: string): LastRun {
  return { at: 7, action: "install", verdict, undone: [], more: 0 };
}

async function planOf(course: SetCourse): Promise<ApprovablePlan> {
  return { saved: { ...file, ...(await savedSet(decidedSet(set, course))) }, facts: {} };
}

/** Reports whether the plan that creates both maps may be completed in this state of the cluster. */
async function isRest(
  course: SetCourse,
  change: (plan: ApprovablePlan) => ApprovablePlan = (plan) => plan,
): Promise<boolean> {
  const begun = begunPlan(await planOf({}), approved);
  const now = { ...course, record: { usedPlan: approved, ...course.record } };
  return isRestOf(begun, change(await planOf(now)), decidedSet(set, now));
}

test("the remaining changes of a killed run are the rest of its plan", async (t) => {
  t.true(await isRest({}));
  t.true(await isRest({ live: { "ConfigMap/env": envLive } }));
});

test("remaining changes with other objects or options are not the rest of the plan", async (t) => {
  t.false(await isRest({}, ({ saved, facts }) => ({ saved: { ...saved, objects: [] }, facts })));
  t.false(await isRest({}, ({ saved, facts }) => ({ saved, facts: { ...facts, hidden: "another" } })));
});

test("an object that another client changed meanwhile is not the rest of the plan", async (t) => {
  const foreign = { ...envLive, data: { a: "2" }, metadata: { name: "env", uid: "other" } };
  t.false(await isRest({ live: { "ConfigMap/env": foreign } }));
});

test("a run that has ended counts as unfinished only if it was interrupted", (t) => {
  const begun: BegunPlan = { ...file, digest: approved, target: "", lastRun: null };
  const record = { ...decidedSet(set).decided.record, usedPlan: approved };
  t.true(isUnfinished(begun, record));
  t.true(isUnfinished(begun, { ...record, lastRun: lastRun("interrupted") }));
  t.false(isUnfinished(begun, { ...record, lastRun: lastRun("failed") }));
  t.false(isUnfinished(begun, { ...record, lastRun: lastRun("converged") }));
  t.true(isUnfinished({ ...begun, lastRun: 7 }, { ...record, lastRun: lastRun("converged") }));
  t.false(isUnfinished(begun, { ...record, usedPlan: "of another plan" }));
});

test("a begun plan is unchanged after storing and reading it, and does not contain the objects of the set", async (t) => {
  const begun = begunPlan(await planOf({}), approved);
  t.deepEqual(parseBegun(formatBegun(begun)), begun);
  t.false("objects" in begun);
  t.is(parseBegun("{}"), undefined);
  t.is(parseBegun("not JSON"), undefined);
});
