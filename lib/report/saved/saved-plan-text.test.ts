import { readFileSync } from "node:fs";

import test from "ava";

import type { SavedPlan } from "../../saved/saved-plan.ts";
import { savedPlanJson, savedPlanSummary, savedPlanText } from "./saved-plan-text.ts";

const saved = JSON.parse(readFileSync("fixtures/saved-plan.json", "utf8")) as SavedPlan;
const style = { color: false, width: undefined };

test("a saved plan is shown with its decisions, changes and deletions", (t) => {
  const text = savedPlanText(saved, style);
  t.regex(text, /^release shop in namespace web, upgrade, revision 4: saved by converge 0\.1\.0 /);
  t.regex(text, /^1 +ConfigMap\/env +update\n +Secret\/key +unchanged\n2 +Deployment\/web +create$/m);
  t.regex(text, /^change ConfigMap\/env\n {2}~ data\.color: green → blue$/m);
  t.regex(text, /^prune ConfigMap\/banner$/m);
  t.is(savedPlanSummary(saved, style), "namespace web: 1 create, 1 update, 1 unchanged, 1 prune\n");
});

test("a plan for which nothing is to be done says so", (t) => {
  t.is(savedPlanSummary({ ...saved, groups: [], prunes: [] }, style), "nothing to do\n");
});

test("a hostile plan cannot control the terminal", (t) => {
  const reason = "\u001B[2J";
  const groups = saved.groups.map((group) => ({
    ...group,
    objects: group.objects.map((object) => ({ ...object, reason, notes: [reason] })),
  }));
  t.false(savedPlanText({ ...saved, server: reason, groups }, style).includes("\u001B"));
  t.false(savedPlanJson({ ...saved, server: reason, groups }).includes("\u001B"));
});

test("values of Secrets in an encrypted plan are not shown", (t) => {
  const objects = saved.objects.map((one) => ({
    ...one,
    object: { ...one.object, stringData: { token: "hunter2-secret" } },
  }));
  const secrets = objects.filter(({ ref }) => ref.includes("/Secret/"));
  t.notRegex(savedPlanJson({ ...saved, objects: secrets }), /hunter2/);
});
