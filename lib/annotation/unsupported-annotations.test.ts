import test from "ava";

import { annotated } from "../../fixtures/ordered-set.ts";

const notObeyed = test.macro({
  exec(t, key: string, tool: string, remedy: string) {
    t.deepEqual(annotated({ [key]: "x" }).found, [
      `warning OrderNotObeyed: ${tool} annotation ${key} is ignored: ${remedy}`,
    ]);
  },
  title: (_, key: string) => `${key} has no effect, and the plan says what to use instead`,
});

test(notObeyed, "kluctl.io/hook", "kluctl", "use helm.sh/hook");
test(notObeyed, "kluctl.io/hook-weight", "kluctl", "use helm.sh/hook-weight");
test(notObeyed, "kluctl.io/hook-delete-policy", "kluctl", "use helm.sh/hook-delete-policy");
test(notObeyed, "kluctl.io/hook-wait", "kluctl", "every hook is waited for");
test(notObeyed, "kluctl.io/hook-timeout", "kluctl", "use converge.dev/reconcile-timeout");
test(notObeyed, "kluctl.io/barrier", "kluctl", "use werf.io/weight");
test(notObeyed, "kluctl.io/is-ready", "kluctl", "use converge.dev/ready-when");
test(
  notObeyed,
  "kapp.k14s.io/update-strategy",
  "kapp",
  "use converge.dev/recreate, or werf.io/resource-policy",
);
test(notObeyed, "kapp.k14s.io/create-strategy", "kapp", "server-side apply is always used");
test(
  notObeyed,
  "kapp.k14s.io/versioned-explicit-ref.a",
  "kapp",
  "references are applied as they are written",
);
test(notObeyed, "kapp.k14s.io/num-versions", "kapp", "versioned objects are not supported");

for (const key of [
  "kustomize.toolkit.fluxcd.io/prune",
  "kustomize.toolkit.fluxcd.io/ssa",
  "kustomize.toolkit.fluxcd.io/force",
  "kluctl.io/skip-delete",
  "kapp.k14s.io/delete-strategy",
  "argocd.argoproj.io/tracking-id",
]) {
  test(`${key} is known and says nothing of the order`, (t) => {
    t.deepEqual(annotated({ [key]: "x" }).found, []);
  });
}

test("kapp.k14s.io/disable-wait counts by its name alone", (t) => {
  for (const value of ["", "false", "true"]) {
    t.true(annotated({ "kapp.k14s.io/disable-wait": value }).directives.treatment.isNonBlocking);
  }
});

test("an annotation that only begins like a known one is another annotation", (t) => {
  t.deepEqual(
    annotated({ "kapp.k14s.io/change-rules-of-ours": "x", "kluctl.io/hooks-of-ours": "x" }).found,
    [],
  );
});
