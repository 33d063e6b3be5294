import test from "ava";

import { samplePlan, shop } from "../../fixtures/sample-plan.ts";
import { formatRef } from "../object/object-ref.ts";
import { findObject } from "./find-object.ts";

const web = "apps/namespaces/shop/Deployment/web";

const finds = test.macro({
  exec(t, text: string, ref: string) {
    t.deepEqual(findObject(shop, text), { kind: "found", ref });
  },
  title: (_, text: string) => `${text} names an object`,
});

test(finds, web, web);
test(finds, "Deployment/web", web);
test(finds, "deployment/WEB", web);
test(finds, "deployment/shop/web", web);
test(finds, "deployment.apps/web", web);
test(finds, "Deployment.apps/shop/web", web);
test(finds, "apps/namespaces/shop/deployment/web", web);
test(finds, "web", web);
test(
  finds,
  "CustomResourceDefinition/crontabs.stable.example.com",
  "apiextensions.k8s.io/CustomResourceDefinition/crontabs.stable.example.com",
);

test("a name that several objects have is ambiguous", (t) => {
  t.deepEqual(findObject(shop, "database"), {
    kind: "ambiguous",
    candidates: ["/namespaces/shop/Secret/database", "apps/namespaces/shop/StatefulSet/database"],
  });
});

test("the written reference is never ambiguous", (t) => {
  const plan = samplePlan({ groups: [{ objects: ["rbac/v1 Role a/b", "rbac/v1 Role a/B"] }] });
  t.deepEqual(findObject(plan, "rbac/namespaces/a/Role/B"), {
    kind: "found",
    ref: "rbac/namespaces/a/Role/B",
  });
});

test("an object planned twice is one object", (t) => {
  const plan = samplePlan({ groups: [{ objects: ["v1 Pod a/b"] }, { objects: ["v1 Pod a/b"] }] });
  t.is(findObject(plan, "pod/b").kind, "found");
});

test("an unknown object is answered with the nearest one, where one is near", (t) => {
  t.deepEqual(findObject(shop, "deploymnt/web"), { kind: "unknown", suggestions: [web] });
  t.deepEqual(findObject(shop, "__proto__"), { kind: "unknown", suggestions: [] });
});

test("a near miss of a name that very many objects have is answered with a few of them", (t) => {
  const [group] = samplePlan({ groups: [{ objects: ["v1 ConfigMap a/settings"] }] }).groups;
  const [object] = group?.objects ?? [];
  if (group === undefined || object === undefined) {
    throw new Error("the plan is empty");
  }
  // As many as would take minutes if each of them cost a copy of the others.
  const objects = Array.from({ length: 80_000 }, (_, index) => {
    const ref = { ...object.manifest.ref, namespace: `n${index}` };
    return { ...object, manifest: { ...object.manifest, ref, key: formatRef(ref) } };
  });
  t.deepEqual(findObject({ ...shop, groups: [{ ...group, objects }] }, "setings"), {
    kind: "unknown",
    suggestions: [0, 1, 2, 3, 4].map((index) => `/namespaces/n${index}/ConfigMap/settings`),
  });
});
