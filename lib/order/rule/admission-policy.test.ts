import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { defines, findings, object, planned, pods, waitsOf } from "../../../fixtures/planned.ts";

const anything = { operations: ["CREATE"], apiGroups: ["*"], apiVersions: ["*"], resources: ["*"] };
const policy = (spec: JsonObject): JsonObject =>
  object("admissionregistration.k8s.io/v1/ValidatingAdmissionPolicy/p", {
    body: { spec: { matchConstraints: { resourceRules: [anything] }, ...spec } },
  });
const binding = (spec: JsonObject = {}, kind = "ValidatingAdmissionPolicyBinding"): JsonObject =>
  object(`admissionregistration.k8s.io/v1/${kind}/b`, { body: { spec: { policyName: "p", ...spec } } });
const web = object("Deployment/web", { body: pods({}) });
const held = [
  "ValidatingAdmissionPolicy/p present admission-policy",
  "ValidatingAdmissionPolicyBinding/b present admission-policy",
];

test("an object that a bound policy matches waits for the policy and the binding", (t) => {
  const result = planned([web, policy({}), binding()]);
  t.deepEqual(waitsOf(result, "Deployment/web"), held);
  t.deepEqual(waitsOf(result, "ValidatingAdmissionPolicyBinding/b"), [
    "ValidatingAdmissionPolicy/p present reference",
  ]);
  t.deepEqual(findings(result), []);
});

test("a policy without a binding, or with one of the other kind, holds nothing", (t) => {
  t.deepEqual(waitsOf(planned([web, policy({})]), "Deployment/web"), []);
  const other = binding({}, "MutatingAdmissionPolicyBinding");
  t.deepEqual(waitsOf(planned([web, policy({}), other]), "Deployment/web"), []);
});

test("parameters are waited for, and wait for nothing", (t) => {
  const params = object("ConfigMap/limits", { labels: { limits: "yes" } });
  const set = (paramRef: JsonObject): readonly JsonObject[] => [
    web,
    policy({ paramKind: { apiVersion: "v1", kind: "ConfigMap" } }),
    binding({ paramRef }),
    params,
  ];
  for (const paramRef of [
    { name: "limits", namespace: "default" },
    { selector: { matchLabels: { limits: "yes" } } },
  ]) {
    const result = planned(set(paramRef));
    t.true(waitsOf(result, "Deployment/web").includes("ConfigMap/limits present admission-policy"));
    t.deepEqual(waitsOf(result, "ConfigMap/limits"), []);
  }
  t.deepEqual(waitsOf(planned(set({ name: "other" })), "Deployment/web"), held);
});

test("a policy over everything holds no CustomResourceDefinition and no Namespace of the set", (t) => {
  const crd = object("CustomResourceDefinition/things.example.com", {
    body: defines("example.com", "Thing"),
  });
  const result = planned([crd, object("Namespace/shop"), policy({}), binding()]);
  t.deepEqual(waitsOf(result, "CustomResourceDefinition/things.example.com"), []);
  t.deepEqual(waitsOf(result, "Namespace/shop"), []);
});

const matches = test.macro({
  title: (_, what) => `a policy holds a Deployment: ${String(what)}`,
  exec: (
    t,
    _: string,
    given: { readonly constraints?: JsonObject; readonly by?: JsonObject },
    expected: boolean,
  ) => {
    const matchConstraints = { resourceRules: [anything], ...given.constraints };
    const resources = given.by === undefined ? {} : { matchResources: given.by };
    const result = planned([web, policy({ matchConstraints }), binding(resources)]);
    t.is(waitsOf(result, "Deployment/web").length > 0, expected);
  },
});
const rule = (more: JsonObject): JsonObject => ({ resourceRules: [{ ...anything, ...more }] });

test(matches, "by a rule for its pods", { constraints: rule({ resources: ["pods"] }) }, true);
test(matches, "not by one for Services", { constraints: rule({ resources: ["services"] }) }, false);
test(matches, "not on deletion", { constraints: rule({ operations: ["DELETE"] }) }, false);
test(matches, "by its name", { constraints: rule({ resourceNames: ["web"] }) }, true);
test(
  matches,
  "not by another name",
  { constraints: rule({ resources: ["deployments"], resourceNames: ["db"] }) },
  false,
);
test(matches, "not if excluded", { constraints: { excludeResourceRules: [anything] } }, false);
test(
  matches,
  "not by other labels",
  { constraints: { objectSelector: { matchLabels: { tier: "db" } } } },
  false,
);
test(matches, "if the binding names it", { by: rule({ resources: ["deployments"] }) }, true);
test(matches, "not if the binding names others", { by: rule({ resources: ["services"] }) }, false);
test(matches, "if the binding has selectors only", { by: { namespaceSelector: {} } }, true);
