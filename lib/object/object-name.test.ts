import test from "ava";
import { assert, constantFrom, option, property, record, uniqueArray } from "fast-check";

import { nameSet, nameObjects } from "./object-name.ts";
import { formatRef } from "./object-ref.ts";

const web = "apps/namespaces/shop/Deployment/web";

test("an object in the given namespace is named by kind and name", (t) => {
  t.is(nameObjects([web], "shop").nameOf(web), "Deployment/web");
});

test("an object of another namespace is named with the -n flag of kubectl", (t) => {
  t.is(nameObjects([web], "blog").nameOf(web), "Deployment/web -n shop");
  t.is(nameObjects([web]).nameOf(web), "Deployment/web -n shop");
});

test("a name for use outside of a list includes the namespace", (t) => {
  t.is(nameObjects([web], "shop").nameAlone(web), "Deployment/web -n shop");
});

test("a cluster-scoped object has no namespace", (t) => {
  t.is(nameObjects(["/Namespace/shop"]).nameOf("/Namespace/shop"), "Namespace/shop");
});

test("on a line that shows a namespace, the names of its objects leave it out", (t) => {
  const { nameOf } = nameObjects([web, "/namespaces/blog/Secret/env"]);
  t.is(nameOf(web, "shop"), "Deployment/web");
  t.is(nameOf(web, "blog"), "Deployment/web -n shop");
});

test("the API group is shown if two kinds share a name; the core group has none", (t) => {
  const core = "/namespaces/shop/Service/web";
  const knative = "serving.knative.dev/namespaces/shop/Service/web";
  const { nameOf } = nameObjects([core, knative], "shop");
  t.deepEqual(
    [core, knative].map((key) => nameOf(key)),
    ["Service/web", "Service.serving.knative.dev/web"],
  );
});

test("an object outside of the output is named with its group", (t) => {
  t.is(nameObjects([], "shop").nameOf(web), "Deployment.apps/web");
  t.is(
    nameObjects([web], "shop").nameOf("clouds.io/namespaces/shop/Deployment/web"),
    "Deployment.clouds.io/web",
  );
});

test("a text that is not a reference is shown unchanged", (t) => {
  t.is(nameObjects([]).nameOf("what"), "what");
});

test("the namespace that all objects of a set share is found", (t) => {
  const secret = "/namespaces/shop/Secret/env";
  t.is(nameSet([web, "/Namespace/shop", secret]).namespace, "shop");
  t.is(nameSet([web, "/namespaces/blog/Secret/env"]).namespace, undefined);
  t.is(nameSet(["/Namespace/shop"]).namespace, undefined);
});

test("different objects have different names", (t) => {
  const word = constantFrom("a", "b");
  const ref = record({
    group: constantFrom("", "a.io", "b.io"),
    kind: constantFrom("Role", "Service"),
    namespace: constantFrom("", "a", "b"),
    name: word,
  });
  const laws = property(uniqueArray(ref.map(formatRef), { minLength: 1 }), option(word), (keys, home) => {
    const { nameOf } = nameObjects(keys, home ?? undefined);
    t.is(new Set(keys.map((key) => nameOf(key))).size, keys.length);
  });
  assert(laws);
  t.pass();
});
