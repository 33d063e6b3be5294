import test from "ava";

import {
  defines,
  findings,
  object,
  objectNamed,
  outline,
  planned,
  pods,
  waitsOf,
  weight,
} from "../../../fixtures/planned.ts";
import type { JsonObject } from "../../object/json.ts";

const compat = { compat: "kapp" } as const;

function withRules(written: string, ...rules: readonly string[]): JsonObject {
  const named = rules.map((rule, index) => [`kapp.k14s.io/change-rule.${index}`, rule]);
  return object(written, { annotations: Object.fromEntries(named) as Record<string, string> });
}

test("with --compat=kapp, Namespaces, CRDs, configuration, storage and RBAC come first", (t) => {
  const set = [
    object("Deployment/web"),
    object("Service/web"),
    object("ConfigMap/env"),
    object("Role/reader"),
    object("PersistentVolumeClaim/data"),
    object("Namespace/shop"),
    object("CustomResourceDefinition/crontabs.example.com", { body: defines("example.com", "CronTab") }),
    object("example.com/v1/CronTab/nightly"),
  ];
  t.deepEqual(outline(planned(set, compat)), [
    "main -1: Namespace/shop ConfigMap/env PersistentVolumeClaim/data CustomResourceDefinition/crontabs.example.com Role/reader",
    "main 0 < 1: Service/web Deployment/web CronTab/nightly",
  ]);
});

test("with --compat=kapp, other cluster-scoped objects neither wait for the first group nor delay the next", (t) => {
  const rule = "upsert after upserting example.com/classes";
  const group = { "kapp.k14s.io/change-group": "example.com/classes" };
  const set = [
    object("Deployment/web"),
    object("ConfigMap/env"),
    withRules("Secret/token", rule),
    object("IngressClass/public", { annotations: group }),
    object("IngressClass/private"),
  ];
  const result = planned(set, compat);
  t.deepEqual(outline(result), [
    "main -1: ConfigMap/env IngressClass/public",
    "main -1: Secret/token",
    "main 0 < 1 2: Deployment/web IngressClass/private",
  ]);
  t.deepEqual(waitsOf(result, "Secret/token"), ["IngressClass/public ready change-rule"]);
  for (const name of ["IngressClass/public", "IngressClass/private"]) {
    t.like(objectNamed(result.plan, name), { freed: true, after: [] });
  }
});

test("a change rule moves an object that kapp's default rules place first", (t) => {
  const rule = "upsert after upserting example.com/web";
  const web = object("Deployment/web", { annotations: { "kapp.k14s.io/change-group": "example.com/web" } });
  const viaAnnotation = planned([web, withRules("ConfigMap/env", rule), object("Secret/token")], compat);
  t.deepEqual(outline(viaAnnotation), [
    "main -1: Secret/token",
    "main 0 < 1: Deployment/web",
    "main 0 < 1: ConfigMap/env",
  ]);
  const config = {
    apiVersion: "kapp.k14s.io/v1alpha1",
    kind: "Config",
    changeRuleBindings: [
      {
        rules: [rule],
        ignoreIfCyclical: true,
        resourceMatchers: [{ apiVersionKindMatcher: { apiVersion: "v1", kind: "ConfigMap" } }],
      },
    ],
  };
  const viaBinding = planned([config, web, object("ConfigMap/env"), object("Secret/token")], compat);
  t.deepEqual(outline(viaBinding), outline(viaAnnotation));
  t.deepEqual(findings(viaBinding), []);
});

test("with --compat=kapp, a RoleBinding is sent after its Role", (t) => {
  const binding = object("RoleBinding/a", {
    body: { roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "reader" }, subjects: [] },
  });
  const result = planned([binding, object("Role/reader")], compat);
  t.deepEqual(outline(result), ["main -1: Role/reader RoleBinding/a"]);
});

test("without kapp's default rules, an object waits for explicit rules, its Namespace and its CRD", (t) => {
  const annotations = { "kapp.k14s.io/disable-default-change-group-and-rules": "" };
  const rule = { "kapp.k14s.io/change-rule": "upsert after upserting example.com/db" };
  const body = {
    roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "reader" },
    subjects: [],
  };
  const set = [
    object("RoleBinding/a", { namespace: "shop", annotations: { ...annotations, ...rule }, body }),
    object("Role/reader", { namespace: "shop" }),
    object("Namespace/shop"),
    object("ConfigMap/db", { annotations: { "kapp.k14s.io/change-group": "example.com/db" } }),
    object("CustomResourceDefinition/crontabs.example.com", { body: defines("example.com", "CronTab") }),
    object("example.com/v1/CronTab/nightly", { annotations }),
  ];
  const result = planned(set, compat);
  t.deepEqual(waitsOf(result, "RoleBinding/a"), [
    "Namespace/shop ready namespace",
    "ConfigMap/db ready change-rule",
  ]);
  t.deepEqual(waitsOf(result, "CronTab/nightly"), [
    "CustomResourceDefinition/crontabs.example.com ready custom-resource",
  ]);
});

test("without kapp's default rules, a workload still waits for the references of its pods", (t) => {
  const annotations = { "kapp.k14s.io/disable-default-change-group-and-rules": "" };
  const body = pods({ volumes: [{ name: "env", configMap: { name: "env" } }] });
  const set = [object("Deployment/web", { annotations, body }), object("ConfigMap/env")];
  t.deepEqual(waitsOf(planned(set, compat), "Deployment/web"), ["ConfigMap/env present reference"]);
});

test("with --compat=kapp, an explicit weight is kept", (t) => {
  const set = [object("ConfigMap/env", { annotations: weight(5) }), object("Deployment/web")];
  t.deepEqual(outline(planned(set, compat)), ["main 0: Deployment/web", "main 5 < 1: ConfigMap/env"]);
});

test("without --compat, unrelated objects are applied together", (t) => {
  t.is(outline(planned([object("ConfigMap/env"), object("Deployment/web")])).length, 1);
});
