import test from "ava";

import { findings, object, objectNamed, outline, planned } from "../../fixtures/planned.ts";
import type { JsonObject } from "../object/json.ts";
import type { Action } from "../plan/plan.ts";

function argo(hook: string, more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const named = Object.entries(more).map(([key, value]) => [`argocd.argoproj.io/${key}`, value]);
  return { "argocd.argoproj.io/hook": hook, ...Object.fromEntries(named) };
}

/** The groups of an action for a ConfigMap and a Job with that hook. */
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

test("PreDelete and PostDelete run only at a deletion", (t) => {
  t.deepEqual(groupsOf("PreDelete", "delete"), ["pre 0: Job/hook", "main 0 < 1: ConfigMap/env"]);
  t.deepEqual(groupsOf("PostDelete", "delete"), ["main 0: ConfigMap/env", "post 0 < 1: Job/hook"]);
  t.deepEqual(groupsOf("PreDelete,PostDelete", "install"), ["main 0: ConfigMap/env"]);
});

test("a Sync hook runs in the main stage, is replaced each time, and is not owned by the release", (t) => {
  const objects = [object("ConfigMap/env"), object("Job/hook", { annotations: argo("Sync") })];
  const result = planned(objects);
  t.deepEqual(outline(result), ["main 0: ConfigMap/env Job/hook"]);
  const { owned, deletePolicy } = objectNamed(result.plan, "Job/hook");
  t.false(owned);
  t.deepEqual(deletePolicy, ["before-creation"]);
  t.deepEqual(groupsOf("Sync", "delete"), ["main 0: ConfigMap/env"]);
});

test("one object can be an Argo CD hook of several phases", (t) => {
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
  "an object with the Argo CD hook Skip is not applied",
  leftOut,
  "Skip",
  "note LocalConfig",
  /excluded by argocd.argoproj.io\/hook: Skip/,
);
test(
  "an object with an unknown Argo CD hook is not applied",
  leftOut,
  "PreSnc",
  "warning HookUnknown",
  /"PreSync"/,
);
test("an object with an empty Argo CD hook is not applied", leftOut, "", "warning HookUnknown", /is empty/);
test("Argo CD hooks are case-sensitive", leftOut, "presync", "warning HookUnknown", /no hook "presync"/);

test("an object with the Argo CD hooks PostSync and SyncFail is in both stages", (t) => {
  const result = planned([object("Job/hook", { annotations: argo("PostSync,SyncFail,Later") })]);
  t.deepEqual(outline(result), ["post 0: Job/hook", "fail 0: Job/hook"]);
  t.deepEqual(findings(result), ["warning HookUnknown"]);
});

test("SyncFail hooks form a separate stage, are ordered by waves, and are not part of a deletion", (t) => {
  const set = [
    object("ConfigMap/env"),
    object("Job/late", { annotations: argo("SyncFail", { "sync-wave": "3" }) }),
    object("Job/report", { annotations: argo("SyncFail") }),
  ];
  t.deepEqual(outline(planned(set)), ["main 0: ConfigMap/env", "fail 0: Job/report", "fail 3 < 2: Job/late"]);
  t.deepEqual(outline(planned(set, { hooks: false })), ["main 0: ConfigMap/env"]);
  t.deepEqual(outline(planned(set, { action: "delete" })), ["main 0: ConfigMap/env"]);
});

test("waves order Argo CD hooks, and delete policies determine when they are deleted", (t) => {
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

test("an Argo CD hook overrides the Helm hook events, but not the Helm weight and delete policies", (t) => {
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

test("an object with an unknown Argo CD hook and a Helm hook is a Helm hook", (t) => {
  const annotations = { ...argo("Later"), "helm.sh/hook": "pre-install" };
  t.deepEqual(outline(planned([object("Job/hook", { annotations })])), ["pre 0: Job/hook"]);
});

test("with --compat=argocd, a Helm hook only for rollbacks never runs and is reported", (t) => {
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

test("each sync option that is not obeyed is reported once", (t) => {
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
  test(`an object with ${key} is not waited for`, (t) => {
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
  test(`${key} is reported once as having no effect`, (t) => {
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

test("a hook with generateName gets a name from its content, any other object needs a name", (t) => {
  const [line = ""] = outline(planned([migration("a")]));
  t.regex(line, /^pre 0: Job\/migrate-[0-9a-f]{8}$/);
  t.deepEqual(outline(planned([migration("a")])), [line]);
  t.notDeepEqual(outline(planned([migration("b")])), [line]);
  t.deepEqual(findings(planned([migration("a")])), ["note NameGenerated"]);
  const plain = { ...migration("a"), metadata: { generateName: "migrate-" } };
  t.deepEqual(findings(planned([plain])), ["error NameMissing"]);
});

test("the generated name of a Secret does not depend on its data", (t) => {
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

test("a kapp Config is not applied, and its unsupported fields are reported", (t) => {
  const config = { apiVersion: "kapp.k14s.io/v1alpha1", kind: "Config", preflightRules: [] };
  const result = planned([config, object("ConfigMap/env")]);
  t.deepEqual(outline(result), ["main 0: ConfigMap/env"]);
  t.deepEqual(findings(result), ["warning OrderNotObeyed"]);
  t.false(result.refused);
});

test("a kapp Config with only wait rules is not reported", (t) => {
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

test("a Sync hook and a Helm hook have the delete policies of both dialects", (t) => {
  t.deepEqual(policiesOf(argo("Sync")), ["run-succeeded", "before-creation"]);
  t.deepEqual(policiesOf({ "helm.sh/hook": "post-install" }), ["succeeded", "before-creation"]);
});
