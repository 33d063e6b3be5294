import test from "ava";

import {
  defines,
  dependsOn,
  hook,
  object,
  outline,
  planned,
  pods,
  waitsOf,
} from "../../../fixtures/planned.ts";
import type { JsonObject } from "../../object/json.ts";
import { planSummary } from "../../report/plan/plan-list.ts";

const compat = { compat: "argocd" } as const;

function wave(value: number): Readonly<Record<string, string>> {
  return { "argocd.argoproj.io/sync-wave": String(value) };
}

test("with --compat=argocd, the objects of a wave are applied one by one, by kind and name", (t) => {
  const uses = pods({ containers: [{ name: "c", envFrom: [{ configMapRef: { name: "late" } }] }] });
  const set = [
    object("Deployment/web", { body: uses }),
    object("example.com/v1/Ant/z"),
    object("Ingress/a"),
    object("ConfigMap/late", { annotations: wave(1) }),
    object("ConfigMap/b"),
    object("Secret/c"),
    object("example.com/v1/Bee/a"),
  ];
  const result = planned(set, compat);
  t.deepEqual(outline(result), [
    "main 0: Secret/c ConfigMap/b Deployment/web Ingress/a Bee/a Ant/z",
    "main 1 < 1: ConfigMap/late",
  ]);
  t.deepEqual(waitsOf(result, "Deployment/web"), ["ConfigMap/b present wave-order"]);
});

test("with --compat=argocd, a CRD moves to the wave and phase of its first custom resource", (t) => {
  const set = [
    object("CustomResourceDefinition/ants.example.com", {
      annotations: wave(5),
      body: defines("example.com", "Ant"),
    }),
    object("example.com/v1/Ant/a", { annotations: { ...wave(2), "argocd.argoproj.io/hook": "PreSync" } }),
    object("ConfigMap/env"),
  ];
  t.deepEqual(outline(planned(set, compat)), [
    "pre 2: CustomResourceDefinition/ants.example.com",
    "pre 2: Ant/a",
    "main 0 < 2: ConfigMap/env",
  ]);
});

test("with --compat=argocd, a CRD of a later wave is applied just before its first custom resource", (t) => {
  const set = [
    object("CustomResourceDefinition/ants.example.com", {
      annotations: wave(5),
      body: defines("example.com", "Ant"),
    }),
    object("example.com/v1/Ant/m"),
    object("example.org/v1/Bee/a"),
    object("example.org/v1/Bee/x"),
    object("Service/web"),
  ];
  const result = planned(set, compat);
  t.deepEqual(waitsOf(result, "CustomResourceDefinition/ants.example.com"), ["Bee/a present wave-order"]);
  t.deepEqual(waitsOf(result, "Bee/a"), ["Service/web present wave-order"]);
  t.deepEqual(waitsOf(result, "Bee/x"), ["Ant/m present wave-order"]);
});

test("with --compat=argocd, Helm install and upgrade hooks run in each sync, rollback hooks never run", (t) => {
  const set = [
    object("Job/a", { annotations: hook("pre-upgrade", 0) }),
    object("Job/b", { annotations: hook("post-install,post-rollback", 0) }),
    object("Job/c", { annotations: hook("pre-rollback", 0) }),
    object("ConfigMap/env"),
  ];
  for (const action of ["install", "upgrade", "rollback"] as const) {
    t.deepEqual(outline(planned(set, { ...compat, action })), [
      "pre 0: Job/a",
      "main 0 < 1: ConfigMap/env",
      "post 0 < 2: Job/b",
    ]);
  }
});

test("with --compat=argocd, Helm hooks of one weight run together, and hook-weight orders any object", (t) => {
  const set = [
    object("Job/b", { annotations: hook("pre-install", 3) }),
    object("Job/a", { annotations: hook("pre-upgrade,pre-install", 3) }),
    object("ConfigMap/env", { annotations: { "helm.sh/hook-weight": "-4" } }),
    object("ConfigMap/late"),
  ];
  const result = planned(set, compat);
  t.deepEqual(outline(result), [
    "pre 3: Job/a Job/b",
    "main -4 < 1: ConfigMap/env",
    "main 0 < 2: ConfigMap/late",
  ]);
  t.deepEqual(result.plan.diagnostics, []);
});

test("with --compat=argocd, a wave that contradicts an explicit dependency refuses the set", (t) => {
  const needs = dependsOn("/namespaces/default/ConfigMap/late");
  const set = [
    object("ConfigMap/early", { annotations: { ...wave(0), ...needs } }),
    object("ConfigMap/late", { annotations: wave(1) }),
  ];
  t.true(planned(set, compat).refused);
  t.false(planned(set).refused);
});

test("the plan summary shows the number of waves and the length of the longest dependency chain", (t) => {
  const needs = dependsOn("/namespaces/default/ConfigMap/a");
  const set: readonly JsonObject[] = [
    object("ConfigMap/a", { annotations: wave(0) }),
    object("ConfigMap/b", { annotations: { ...wave(1), ...needs } }),
    object("ConfigMap/c", { annotations: { ...wave(2), ...needs } }),
    object("ConfigMap/d", { annotations: { ...wave(3), ...needs } }),
  ];
  t.is(planSummary(planned(set).plan), "4 objects in 2 groups (4 waves, longest chain 2)");
  t.is(planSummary(planned(set, { action: "delete" }).plan), "4 objects in 2 groups, deleted in this order");
  t.is(planSummary(planned([object("ConfigMap/a")]).plan), "1 object in 1 group");
});
