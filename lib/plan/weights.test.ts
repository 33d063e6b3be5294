import test from "ava";

import {
  defines,
  dependsOn,
  findings,
  hook,
  object,
  objectNamed,
  outline,
  planned,
  pods,
  waitsOf,
  weight,
} from "../../fixtures/planned.ts";

const deployment = (name: string): string => `apps/namespaces/default/Deployment/${name}`;

test("objects are applied in ascending order of weights, by default 0, and those of one weight together", (t) => {
  const result = planned([
    object("Deployment/app2", { annotations: weight(1) }),
    object("Deployment/app1", { annotations: weight(1) }),
    object("Job/migrations"),
    object("StatefulSet/database", { annotations: weight(-1) }),
  ]);
  t.deepEqual(outline(result), [
    "main -1: StatefulSet/database",
    "main 0 < 1: Job/migrations",
    "main 1 < 2: Deployment/app1 Deployment/app2",
  ]);
});

test("a weight waits for every group of the previous weight", (t) => {
  const result = planned([
    object("Deployment/a"),
    object("Deployment/b", { annotations: dependsOn(deployment("a")) }),
    object("Deployment/c"),
    object("Deployment/late", { annotations: weight(1) }),
  ]);
  t.deepEqual(outline(result), [
    "main 0: Deployment/a Deployment/c",
    "main 0: Deployment/b",
    "main 1 < 1 2: Deployment/late",
  ]);
});

test("objects of a group are sent in the creation order of kinds, dependencies before dependents", (t) => {
  const result = planned([
    object("example.com/v1/Thing/custom"),
    object("CustomResourceDefinition/things.example.org", { body: defines("example.org", "Thing") }),
    object("APIService/api"),
    object("Ingress/ingress"),
    object("Job/job"),
    object("Deployment/web", { body: pods({ volumes: [{ persistentVolumeClaim: { claimName: "data" } }] }) }),
    object("Service/web"),
    object("PersistentVolumeClaim/data"),
    object("ConfigMap/env"),
    object("Secret/key"),
    object("ServiceAccount/default"),
    object("Namespace/other"),
    object("ValidatingWebhookConfiguration/check"),
    object("MutatingWebhookConfiguration/mutate"),
    object("PriorityClass/high"),
  ]);
  t.deepEqual(outline(result), [
    "main 0: PriorityClass/high Namespace/other ServiceAccount/default Secret/key ConfigMap/env PersistentVolumeClaim/data " +
      "CustomResourceDefinition/things.example.org Service/web Deployment/web Job/job Ingress/ingress APIService/api " +
      "Thing/custom MutatingWebhookConfiguration/mutate ValidatingWebhookConfiguration/check",
  ]);
});

test("a kind named Namespace in another API group is not sent first", (t) => {
  const result = planned([object("example.com/v1/Namespace/x"), object("Deployment/web")]);
  t.deepEqual(outline(result), ["main 0: Deployment/web Namespace/x"]);
});

const definition = (kind: string) =>
  object(`CustomResourceDefinition/${kind}`, { body: defines("x.io", kind) });

test("CRDs of a chart's crds folder are applied first, other CRDs first in the main stage", (t) => {
  const result = planned({
    "chart/crds/a.json": [definition("A")],
    "set.json": [
      object("Job/hook", { annotations: hook("pre-install") }),
      object("Deployment/early", { annotations: weight(-10) }),
      definition("B"),
    ],
  });
  t.deepEqual(outline(result), [
    "crds null: CustomResourceDefinition/A",
    "pre 0 < 1: Job/hook",
    "main -10 < 2: CustomResourceDefinition/B Deployment/early",
  ]);
});

test("CRDs of a crds folder outside a chart are ordinary objects", (t) => {
  const files = {
    "crds/a.json": [definition("A")],
    "set.json": [object("Job/hook", { annotations: hook("pre-install") })],
  };
  t.deepEqual(outline(planned(files)), ["pre 0: Job/hook", "main 0 < 1: CustomResourceDefinition/A"]);
  t.deepEqual(outline(planned(files, { action: "delete" })), ["main null: CustomResourceDefinition/A"]);
});

test("a hook or weight of a CRD in a chart's crds folder is ignored with a warning", (t) => {
  const crd = { annotations: { ...hook("post-install"), ...weight(7) }, body: defines("x.io", "A") };
  const result = planned({ "chart/crds/a.json": [object("CustomResourceDefinition/as.x.io", crd)] });
  t.deepEqual(outline(result), ["crds null: CustomResourceDefinition/as.x.io"]);
  t.deepEqual(findings(result), ["warning AnnotationIgnored", "warning AnnotationIgnored"]);
});

test("the whole weight group waits for a werf external dependency, for that of a hook only the hook", (t) => {
  const vault = { "vault.external-dependency.werf.io/resource": "secret/vault" };
  const result = planned([
    object("Deployment/web", { annotations: vault }),
    object("Deployment/neighbour"),
    object("Deployment/early", { annotations: weight(-1) }),
    object("Job/seed", { annotations: { ...hook("pre-install"), ...vault } }),
    object("Job/other", { annotations: hook("pre-install") }),
  ]);
  for (const held of ["Deployment/web", "Deployment/neighbour", "Job/seed"]) {
    t.deepEqual(waitsOf(result, held), ["Secret/vault ready external-dependency external"], held);
  }
  for (const free of ["Deployment/early", "Job/other"]) {
    t.deepEqual(waitsOf(result, free), [], free);
  }
});

test("an external dependency in the set becomes an edge of its object, with a warning", (t) => {
  const result = planned([
    object("Deployment/web", { annotations: { "x.external-dependency.werf.io/resource": "sts/db" } }),
    object("Deployment/neighbour"),
    object("StatefulSet/db"),
  ]);
  t.deepEqual(findings(result), ["warning ExternalDependencyInSet"]);
  t.deepEqual(outline(result), ["main 0: Deployment/neighbour StatefulSet/db", "main 0: Deployment/web"]);
});

test("an object's own timeout overrides the timeout of the run", (t) => {
  const result = planned([
    object("Deployment/slow", { annotations: { "converge.dev/reconcile-timeout": "15m" } }),
    object("Deployment/web"),
  ]);
  t.is(objectNamed(result.plan, "Deployment/slow").timeout, 900_000);
  t.is(objectNamed(result.plan, "Deployment/web").timeout, 300_000);
});
