import test from "ava";

import type { DeletePolicy } from "../object/deploy-policy.ts";
import { immutableFields, mayRecreate, replacesOnChange } from "./immutable-fields.ts";

/** Checks whether a message of the API server (1.36) means that a field cannot be changed. */
const testImmutable = test.macro({
  exec(t, field: string, message: string, immutable: boolean) {
    const refusal = {
      message: `x is invalid: ${message}`,
      causes: [{ reason: "FieldValueInvalid", field, message }],
    };
    t.deepEqual(immutableFields(refusal), immutable ? [field] : []);
  },
  title: (_, field: string, message: string, immutable: boolean) =>
    `"${field}: ${message.slice(0, 60)}" ${immutable ? "reports" : "does not report"} an immutable field`,
});

test(testImmutable, "spec.selector", 'Invalid value: {"matchLabels":{"a":"c"}}: field is immutable', true);
test(
  testImmutable,
  "spec",
  "Forbidden: updates to statefulset spec for fields other than 'replicas', 'template' and 'minReadySeconds' are forbidden",
  true,
);
test(testImmutable, "spec.clusterIPs[0]", 'Invalid value: ["None"]: may not change once set', true);
test(
  testImmutable,
  "spec",
  "Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\n@@ -1 +1 @@",
  true,
);
test(
  testImmutable,
  "roleRef",
  'Invalid value: {"APIGroup":"rbac.authorization.k8s.io","Kind":"Role","Name":"b"}: cannot change roleRef',
  true,
);
test(testImmutable, "data", "Forbidden: field is immutable when `immutable` is set", true);
test(testImmutable, "value", "Forbidden: may not be changed in an update.", true);
test(testImmutable, "spec.a", 'Invalid value: "2": Value is immutable', true);
test(
  testImmutable,
  "spec",
  "Forbidden: pod updates may not change fields other than `spec.containers[*].image`",
  true,
);
test(testImmutable, "spec.replicas", "Invalid value: -1: must be greater than or equal to 0", false);
test(testImmutable, "spec.selector", "Required value", false);
test(testImmutable, "data", 'Invalid value: {"a":"field is immutable"}: must be shorter', false);
test(testImmutable, "spec", 'Forbidden: exceeds the quota\n- "field is immutable"', false);

test("a refusal with another fault in addition reports no immutable fields", (t) => {
  const causes = [
    { reason: "FieldValueInvalid", field: "spec.selector", message: "Invalid value: {}: field is immutable" },
    { reason: "FieldValueRequired", field: "spec.template", message: "Required value" },
  ];
  t.deepEqual(immutableFields({ message: "", causes }), []);
});

test("immutable fields are sorted and without duplicates", (t) => {
  const causes = ["b", "a", "b"].map((field) => ({
    reason: "FieldValueInvalid",
    field,
    message: "field is immutable",
  }));
  t.deepEqual(immutableFields({ message: "", causes }), ["a", "b"]);
});

test("a refusal without causes is classified by its message", (t) => {
  t.deepEqual(immutableFields({ message: "admission webhook denied: spec.x is immutable", causes: [] }), [
    "",
  ]);
  t.deepEqual(immutableFields({ message: "denied", causes: [] }), []);
});

/** Checks whether an object may be recreated. */
const testRecreate = test.macro({
  exec(t, annotations: Record<string, string>, deletePolicy: readonly DeletePolicy[], may: boolean) {
    t.is(mayRecreate({ metadata: { annotations } }, deletePolicy), may);
  },
  title: (_, annotations: Record<string, string>, deletePolicy: readonly DeletePolicy[], may: boolean) =>
    `an object with ${JSON.stringify(annotations)} and the policy [${deletePolicy.join()}] ${may ? "may" : "may not"} be recreated`,
});

test(testRecreate, {}, [], false);
test(testRecreate, { "converge.dev/recreate": "true" }, [], true);
test(testRecreate, { "converge.dev/recreate": "on-immutable" }, [], true);
test(testRecreate, { "converge.dev/recreate": "false" }, ["before-creation-if-immutable"], false);
test(testRecreate, {}, ["succeeded", "before-creation"], true);
test(testRecreate, {}, ["before-creation-if-immutable"], true);
test(testRecreate, {}, ["succeeded", "failed"], false);
test(testRecreate, { "kustomize.toolkit.fluxcd.io/force": "Enabled" }, [], true);
test(testRecreate, { "argocd.argoproj.io/sync-options": "Prune=false,Force=true" }, [], true);
test(testRecreate, { "argocd.argoproj.io/sync-options": "Replace=true" }, [], true);
test(testRecreate, { "argocd.argoproj.io/sync-options": "Force=false" }, [], false);
test(testRecreate, { "kapp.k14s.io/update-strategy": "fallback-on-replace" }, [], true);
test(testRecreate, { "kapp.k14s.io/update-strategy": "always-replace" }, [], true);
test(testRecreate, { "kapp.k14s.io/update-strategy": "skip" }, [], false);

test("kapp's always-replace recreates any changed object except a Namespace or a CRD", (t) => {
  const annotations = { "kapp.k14s.io/update-strategy": "always-replace" };
  const definition = { group: "apiextensions.k8s.io", kind: "CustomResourceDefinition" };
  t.true(replacesOnChange(annotations, { group: "apps", kind: "Deployment" }));
  t.false(replacesOnChange(annotations, { group: "", kind: "Namespace" }));
  t.false(replacesOnChange(annotations, definition));
  t.false(
    replacesOnChange({ "kapp.k14s.io/update-strategy": "skip" }, { group: "apps", kind: "Deployment" }),
  );
});
