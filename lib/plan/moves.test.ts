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
  weight,
} from "../../fixtures/planned.ts";

const deployment = (name: string): string => `apps/namespaces/default/Deployment/${name}`;

test("direct and indirect dependencies of a hook that run no pods move ahead of it", (t) => {
  const account = { kind: "ServiceAccount", name: "migrator" };
  const result = planned([
    object("Job/migrate", {
      annotations: hook("pre-install", -5),
      body: pods({ serviceAccountName: "migrator" }),
    }),
    object("ServiceAccount/migrator"),
    object("Role/migrator"),
    object("RoleBinding/migrator", {
      body: { roleRef: { kind: "Role", name: "migrator" }, subjects: [account] },
    }),
    object("ConfigMap/other"),
  ]);
  t.deepEqual(outline(result), [
    "pre -5: ServiceAccount/migrator Role/migrator RoleBinding/migrator",
    "pre -5: Job/migrate",
    "main 0 < 1 2: ConfigMap/other",
  ]);
  t.is(objectNamed(result.plan, "ServiceAccount/migrator").movedFor, "batch/namespaces/default/Job/migrate");
  t.is(
    objectNamed(result.plan, "Role/migrator").movedFor,
    "rbac.authorization.k8s.io/namespaces/default/RoleBinding/migrator",
  );
});

test("an implicit edge does not move a workload ahead, and is dropped with a warning", (t) => {
  const result = planned([
    object("HorizontalPodAutoscaler/web", {
      annotations: weight(-1),
      body: { spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" } } },
    }),
    object("Deployment/web"),
  ]);
  t.deepEqual(outline(result), ["main -1: HorizontalPodAutoscaler/web", "main 0 < 1: Deployment/web"]);
  t.deepEqual(findings(result), ["warning EdgeGivenUp"]);
});

test("an explicit edge moves a workload of the default weight ahead", (t) => {
  const result = planned([
    object("Job/migrate", { annotations: { ...hook("pre-install"), ...dependsOn(deployment("db")) } }),
    object("Deployment/db"),
    object("Deployment/web"),
  ]);
  t.deepEqual(outline(result), ["pre 0: Deployment/db", "pre 0: Job/migrate", "main 0 < 2: Deployment/web"]);
  t.is(objectNamed(result.plan, "Deployment/db").movedFor, "batch/namespaces/default/Job/migrate");
});

test("an object of the default weight moves to the higher weight that it depends on", (t) => {
  const result = planned([
    object("Deployment/web", { annotations: dependsOn(deployment("db")) }),
    object("Deployment/db", { annotations: weight(5) }),
    object("Deployment/other"),
  ]);
  t.deepEqual(outline(result), [
    "main 0: Deployment/other",
    "main 5 < 1: Deployment/db",
    "main 5 < 1: Deployment/web",
  ]);
  t.is(objectNamed(result.plan, "Deployment/web").movedFor, deployment("db"));
});

test("an object that depends on a post-hook is applied after it", (t) => {
  const result = planned([
    object("Deployment/web", { annotations: dependsOn("batch/namespaces/default/Job/b") }),
    object("Deployment/other"),
    object("Job/b", { annotations: hook("post-install") }),
  ]);
  t.deepEqual(outline(result), [
    "main 0: Deployment/other",
    "post 0 < 1: Job/b",
    "post 0 < 1: Deployment/web",
  ]);
});

test("an implicit edge does not move an object to a higher weight, but the unmet dependency is a warning", (t) => {
  const result = planned([
    object("Deployment/web", { body: pods({ volumes: [{ configMap: { name: "env" } }] }) }),
    object("ConfigMap/env", { annotations: weight(5) }),
  ]);
  t.deepEqual(outline(result), ["main 0: Deployment/web", "main 5 < 1: ConfigMap/env"]);
  t.deepEqual(findings(result), ["warning WaitsInVain"]);
});

test("a Namespace moves ahead of its explicit weight for an object in it", (t) => {
  const result = planned([
    object("Namespace/shop", { annotations: weight(5) }),
    object("Deployment/web", { namespace: "shop", annotations: weight(0) }),
  ]);
  t.deepEqual(outline(result), ["main 0: Namespace/shop", "main 0: Deployment/web"]);
  t.deepEqual(findings(result), ["warning PlacementLifted"]);
});

test("a Namespace and a CRD move to the stage of a hook that needs them", (t) => {
  const result = planned([
    object("Namespace/shop"),
    object("CustomResourceDefinition/things.example.com", { body: defines("example.com", "Thing") }),
    object("example.com/v1/Thing/seed", { namespace: "shop", annotations: hook("pre-install") }),
    object("Deployment/web", { namespace: "shop" }),
  ]);
  t.deepEqual(outline(result), [
    "pre 0: Namespace/shop CustomResourceDefinition/things.example.com",
    "pre 0: Thing/seed",
    "main 0 < 2: Deployment/web",
  ]);
});

test("a CRD that is a post-install hook moves ahead of a custom resource with a weight", (t) => {
  const result = planned([
    object("CustomResourceDefinition/things.example.com", {
      annotations: hook("post-install"),
      body: defines("example.com", "Thing"),
    }),
    object("example.com/v1/Thing/seed", { annotations: weight(3) }),
  ]);
  t.deepEqual(outline(result), ["main 3: CustomResourceDefinition/things.example.com", "main 3: Thing/seed"]);
  t.deepEqual(findings(result), ["warning PlacementLifted"]);
});

test("an implicit edge does not move an object that itself depends on a workload", (t) => {
  const result = planned([
    object("Job/hook", {
      annotations: hook("pre-install"),
      body: pods({ volumes: [{ configMap: { name: "c" } }] }),
    }),
    object("ConfigMap/c", { annotations: dependsOn(deployment("d")) }),
    object("Deployment/d"),
  ]);
  t.deepEqual(outline(result), ["pre 0: Job/hook", "main 0 < 1: Deployment/d", "main 0 < 1: ConfigMap/c"]);
  t.deepEqual(findings(result), ["warning EdgeGivenUp"]);
});

test("an object does not move for an edge that remains unmet anyway", (t) => {
  const result = planned([
    object("Job/hook", {
      annotations: hook("pre-install"),
      body: pods({ volumes: [{ configMap: { name: "c" } }] }),
    }),
    object("ConfigMap/c", { annotations: dependsOn(deployment("d")) }),
    object("Deployment/d", { annotations: weight(-5) }),
  ]);
  t.is(objectNamed(result.plan, "ConfigMap/c").movedFor, null);
});

test("a webhook configuration moves to the weight of its server, an object that it matches does not move", (t) => {
  const selected = { app: "hook" };
  const rules = [{ operations: ["CREATE"], apiGroups: [""], apiVersions: ["v1"], resources: ["configmaps"] }];
  const client = { service: { namespace: "default", name: "hook" } };
  const result = planned([
    object("Service/hook", { body: { spec: { selector: selected } } }),
    object("Deployment/hook", { annotations: weight(5), body: pods({}, selected) }),
    object("ValidatingWebhookConfiguration/v", { body: { webhooks: [{ clientConfig: client, rules }] } }),
    object("ConfigMap/matched"),
  ]);
  t.deepEqual(outline(result), [
    "main 0: ConfigMap/matched Service/hook",
    "main 5 < 1: Deployment/hook",
    "main 5 < 1: ValidatingWebhookConfiguration/v",
  ]);
  t.deepEqual(findings(result), ["warning EdgeGivenUp"]);
});

test("a Namespace that moved ahead of its weight names the object it moved for", (t) => {
  const result = planned([
    object("Namespace/shop", { annotations: weight(5) }),
    object("Deployment/web", { namespace: "shop", annotations: weight(0) }),
  ]);
  t.is(objectNamed(result.plan, "Namespace/shop").movedFor, "apps/namespaces/shop/Deployment/web");
});

test("a hook that moved ahead to other objects has its own group before them", (t) => {
  const result = planned([
    object("Namespace/shop", { annotations: hook("post-install") }),
    object("Deployment/web", { namespace: "shop", annotations: weight(0) }),
    object("ConfigMap/c", { annotations: weight(0) }),
  ]);
  t.deepEqual(outline(result), ["main 0: Namespace/shop", "main 0: ConfigMap/c", "main 0: Deployment/web"]);
});
