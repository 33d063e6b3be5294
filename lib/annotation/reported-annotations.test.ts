import test from "ava";

import { annotated } from "../../fixtures/ordered-set.ts";

const notObeyed = test.macro({
  exec(t, key: string, tool: string, remedy: string, value: string = "x") {
    t.deepEqual(annotated({ [key]: value }).found, [
      `warning OrderNotObeyed: ${tool} annotation ${key} is ignored: ${remedy}`,
    ]);
  },
  title: (_, key: string) => `${key} is reported as ignored, with what to use instead`,
});

test(notObeyed, "kluctl.io/hook", "kluctl", "use helm.sh/hook");
test(notObeyed, "kluctl.io/hook-weight", "kluctl", "use helm.sh/hook-weight");
test(notObeyed, "kluctl.io/hook-delete-policy", "kluctl", "use helm.sh/hook-delete-policy");
test(notObeyed, "kluctl.io/hook-wait", "kluctl", "every hook is waited for", "false");
test(notObeyed, "kluctl.io/hook-timeout", "kluctl", "use converge.dev/reconcile-timeout");
test(notObeyed, "kluctl.io/barrier", "kluctl", "use werf.io/weight", "true");
test(notObeyed, "kluctl.io/is-ready", "kluctl", "use converge.dev/ready-when", "true");
for (const key of [
  "kustomize.toolkit.fluxcd.io/prune",
  "kustomize.toolkit.fluxcd.io/ssa",
  "kustomize.toolkit.fluxcd.io/force",
  "kluctl.io/skip-delete",
  "argocd.argoproj.io/tracking-id",
]) {
  test(`${key} is known and does not affect the order`, (t) => {
    t.deepEqual(annotated({ [key]: "x" }).found, []);
  });
}

for (const [key, value] of [
  ["kluctl.io/barrier", "false"],
  ["kluctl.io/wait-readiness", "false"],
  ["kluctl.io/hook-wait", "true"],
  ["kluctl.io/ignore-conflicts", "false"],
  ["helm.toolkit.fluxcd.io/driftDetection", "enabled"],
  ["argocd.argoproj.io/ignore-restart-policy", "false"],
  ["argocd.argoproj.io/sync-options", "FailOnSharedResource=false"],
] as const) {
  test(`${key}: ${value} is the default and is not reported`, (t) => {
    t.deepEqual(annotated({ [key]: value }).found, []);
  });
}

test("an annotation whose key only starts like a known one is not reported", (t) => {
  t.deepEqual(annotated({ "kluctl.io/hooks-of-ours": "x" }).found, []);
});
