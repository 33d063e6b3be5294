import test from "ava";

import { defines, findings, object, outline, planned } from "../../fixtures/planned.ts";
import type { JsonObject } from "../object/json.ts";

/** The keys of the planned objects of a set. */
function keys(objects: readonly JsonObject[], namespace = "default"): readonly string[] {
  return planned(objects, { namespace }).plan.groups.flatMap((group) =>
    group.objects.map((one) => one.manifest.key),
  );
}

test("a namespaced object without a namespace gets that of the run, a cluster-scoped one gets none", (t) => {
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

test("a duplicate object is planned once, with a note that names the other file", (t) => {
  const result = planned({ "a.json": [object("ConfigMap/env")], "b.json": [object("ConfigMap/env")] });
  t.deepEqual(outline(result), ["main 0: ConfigMap/env"]);
  t.deepEqual(findings(result), ["note DuplicateObject"]);
  t.is(result.plan.diagnostics[0]?.origin?.file, "b.json");
  t.is(result.plan.diagnostics[0]?.related?.[0]?.origin?.file, "a.json");
});

test("an object without a namespace conflicts with one that sets the default namespace explicitly", (t) => {
  const result = planned([object("ConfigMap/env"), object("ConfigMap/env", { namespace: "default" })]);
  t.deepEqual(findings(result), ["error ConflictingObject"]);
});

const data = (value: string): JsonObject => object("ConfigMap/env", { body: { data: { key: value } } });

test("two definitions of an object with different content or API versions are an error", (t) => {
  t.deepEqual(findings(planned([data("a"), data("b")])), ["error ConflictingObject"]);
  t.deepEqual(findings(planned([object("apps/v1/Deployment/web"), object("apps/v1beta1/Deployment/web")])), [
    "error ConflictingObject",
  ]);
});

const fields = (body: JsonObject): JsonObject => object("ConfigMap/env", { body });

test("definitions that differ in the order of fields are the same, in the order of lists they conflict", (t) => {
  t.deepEqual(findings(planned([fields({ a: 1, b: [1, 2] }), fields({ b: [1, 2], a: 1 })])), [
    "note DuplicateObject",
  ]);
  t.deepEqual(findings(planned([fields({ b: [1, 2] }), fields({ b: [2, 1] })])), ["error ConflictingObject"]);
});

test("an unknown kind is reported once, however many objects have it", (t) => {
  const result = planned([object("example.com/v1/Thing/a"), object("example.com/v1/Thing/b")]);
  t.deepEqual(findings(result), ["warning UnknownScope"]);
});

test("a misspelled built-in kind is reported with a suggestion", (t) => {
  const result = planned([object("apps/v1/Deploymnet/web")]);
  t.deepEqual(findings(result), ["warning UnknownKind"]);
  t.regex(result.plan.diagnostics[0]?.message ?? "", /did you mean "Deployment"/);
});

test("a kind in the wrong API group is reported with its correct group", (t) => {
  const result = planned([object("v1/Deployment/web")]);
  t.deepEqual(findings(result), ["warning UnknownKind"]);
  t.regex(result.plan.diagnostics[0]?.message ?? "", /Deployment belongs to apps/);
});

test("a kind that Kubernetes no longer serves is reported with its replacement, if any", (t) => {
  const result = planned([
    object("extensions/v1beta1/Ingress/web"),
    object("policy/v1beta1/PodSecurityPolicy/p"),
  ]);
  t.deepEqual(findings(result), ["warning KindRetired", "warning KindRetired"]);
  t.regex(result.plan.diagnostics[0]?.message ?? "", /use the Ingress of networking.k8s.io/);
  t.regex(result.plan.diagnostics[1]?.message ?? "", /PodSecurityPolicy of policy: remove it/);
});

test("a CRD of the set makes its kind known", (t) => {
  const result = planned([
    object("CustomResourceDefinition/things.example.com", { body: defines("example.com", "Thing") }),
    object("example.com/v1/Thing/a"),
  ]);
  t.deepEqual(findings(result), []);
});

test("an object that is left out does not conflict with a planned one of the same name", (t) => {
  const annotations = { "config.kubernetes.io/local-config": "true" };
  const result = planned([
    object("ConfigMap/env", { annotations }),
    object("ConfigMap/env", { body: { data: {} } }),
  ]);
  t.deepEqual(outline(result), ["main 0: ConfigMap/env"]);
  t.deepEqual(findings(result), ["note LocalConfig"]);
});

test("many identical duplicates are reported in one note", (t) => {
  const set = ["a", "b", "c"].map((name) => object(`ConfigMap/${name}`));
  const result = planned([...set, ...set]);
  t.deepEqual(findings(result), ["note DuplicateObject"]);
  t.regex(result.plan.diagnostics[0]?.message ?? "", /^3 objects are defined twice with the same content/);
});
