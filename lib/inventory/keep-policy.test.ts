import test from "ava";

import { ignoresMutation, isProtected, keepReason } from "./keep-policy.ts";

/** Checks whether an annotation keeps an object. */
const testKept = test.macro({
  exec(t, key: string, value: string, kept: boolean) {
    t.is(keepReason({ annotations: { [key]: value } }), kept ? `${key}: ${value}` : undefined);
  },
  title: (_, key: string, value: string, kept: boolean) =>
    `${key}: ${value} ${kept ? "keeps" : "does not keep"} an object`,
});

test(testKept, "converge.dev/prune", "keep", true);
test(testKept, "converge.dev/prune", "yes", false);
test(testKept, "helm.sh/resource-policy", "keep", true);
test(testKept, "helm.sh/resource-policy", " Keep ", true);
test(testKept, "helm.sh/resource-policy", "delete", false);
test(testKept, "client.lifecycle.config.k8s.io/deletion", "detach", true);
test(testKept, "cli-utils.sigs.k8s.io/on-remove", "keep", true);
test(testKept, "werf.io/resource-policy", "skip-update, keep", true);
test(testKept, "werf.io/resource-policy", "skip-delete", true);
test(testKept, "werf.io/resource-policy", "skip-create", false);
test(testKept, "kustomize.toolkit.fluxcd.io/prune", "Disabled", true);
test(testKept, "kustomize.toolkit.fluxcd.io/prune", "enabled", false);
test(testKept, "argocd.argoproj.io/sync-options", "Validate=false,Prune=false", true);
test(testKept, "argocd.argoproj.io/sync-options", "Delete=confirm", true);
test(testKept, "argocd.argoproj.io/sync-options", "PruneLast=true", false);
test(testKept, "kapp.k14s.io/delete-strategy", "orphan", true);
test(testKept, "kluctl.io/skip-delete", "true", true);
test(testKept, "kluctl.io/skip-delete", "false", false);
test(testKept, "configmanagement.gke.io/managed", "disabled", true);
test(testKept, "configmanagement.gke.io/managed", "enabled", false);

test("Flux's prune policy counts as a label too, Helm's resource-policy does not", (t) => {
  t.is(
    keepReason({ labels: { "kustomize.toolkit.fluxcd.io/prune": "disabled" } }),
    "kustomize.toolkit.fluxcd.io/prune: disabled",
  );
  t.is(keepReason({ labels: { "helm.sh/resource-policy": "keep" } }), undefined);
  t.is(keepReason({}), undefined);
});

for (const [key, value] of [
  ["client.lifecycle.config.k8s.io/mutation", "ignore"],
  ["kustomize.toolkit.fluxcd.io/ssa", "Ignore"],
  ["kustomize.toolkit.fluxcd.io/ssa", "IfNotPresent"],
  ["kustomize.toolkit.fluxcd.io/reconcile", "disabled"],
  ["werf.io/resource-policy", "skip-delete,skip-update"],
] as const) {
  test(`${key}: ${value} leaves an existing object unchanged`, (t) => {
    t.is(ignoresMutation({ annotations: { [key]: value } }), `${key}: ${value}`);
  });
}

test("kustomize.toolkit.fluxcd.io/ssa: Merge allows changes of an existing object", (t) => {
  t.is(ignoresMutation({ annotations: { "kustomize.toolkit.fluxcd.io/ssa": "Merge" } }), undefined);
});

test("the namespaces that every cluster needs are protected", (t) => {
  t.true(isProtected({ group: "", kind: "Namespace", name: "kube-system" }));
  t.false(isProtected({ group: "", kind: "Namespace", name: "shop" }));
  t.false(isProtected({ group: "", kind: "ConfigMap", name: "default" }));
});

/** The reason to keep an object with that option that was approved for deletion. */
function keptThough(option: string): string | undefined {
  const approved = { "argocd.argoproj.io/deletion-approved": "2026-01-01T00:00:00Z" };
  return keepReason({ annotations: { "argocd.argoproj.io/sync-options": option, ...approved } });
}

test("an object that needs a confirmation is deleted once its deletion is approved", (t) => {
  t.is(keptThough("Prune=confirm"), undefined);
  t.is(keptThough("Delete=confirm"), undefined);
  t.is(keptThough("Prune=false"), "argocd.argoproj.io/sync-options: Prune=false");
});
