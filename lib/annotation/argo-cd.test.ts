import test from "ava";

import { findings, object, objectNamed, outline, planned } from "../../fixtures/planned.ts";
import type { JsonObject } from "../object/json.ts";
import type { Action } from "../plan/plan.ts";

function argo(hook: string, more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const named = Object.entries(more).map(([key, value]) => [`argocd.argoproj.io/${key}`, value]);
  return { "argocd.argoproj.io/hook": hook, ...Object.fromEntries(named) };
}

/** The groups of an action for a Job with that hook beside a ConfigMap. */
function groupsOf(hook: string, action: Action): readonly string[] {
  const objects = [object("ConfigMap/env"), object("Job/hook", { annotations: argo(hook) })];
  return outline(planned(objects, { action }));
}

for (const action of ["install", "upgrade", "rollback"] as const) {
  test(`PreSync and PostSync run before and after the main stage at ${action}`, (t) => {
    t.deepEqual(groupsOf("PreSync", action), ["pre 0: Job/hook", "main 0 < 1: ConfigMap/env"]);
    t.deepEqual(groupsOf("PostSync", action), ["main 0: ConfigMap/env", "post 0 < 1: Job/hook"]);
  });
}

test("PreDelete and PostDelete run at a deletion only", (t) => {
  t.deepEqual(groupsOf("PreDelete", "delete"), ["pre 0: Job/hook", "main 0 < 1: ConfigMap/env"]);
  t.deepEqual(groupsOf("PostDelete", "delete"), ["main 0: ConfigMap/env", "post 0 < 1: Job/hook"]);
  t.deepEqual(groupsOf("PreDelete,PostDelete", "install"), ["main 0: ConfigMap/env"]);
});

test("Sync runs in the main stage at every action that writes, replaced each time, and is nobody's", (t) => {
  const objects = [object("ConfigMap/env"), object("Job/hook", { annotations: argo("Sync") })];
  const result = planned(objects);
  t.deepEqual(outline(result), ["main 0: ConfigMap/env Job/hook"]);
  const { owned, deletePolicy } = objectNamed(result.plan, "Job/hook");
  t.false(owned);
  t.deepEqual(deletePolicy, ["before-creation"]);
  t.deepEqual(groupsOf("Sync", "delete"), ["main 0: ConfigMap/env"]);
});

test("one object may be a hook of several phases", (t) => {
  t.deepEqual(groupsOf("PreSync, Sync", "install"), [
    "pre 0: Job/hook",
    "main 0 < 1: ConfigMap/env Job/hook",
  ]);
});

const leftOut = test.macro((t, hook: string, found: string, message: RegExp) => {
  const result = planned([object("ConfigMap/env"), object("Job/hook", { annotations: argo(hook) })]);
  t.deepEqual(outline(result), ["main 0: ConfigMap/env"]);
  t.deepEqual(findings(result), [found]);
  t.regex(result.plan.diagnostics[0]?.message ?? "", message);
  t.false(result.refused);
});

test(
  "Skip is not applied",
  leftOut,
  "Skip",
  "note LocalConfig",
  /excluded by argocd.argoproj.io\/hook: Skip/,
);
test(
  "a word that Argo CD lacks is not applied either",
  leftOut,
  "PreSnc",
  "warning HookUnknown",
  /"PreSync"/,
);
test("nor is an empty hook", leftOut, "", "warning HookUnknown", /is empty/);
test("words are read in their own case", leftOut, "presync", "warning HookUnknown", /no hook "presync"/);

test("what runs after a sync and after its failure is in both stages", (t) => {
  const result = planned([object("Job/hook", { annotations: argo("PostSync,SyncFail,Later") })]);
  t.deepEqual(outline(result), ["post 0: Job/hook", "fail 0: Job/hook"]);
  t.deepEqual(findings(result), ["warning HookUnknown"]);
});

test("SyncFail is a stage of its own that waits for no group, with waves, and never part of a deletion", (t) => {
  const set = [
    object("ConfigMap/env"),
    object("Job/late", { annotations: argo("SyncFail", { "sync-wave": "3" }) }),
    object("Job/report", { annotations: argo("SyncFail") }),
  ];
  t.deepEqual(outline(planned(set)), ["main 0: ConfigMap/env", "fail 0: Job/report", "fail 3 < 2: Job/late"]);
  t.deepEqual(outline(planned(set, { hooks: false })), ["main 0: ConfigMap/env"]);
  t.deepEqual(outline(planned(set, { action: "delete" })), ["main 0: ConfigMap/env"]);
});

test("waves order hooks, and delete policies say when they go", (t) => {
  const policy = { "hook-delete-policy": "HookSucceeded, HookFailed" };
  const result = planned([
    object("Job/b", { annotations: argo("PreSync", { "sync-wave": "-1", ...policy }) }),
    object("Job/a", { annotations: argo("PreSync") }),
  ]);
  t.deepEqual(outline(result), ["pre -1: Job/b", "pre 0 < 1: Job/a"]);
  t.deepEqual(objectNamed(result.plan, "Job/b").deletePolicy, ["run-succeeded", "run-failed"]);
  t.deepEqual(objectNamed(result.plan, "Job/a").deletePolicy, ["before-creation"]);
  t.deepEqual(findings(result), []);
});

test("beside a hook of Argo CD the events of Helm do not count, its weight and policies do", (t) => {
  const ofHelm = {
    "helm.sh/hook": "post-install",
    "helm.sh/hook-weight": "3",
    "helm.sh/hook-delete-policy": "hook-failed",
  };
  const annotations = { ...argo("PreSync", { "hook-delete-policy": "HookSucceeded" }), ...ofHelm };
  const result = planned([object("Job/hook", { annotations })]);
  t.deepEqual(outline(result), ["pre 3: Job/hook"]);
  t.deepEqual(objectNamed(result.plan, "Job/hook").deletePolicy, ["run-succeeded", "run-failed"]);
});

test("a hook of Argo CD without a known word is a hook of Helm, where it has one of those", (t) => {
  const annotations = { ...argo("Later"), "helm.sh/hook": "pre-install" };
  t.deepEqual(outline(planned([object("Job/hook", { annotations })])), ["pre 0: Job/hook"]);
});

test("as in Argo CD, a hook of Helm for rollbacks only never runs, and is reported", (t) => {
  const [never, upgrading] = ["pre-rollback,post-rollback", "pre-rollback,pre-upgrade"].map((events) =>
    object("Job/hook", { annotations: { "helm.sh/hook": events } }),
  );
  for (const action of ["install", "upgrade", "rollback", "delete"] as const) {
    const result = planned([never ?? {}], { action, compat: "argocd" });
    t.deepEqual(outline(result), []);
    t.deepEqual(findings(result), ["note HookLeftOut"]);
  }
  t.deepEqual(findings(planned([upgrading ?? {}], { compat: "argocd" })), []);
});

test("options of a sync that are not obeyed are told once each", (t) => {
  const options = "Prune=false,ServerSideApply=false,Validate=false , PruneLast=true,Odd=1";
  const annotations = { "argocd.argoproj.io/sync-options": options };
  const result = planned([object("ConfigMap/a", { annotations }), object("ConfigMap/b", { annotations })]);
  t.deepEqual(
    result.plan.diagnostics.map(({ message }) => message),
    [
      "Argo CD annotation argocd.argoproj.io/sync-options: Odd=1 is ignored: it has no effect (on 2 objects)",
      "Argo CD annotation argocd.argoproj.io/sync-options: ServerSideApply=false is not needed: server-side apply is always used (on 2 objects)",
    ],
  );
});

for (const [key, value] of [
  ["argocd.argoproj.io/ignore-healthcheck", "true"],
  ["kapp.k14s.io/disable-wait", ""],
] as const) {
  test(`nobody waits for what has ${key}`, (t) => {
    const result = planned([object("Deployment/web", { annotations: { [key]: value } })]);
    t.true(objectNamed(result.plan, "Deployment/web").treatment.isNonBlocking);
    t.deepEqual(findings(result), []);
  });
}

for (const [key, severity] of [
  ["kapp.k14s.io/nonce", "warning"],
  ["kluctl.io/wait-readiness", "warning"],
  ["argocd.argoproj.io/compare-options", "note"],
] as const) {
  test(`${key} is told once to have no effect`, (t) => {
    const annotations = { [key]: "true" };
    const result = planned([object("ConfigMap/a", { annotations }), object("ConfigMap/b", { annotations })]);
    t.deepEqual(findings(result), [`${severity} OrderNotObeyed`]);
    t.regex(result.plan.diagnostics[0]?.message ?? "", /on 2 objects/);
  });
}

function migration(image: string): JsonObject {
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { generateName: "migrate-", annotations: argo("PreSync") },
    spec: { image },
  };
}

test("a hook with generateName has a name that its content decides, any other object needs one", (t) => {
  const [line = ""] = outline(planned([migration("a")]));
  t.regex(line, /^pre 0: Job\/migrate-[0-9a-f]{8}$/);
  t.deepEqual(outline(planned([migration("a")])), [line]);
  t.notDeepEqual(outline(planned([migration("b")])), [line]);
  t.deepEqual(findings(planned([migration("a")])), ["note NameGenerated"]);
  const plain = { ...migration("a"), metadata: { generateName: "migrate-" } };
  t.deepEqual(findings(planned([plain])), ["error NameMissing"]);
});

test("the generated name of a Secret tells nothing of its data", (t) => {
  const [one, other] = ["one", "two"].map((password) =>
    outline(
      planned([
        {
          apiVersion: "v1",
          kind: "Secret",
          metadata: { generateName: "token-", annotations: argo("PreSync") },
          stringData: { password },
        },
      ]),
    ),
  );
  t.deepEqual(one, other);
});

test("a Config of kapp is not applied, and what is ignored of it is reported", (t) => {
  const config = { apiVersion: "kapp.k14s.io/v1alpha1", kind: "Config", preflightRules: [] };
  const result = planned([config, object("ConfigMap/env")]);
  t.deepEqual(outline(result), ["main 0: ConfigMap/env"]);
  t.deepEqual(findings(result), ["warning OrderNotObeyed"]);
  t.false(result.refused);
});

test("a Config of kapp with nothing but wait rules, which are used, is not reported", (t) => {
  const config = { apiVersion: "kapp.k14s.io/v1alpha1", kind: "Config", waitRules: [] };
  const result = planned([config, object("ConfigMap/env")]);
  t.deepEqual(outline(result), ["main 0: ConfigMap/env"]);
  t.deepEqual(findings(result), []);
});

/** The delete policies of a Job with these annotations and policies of both dialects. */
function policiesOf(annotations: Readonly<Record<string, string>>): readonly string[] {
  const policies = {
    "argocd.argoproj.io/hook-delete-policy": "HookSucceeded",
    "helm.sh/hook-delete-policy": "before-hook-creation",
  };
  const hook = object("Job/hook", { annotations: { ...annotations, ...policies } });
  return objectNamed(planned([hook]).plan, "Job/hook").deletePolicy;
}

test("a Sync hook and a hook of Helm have the delete policies of both dialects", (t) => {
  t.deepEqual(policiesOf(argo("Sync")), ["run-succeeded", "before-creation"]);
  t.deepEqual(policiesOf({ "helm.sh/hook": "post-install" }), ["succeeded", "before-creation"]);
});
