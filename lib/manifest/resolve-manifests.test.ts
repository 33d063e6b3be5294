import test from "ava";

import { defines, findings, object, outline, planned } from "../../fixtures/planned.ts";
import type { JsonObject } from "../object/json.ts";

/** The written references of a set's objects. */
function keys(objects: readonly JsonObject[], namespace = "default"): readonly string[] {
  return planned(objects, { namespace }).plan.groups.flatMap((group) =>
    group.objects.map((one) => one.manifest.key),
  );
}

test("a namespaced object without a namespace goes into that of the run, a cluster-scoped one into none", (t) => {
  t.deepEqual(keys([object("ConfigMap/env"), object("ClusterRole/reader")], "shop"), [
    "/namespaces/shop/ConfigMap/env",
    "rbac.authorization.k8s.io/ClusterRole/reader",
  ]);
});

test("the namespace of a cluster-scoped object is dropped with a warning", (t) => {
  const result = planned([object("ClusterRole/reader", { namespace: "shop" })]);
  t.deepEqual(findings(result), ["warning NamespaceOnClusterScoped"]);
  t.deepEqual(keys([object("ClusterRole/reader", { namespace: "shop" })]), [
    "rbac.authorization.k8s.io/ClusterRole/reader",
  ]);
});

test("the same object twice is planned once, with a note that names the other place", (t) => {
  const result = planned({ "a.json": [object("ConfigMap/env")], "b.json": [object("ConfigMap/env")] });
  t.deepEqual(outline(result), ["main 0: ConfigMap/env"]);
  t.deepEqual(findings(result), ["note DuplicateObject"]);
  t.is(result.plan.diagnostics[0]?.origin?.file, "b.json");
  t.is(result.plan.diagnostics[0]?.related?.[0]?.origin?.file, "a.json");
});

test("objects that differ by namespace alone, one written and one by default, are the same object", (t) => {
  const result = planned([object("ConfigMap/env"), object("ConfigMap/env", { namespace: "default" })]);
  t.deepEqual(findings(result), ["error ConflictingObject"]);
});

const data = (value: string): JsonObject => object("ConfigMap/env", { body: { data: { key: value } } });

test("the same object with another content, or another version, is an error", (t) => {
  t.deepEqual(findings(planned([data("a"), data("b")])), ["error ConflictingObject"]);
  t.deepEqual(findings(planned([object("apps/v1/Deployment/web"), object("apps/v1beta1/Deployment/web")])), [
    "error ConflictingObject",
  ]);
});

const fields = (body: JsonObject): JsonObject => object("ConfigMap/env", { body });

test("the order of fields does not make objects differ, the order of lists does", (t) => {
  t.deepEqual(findings(planned([fields({ a: 1, b: [1, 2] }), fields({ b: [1, 2], a: 1 })])), [
    "note DuplicateObject",
  ]);
  t.deepEqual(findings(planned([fields({ b: [1, 2] }), fields({ b: [2, 1] })])), ["error ConflictingObject"]);
});

test("a kind that nobody defines is told once, however many objects have it", (t) => {
  const result = planned([object("example.com/v1/Thing/a"), object("example.com/v1/Thing/b")]);
  t.deepEqual(findings(result), ["warning UnknownScope"]);
});

test("a misspelled kind of Kubernetes' own groups is told with the kind that was meant", (t) => {
  const result = planned([object("apps/v1/Deploymnet/web")]);
  t.deepEqual(findings(result), ["warning UnknownKind"]);
  t.regex(result.plan.diagnostics[0]?.message ?? "", /did you mean "Deployment"/);
});

test("a kind in the wrong group is told with the group where it belongs", (t) => {
  const result = planned([object("v1/Deployment/web")]);
  t.deepEqual(findings(result), ["warning UnknownKind"]);
  t.regex(result.plan.diagnostics[0]?.message ?? "", /Deployment belongs to apps/);
});

test("a kind that Kubernetes no longer serves is told with its home of today", (t) => {
  const result = planned([
    object("extensions/v1beta1/Ingress/web"),
    object("policy/v1beta1/PodSecurityPolicy/p"),
  ]);
  t.deepEqual(findings(result), ["warning KindRetired", "warning KindRetired"]);
  t.regex(result.plan.diagnostics[0]?.message ?? "", /use the Ingress of networking.k8s.io/);
  t.regex(result.plan.diagnostics[1]?.message ?? "", /PodSecurityPolicy of policy: remove it/);
});

test("a definition of the set makes its kind known", (t) => {
  const result = planned([
    object("CustomResourceDefinition/things.example.com", { body: defines("example.com", "Thing") }),
    object("example.com/v1/Thing/a"),
  ]);
  t.deepEqual(findings(result), []);
});

test("what is left out is no twin of what is planned", (t) => {
  const annotations = { "config.kubernetes.io/local-config": "true" };
  const result = planned([
    object("ConfigMap/env", { annotations }),
    object("ConfigMap/env", { body: { data: {} } }),
  ]);
  t.deepEqual(outline(result), ["main 0: ConfigMap/env"]);
  t.deepEqual(findings(result), ["note LocalConfig"]);
});

test("many identical twins are told in one note", (t) => {
  const set = ["a", "b", "c"].map((name) => object(`ConfigMap/${name}`));
  const result = planned([...set, ...set]);
  t.deepEqual(findings(result), ["note DuplicateObject"]);
  t.regex(result.plan.diagnostics[0]?.message ?? "", /^3 objects are defined twice with the same content/);
});
