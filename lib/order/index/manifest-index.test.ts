import test from "ava";

import { indexedSet, numberOf, shortKey } from "../../../fixtures/ordered-set.ts";
import { defines, object, pods } from "../../../fixtures/planned.ts";
import { BugError } from "../../object/bug-error.ts";
import type { JsonObject } from "../../object/json.ts";
import type { ManifestIndex } from "./manifest-index.ts";

function keys(set: ManifestIndex, numbers: readonly number[]): readonly string[] {
  return numbers.map((number) => shortKey(set.manifest(number)));
}

const set = indexedSet([
  object("Deployment/web", { body: pods({}, { app: "web" }) }),
  object("Deployment/web", { namespace: "shop", body: pods({}, { app: "web" }) }),
  object("Job/web", { body: pods({}, { app: "web" }) }),
  object("Service/web", { body: { spec: { selector: { app: "web" } } } }),
  object("example.com/v1/Thing/one"),
  object("example.com/v2/Thing/two"),
  object("CustomResourceDefinition/gadgets.example.com", { body: defines("example.com", "Gadget") }),
  object("Namespace/shop"),
]);

test("an object is found by its reference", (t) => {
  t.is(set.find("apps/namespaces/shop/Deployment/web"), numberOf(set, "Deployment/shop/web"));
  t.is(set.find("/Namespace/shop"), numberOf(set, "Namespace/shop"));
  t.is(set.find("apps/namespaces/other/Deployment/web"), undefined);
  t.is(set.find("apps/Deployment/web"), undefined);
});

test("an object of unknown scope is found by a reference with or without a namespace", (t) => {
  const one = numberOf(set, "Thing/one");
  t.is(set.find("example.com/namespaces/default/Thing/one"), one);
  t.is(set.find("example.com/Thing/one"), one);
  t.is(set.find("example.com/namespaces/shop/Thing/one"), undefined);
});

test("a reference without a namespace finds the first by key of two objects of unknown scope", (t) => {
  const twice = indexedSet([
    object("example.com/v1/Thing/x", { namespace: "b" }),
    object("example.com/v1/Thing/x", { namespace: "a" }),
  ]);
  t.is(twice.find("example.com/Thing/x"), numberOf(twice, "Thing/a/x"));
});

test("a lookup requires the exact group, kind, namespace and name", (t) => {
  t.is(set.lookUp("", "Service", { namespace: "default", name: "web" }), numberOf(set, "Service/web"));
  t.is(set.lookUp("apps", "Service", { namespace: "default", name: "web" }), undefined);
  t.is(set.lookUp("", "Service", { namespace: "", name: "web" }), undefined);
});

test("objects are listed by kind and by name, and all kinds of the set are listed", (t) => {
  t.deepEqual(keys(set, set.ofKind("apps", "Deployment")), ["Deployment/web", "Deployment/shop/web"]);
  t.deepEqual(set.ofKind("", "Deployment"), []);
  t.deepEqual(keys(set, set.ofKind("example.com", "Thing")), ["Thing/one", "Thing/two"]);
  t.deepEqual(keys(set, set.named("web")).toSorted(), [
    "Deployment/shop/web",
    "Deployment/web",
    "Job/web",
    "Service/web",
  ]);
  t.deepEqual(set.named("constructor"), []);
  t.deepEqual([...set.kinds().keys()].toSorted(), [
    "/Namespace",
    "/Service",
    "apiextensions.k8s.io/CustomResourceDefinition",
    "apps/Deployment",
    "batch/Job",
    "example.com/Thing",
  ]);
});

test("workloads, the objects that run pods, are listed for all namespaces or for one", (t) => {
  t.deepEqual(keys(set, set.workloads()).toSorted(), ["Deployment/shop/web", "Deployment/web", "Job/web"]);
  t.deepEqual(keys(set, set.workloadsIn("shop")), ["Deployment/shop/web"]);
  t.deepEqual(set.workloadsIn("other"), []);
});

test("CRDs are found by the kind that they define", (t) => {
  t.deepEqual(
    [...set.definitions()].map(([kind, number]) => `${kind} ${shortKey(set.manifest(number))}`),
    ["example.com/Gadget CustomResourceDefinition/gadgets.example.com"],
  );
});

/** The workloads behind `Service/api` with that spec in a set with these objects. */
const backs = test.macro(
  (t, spec: JsonObject, others: readonly JsonObject[], ...expected: readonly string[]) => {
    const around = indexedSet([object("Service/api", { body: { spec } }), ...others]);
    const service = { namespace: "default", name: "api" };
    t.deepEqual(keys(around, around.backing(service)), expected);
    t.is(around.backing(service), around.backing(service));
  },
);
const api = pods({}, { app: "api", version: "1" });

test(
  "workloads are behind a Service if their pods have the labels of its selector",
  backs,
  { selector: { app: "api" } },
  [
    object("Deployment/a", { body: api }),
    object("StatefulSet/b", { body: api }),
    object("Deployment/c", { body: pods({}, { app: "web" }) }),
  ],
  "Deployment/a",
  "StatefulSet/b",
);
test("a workload in another namespace is not behind a Service", backs, { selector: { app: "api" } }, [
  object("Deployment/a", { namespace: "shop", body: api }),
]);
test(
  "Jobs and CronJobs are not behind a Service, because their pods end",
  backs,
  { selector: { app: "api" } },
  [object("Job/a", { body: api }), object("batch/v1/CronJob/b", { body: { spec: { jobTemplate: api } } })],
);
test(
  "a Service does not select a workload by the labels of the workload itself",
  backs,
  { selector: { app: "api" } },
  [object("Deployment/a", { labels: { app: "api" }, body: pods({}) })],
);
test(
  "a bare Pod with the labels of the selector is behind a Service",
  backs,
  { selector: { app: "api" } },
  [object("Pod/a", { labels: { app: "api" } })],
  "Pod/a",
);
test("a Service without a selector has no workload behind it", backs, {}, [
  object("Deployment/a", { body: api }),
]);

test("a Service outside the set has no workload behind it", (t) => {
  t.deepEqual(set.backing({ namespace: "default", name: "missing" }), []);
});

test("an index outside the set throws a BugError", (t) => {
  t.throws(() => set.manifest(set.manifests.length), { instanceOf: BugError });
  t.throws(() => set.manifest(-1), { instanceOf: BugError });
});
