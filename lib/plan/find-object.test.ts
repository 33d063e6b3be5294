import test from "ava";

import { defines, object, planned } from "../../fixtures/planned.ts";
import { samplePlan, shop } from "../../fixtures/sample-plan.ts";
import { findObject } from "./find-object.ts";

const web = "apps/namespaces/shop/Deployment/web";

const finds = test.macro({
  exec(t, text: string, ref: string) {
    t.deepEqual(findObject(shop, text), { kind: "found", ref });
  },
  title: (_, text: string) => `"${text}" finds an object`,
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

test(finds, "deploy/web", web);
test(finds, "deployments/web", web);
test(finds, "deploy.apps/shop/web", web);
test(finds, "sts/database", "apps/namespaces/shop/StatefulSet/database");
test(
  finds,
  "crd/crontabs.stable.example.com",
  "apiextensions.k8s.io/CustomResourceDefinition/crontabs.stable.example.com",
);
test(finds, "crontabs/nightly", "stable.example.com/namespaces/shop/CronTab/nightly");

test("a kind with a CRD in the set can be given by its plural or a short name", (t) => {
  const result = planned([
    object("CustomResourceDefinition/mice.pets.io", {
      body: defines("pets.io", "Mouse", { names: { kind: "Mouse", plural: "mice", shortNames: ["mo"] } }),
    }),
    object("pets.io/v1/Mouse/jerry"),
  ]);
  const ref = "pets.io/namespaces/default/Mouse/jerry";
  t.deepEqual(findObject(result.plan, "mice/jerry"), { kind: "found", ref });
  t.deepEqual(findObject(result.plan, "mo.pets.io/jerry"), { kind: "found", ref });
});

test("a short name means the built-in kind, not a kind of the same name in another group", (t) => {
  const objects = ["apps/v1 Deployment a/web", "clouds.io/v1 Deployment a/web"];
  const plan = samplePlan({ groups: [{ objects }] });
  t.deepEqual(findObject(plan, "deploy/web"), { kind: "found", ref: "apps/namespaces/a/Deployment/web" });
});

test("a name that several objects have is ambiguous", (t) => {
  t.deepEqual(findObject(shop, "database"), {
    kind: "ambiguous",
    candidates: ["/namespaces/shop/Secret/database", "apps/namespaces/shop/StatefulSet/database"],
  });
});

test("an exact reference is never ambiguous", (t) => {
  const plan = samplePlan({ groups: [{ objects: ["rbac/v1 Role a/b", "rbac/v1 Role a/B"] }] });
  t.deepEqual(findObject(plan, "rbac/namespaces/a/Role/B"), {
    kind: "found",
    ref: "rbac/namespaces/a/Role/B",
  });
});

const several = samplePlan({
  groups: [
    {
      objects: [
        "apps/v1 Deployment default/web",
        "apps/v1 Deployment shop/web",
        "v1 Service default/web",
        "serving.knative.dev/v1 Service default/web",
      ],
    },
  ],
});
const names = test.macro({
  exec(t, text: string, ref: string) {
    t.deepEqual(findObject(several, text), { kind: "found", ref });
  },
  title: (_, text: string) => `"${text}", as printed in text output, finds the object`,
});

test(names, "Deployment/web", "apps/namespaces/default/Deployment/web");
test(names, "deploy/web", "apps/namespaces/default/Deployment/web");
test(names, "Deployment/web -n shop", "apps/namespaces/shop/Deployment/web");
test(names, "Service/web", "/namespaces/default/Service/web");
test(names, "Service.serving.knative.dev/web", "serving.knative.dev/namespaces/default/Service/web");

test("an object that is planned twice is not ambiguous", (t) => {
  const plan = samplePlan({ groups: [{ objects: ["v1 Pod a/b"] }, { objects: ["v1 Pod a/b"] }] });
  t.is(findObject(plan, "pod/b").kind, "found");
});

test("an unknown object is reported with similar objects, if there are any", (t) => {
  t.deepEqual(findObject(shop, "deploymnt/web"), { kind: "unknown", suggestions: [web] });
  t.deepEqual(findObject(shop, "__proto__"), { kind: "unknown", suggestions: [] });
});
