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
const policyWaits = [
  "ValidatingAdmissionPolicy/p present admission-policy",
  "ValidatingAdmissionPolicyBinding/b present admission-policy",
];

test("an object that a bound policy matches waits for the policy and the binding", (t) => {
  const result = planned([web, policy({}), binding()]);
  t.deepEqual(waitsOf(result, "Deployment/web"), policyWaits);
  t.deepEqual(waitsOf(result, "ValidatingAdmissionPolicyBinding/b"), [
    "ValidatingAdmissionPolicy/p present reference",
  ]);
  t.deepEqual(findings(result), []);
});

test("no object waits for a policy without a binding of its kind", (t) => {
  t.deepEqual(waitsOf(planned([web, policy({})]), "Deployment/web"), []);
  const other = binding({}, "MutatingAdmissionPolicyBinding");
  t.deepEqual(waitsOf(planned([web, policy({}), other]), "Deployment/web"), []);
});

test("objects wait for the parameters of a policy binding, and parameters wait for nothing", (t) => {
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
  t.deepEqual(waitsOf(planned(set({ name: "other" })), "Deployment/web"), policyWaits);
});

test("CRDs and Namespaces of the set do not wait for a policy that matches everything", (t) => {
  const crd = object("CustomResourceDefinition/things.example.com", {
    body: defines("example.com", "Thing"),
  });
  const result = planned([crd, object("Namespace/shop"), policy({}), binding()]);
  t.deepEqual(waitsOf(result, "CustomResourceDefinition/things.example.com"), []);
  t.deepEqual(waitsOf(result, "Namespace/shop"), []);
});

const matches = test.macro({
  title: (_, what) => `an admission policy ${String(what)}`,
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

test(
  matches,
  "matches a Deployment by a rule for pods",
  { constraints: rule({ resources: ["pods"] }) },
  true,
);
test(
  matches,
  "does not match a Deployment by a rule for Services",
  { constraints: rule({ resources: ["services"] }) },
  false,
);
test(
  matches,
  "does not match a Deployment by a rule for DELETE",
  { constraints: rule({ operations: ["DELETE"] }) },
  false,
);
test(
  matches,
  "matches a Deployment by resourceNames",
  { constraints: rule({ resourceNames: ["web"] }) },
  true,
);
test(
  matches,
  "does not match a Deployment by resourceNames with another name",
  { constraints: rule({ resources: ["deployments"], resourceNames: ["db"] }) },
  false,
);
test(
  matches,
  "does not match a Deployment of excludeResourceRules",
  { constraints: { excludeResourceRules: [anything] } },
  false,
);
test(
  matches,
  "does not match a Deployment by an objectSelector with other labels",
  { constraints: { objectSelector: { matchLabels: { tier: "db" } } } },
  false,
);
test(
  matches,
  "matches a Deployment that matchResources of the binding include",
  { by: rule({ resources: ["deployments"] }) },
  true,
);
test(
  matches,
  "does not match a Deployment that matchResources of the binding do not include",
  { by: rule({ resources: ["services"] }) },
  false,
);
test(
  matches,
  "matches a Deployment if matchResources of the binding have only selectors",
  { by: { namespaceSelector: {} } },
  true,
);
