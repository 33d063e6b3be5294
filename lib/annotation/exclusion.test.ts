import test from "ava";

import { manifestsOf } from "../../fixtures/ordered-set.ts";
import { object } from "../../fixtures/planned.ts";
import { exclusionOf } from "./exclusion.ts";

type Annotations = Readonly<Record<string, string>>;

function exclusion(annotations: Annotations): string | undefined {
  const [manifest] = manifestsOf([object("Job/a", { annotations })]);
  const found = manifest && exclusionOf(manifest);
  return found
    ? `${found.severity} ${found.code}: ${found.reason} (${String(found.path.at(-1))})`
    : undefined;
}

const excludes = test.macro({
  exec(t, annotations: Annotations, expected: string | undefined) {
    t.is(exclusion(annotations), expected);
  },
  title: (_, annotations: Annotations, expected: string | undefined) =>
    `${JSON.stringify(annotations)} ${expected === undefined ? "does not exclude" : "excludes"} an object`,
});

const local = "config.kubernetes.io/local-config";
test(excludes, {}, undefined);
test(excludes, { [local]: "true" }, `note LocalConfig: is excluded by ${local} (${local})`);
test(excludes, { [local]: "" }, `note LocalConfig: is excluded by ${local} (${local})`);
test(excludes, { [local]: "false" }, undefined);
const managed = "configmanagement.gke.io/managed";
test(
  excludes,
  { [managed]: "disabled" },
  `note LocalConfig: is excluded by ${managed}: disabled (${managed})`,
);
test(excludes, { [managed]: "enabled" }, undefined);
test(
  excludes,
  { "kluctl.io/delete": "true" },
  "note LocalConfig: is excluded by kluctl.io/delete: true (kluctl.io/delete)",
);
test(excludes, { "kluctl.io/delete": "false" }, undefined);

const testHook =
  "note HookLeftOut: is a test hook, which converge never runs: it is not planned (helm.sh/hook)";
for (const value of ["test", "test-success", "test-failure", " TEST ", "test,test-success"]) {
  test(excludes, { "helm.sh/hook": value }, testHook);
}
test(excludes, { "helm.sh/hook": "test,pre-install" }, undefined);
test(excludes, { "helm.sh/hook": "" }, undefined);

const argo = "argocd.argoproj.io/hook";
test(excludes, { [argo]: "Skip" }, `note LocalConfig: is excluded by ${argo}: Skip (${argo})`);
test(excludes, { [argo]: "SyncFail" }, undefined);
test(excludes, { [argo]: "PreSync,SyncFail" }, undefined);
test(excludes, { [argo]: "PreSync,Skip" }, undefined);
test(excludes, { [argo]: "" }, `warning HookUnknown: is not planned: ${argo} is empty (${argo})`);
test(
  excludes,
  { [argo]: "Presync" },
  `warning HookUnknown: is not planned: Argo CD has no hook "Presync"; did you mean "PreSync"? (known hooks: PreSync, PostSync, PreDelete, PostDelete, SyncFail, Sync, Skip) (${argo})`,
);
test(excludes, { [argo]: "Later", "helm.sh/hook": "pre-install" }, undefined);
test(excludes, { [argo]: "SyncFail", "helm.sh/hook": "pre-install" }, undefined);
test(
  excludes,
  { [argo]: "Later", "helm.sh/hook": "test" },
  `warning HookUnknown: is not planned: Argo CD has no hook "Later" (known hooks: PreSync, PostSync, PreDelete, PostDelete, SyncFail, Sync, Skip) (${argo})`,
);
test(excludes, { [argo]: "Sync", "helm.sh/hook": "test" }, undefined);
test("local-config has precedence over every other annotation", (t) => {
  t.regex(
    exclusion({ [argo]: "PreSync", [local]: "true" }) ?? "",
    /excluded by config.kubernetes.io\/local-config/,
  );
});
