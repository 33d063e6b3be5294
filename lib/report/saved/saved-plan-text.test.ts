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

test("the options of a saved plan are shown as flags, except the defaults", (t) => {
  t.notRegex(savedPlanText(saved, style), /^with /m);
  const options = {
    ...saved.options,
    recreate: true,
    deleteContents: true,
    forceConflicts: false,
    allowPrune: ["pvcs", "crds"] as const,
    maxPrune: "100%",
    inventoryPolicy: "force-adopt" as const,
    sourceRevision: "v2",
  };
  t.regex(
    savedPlanText({ ...saved, options }, style),
    /^with --delete-contents --force-conflicts=false --recreate --max-prune=100% --allow-prune=pvcs,crds --inventory-policy=force-adopt --source-revision=v2$/m,
  );
});

test("a saved plan without changes prints that there is nothing to do", (t) => {
  t.is(savedPlanSummary({ ...saved, groups: [], prunes: [] }, style), "nothing to do\n");
});

test("control characters in a saved plan are escaped", (t) => {
  const reason = "\u001B[2J";
  const groups = saved.groups.map((group) => ({
    ...group,
    objects: group.objects.map((object) => ({ ...object, reason, notes: [reason] })),
  }));
  t.false(savedPlanText({ ...saved, server: reason, groups }, style).includes("\u001B"));
  t.false(savedPlanJson({ ...saved, server: reason, groups }).includes("\u001B"));
});

test("control characters in the path of a change are escaped", (t) => {
  const path = [{ key: "\u001B[2J", value: "\u001B[2J" }];
  const groups = saved.groups.map((group) => ({
    ...group,
    objects: group.objects.map((object) => ({
      ...object,
      changes: [{ path, kind: "changed" as const, before: "a", after: "b" }],
    })),
  }));
  t.false(savedPlanText({ ...saved, groups }, style).includes("\u001B"));
});

test("values of Secrets in an encrypted plan are not shown", (t) => {
  const objects = saved.objects.map((one) => ({
    ...one,
    object: { ...one.object, stringData: { token: "hunter2-secret" } },
  }));
  const secrets = objects.filter(({ ref }) => ref.includes("/Secret/"));
  t.notRegex(savedPlanJson({ ...saved, objects: secrets }), /hunter2/);
});
