import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { defines, findings, object, planned, pods, waitsOf } from "../../../fixtures/planned.ts";

test("an object waits for its Namespace, a custom resource for its definition", (t) => {
  const result = planned([
    object("example.com/v1/Thing/x", { namespace: "shop" }),
    object("Namespace/shop"),
    object("CustomResourceDefinition/things.example.com", { body: defines("example.com", "Thing") }),
  ]);
  t.deepEqual(waitsOf(result, "Thing/x"), [
    "Namespace/shop ready namespace",
    "CustomResourceDefinition/things.example.com ready custom-resource",
  ]);
});

test("the scope of a custom resource is that of its definition", (t) => {
  const result = planned([
    object("example.com/v1/Thing/x", { namespace: "shop" }),
    object("CustomResourceDefinition/things.example.com", {
      body: defines("example.com", "Thing", { scope: "Cluster" }),
    }),
  ]);
  t.deepEqual(findings(result), ["warning NamespaceOnClusterScoped"]);
  t.is(result.plan.groups[1]?.objects[0]?.manifest.key, "example.com/Thing/x");
});

/** What a Deployment with that pod spec waits for, in a set that also holds those objects. */
const testPods = test.macro((t, spec: JsonObject, ...others: readonly string[]) => {
  const result = planned([
    object("Deployment/web", { body: pods(spec) }),
    ...others.map((written) => object(written)),
  ]);
  t.deepEqual(
    waitsOf(result, "Deployment/web").toSorted(),
    others.map((written) => `${written} present reference`).toSorted(),
  );
});

test("pods stand after their ServiceAccount", testPods, { serviceAccountName: "web" }, "ServiceAccount/web");
test("pods without one stand after the account named default", testPods, {}, "ServiceAccount/default");
test(
  "pods stand after their pull secrets",
  testPods,
  { imagePullSecrets: [{ name: "pull" }] },
  "Secret/pull",
);
test("pods stand after their priority class", testPods, { priorityClassName: "high" }, "PriorityClass/high");
test(
  "pods stand after what their volumes hold",
  testPods,
  {
    volumes: [
      { secret: { secretName: "tls" } },
      { configMap: { name: "env" } },
      { persistentVolumeClaim: { claimName: "data" } },
      { projected: { sources: [{ secret: { name: "a" } }, { configMap: { name: "b" } }] } },
    ],
  },
  "Secret/tls",
  "ConfigMap/env",
  "PersistentVolumeClaim/data",
  "Secret/a",
  "ConfigMap/b",
);
test(
  "pods stand after what the environment of their containers comes from",
  testPods,
  {
    containers: [
      { env: [{ name: "A", valueFrom: { secretKeyRef: { name: "a", key: "k" } } }] },
      { envFrom: [{ configMapRef: { name: "b" } }, { secretRef: { name: "c" } }] },
    ],
    initContainers: [{ env: [{ name: "D", valueFrom: { configMapKeyRef: { name: "d", key: "k" } } }] }],
  },
  "Secret/a",
  "ConfigMap/b",
  "Secret/c",
  "ConfigMap/d",
);

test("a reference to what the set does not hold is no edge and no fault", (t) => {
  const result = planned([object("Deployment/web", { body: pods({ serviceAccountName: "elsewhere" }) })]);
  t.deepEqual(waitsOf(result, "Deployment/web"), []);
  t.deepEqual(findings(result), []);
});

/** What an object of one kind, with that body, waits for among the others. */
const testReferences = test.macro((t, written: string, body: JsonObject, ...others: readonly string[]) => {
  const result = planned([object(written, { body }), ...others.map((other) => object(other))]);
  t.deepEqual(
    waitsOf(result, written).toSorted(),
    others.map((other) => `${other} present reference`).toSorted(),
  );
});

test(
  "a binding stands after its role and accounts",
  testReferences,
  "RoleBinding/b",
  {
    roleRef: { kind: "Role", name: "r" },
    subjects: [
      { kind: "ServiceAccount", name: "a" },
      { kind: "User", name: "u" },
    ],
  },
  "Role/r",
  "ServiceAccount/a",
);
test(
  "a binding of a cluster role stands after it",
  testReferences,
  "RoleBinding/b",
  { roleRef: { kind: "ClusterRole", name: "r" } },
  "ClusterRole/r",
);
test(
  "an Ingress stands after its class, Services and certificates",
  testReferences,
  "Ingress/i",
  {
    spec: {
      ingressClassName: "c",
      defaultBackend: { service: { name: "a" } },
      rules: [{ http: { paths: [{ backend: { service: { name: "b" } } }] } }],
      tls: [{ secretName: "t" }],
    },
  },
  "IngressClass/c",
  "Service/a",
  "Service/b",
  "Secret/t",
);
test(
  "an autoscaler stands after its target",
  testReferences,
  "HorizontalPodAutoscaler/h",
  { spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" } } },
  "Deployment/web",
);
test(
  "a claim stands after its class",
  testReferences,
  "PersistentVolumeClaim/c",
  { spec: { storageClassName: "fast" } },
  "StorageClass/fast",
);
test(
  "a StatefulSet stands after its Service and the class of its claims",
  testReferences,
  "StatefulSet/s",
  { spec: { serviceName: "s", volumeClaimTemplates: [{ spec: { storageClassName: "fast" } }] } },
  "Service/s",
  "StorageClass/fast",
);

test("a workload stands after the bindings of its account, wherever they are", (t) => {
  const account = { kind: "ServiceAccount", name: "web", namespace: "default" };
  const role = { kind: "ClusterRole", name: "view" };
  const result = planned([
    object("Deployment/web", { body: pods({ serviceAccountName: "web" }) }),
    object("ClusterRoleBinding/everywhere", { body: { roleRef: role, subjects: [account] } }),
    object("RoleBinding/there", { namespace: "other", body: { roleRef: role, subjects: [account] } }),
    object("RoleBinding/all", {
      body: { roleRef: role, subjects: [{ kind: "Group", name: "system:serviceaccounts" }] },
    }),
    object("RoleBinding/foreign", { body: { roleRef: role, subjects: [{ ...account, name: "else" }] } }),
  ]);
  t.deepEqual(waitsOf(result, "Deployment/web"), [
    "ClusterRoleBinding/everywhere present grants",
    "RoleBinding/all present grants",
    "RoleBinding/there present grants",
  ]);
});

const policy = (app: string): JsonObject => ({ spec: { podSelector: { matchLabels: { app } } } });

test("a workload stands after the quota of its namespace and the network policies that select it", (t) => {
  const result = planned([
    object("Deployment/web", { body: pods({}, { app: "web" }) }),
    object("ResourceQuota/quota"),
    object("LimitRange/limits", { namespace: "other" }),
    object("NetworkPolicy/web", { body: policy("web") }),
    object("NetworkPolicy/db", { body: policy("db") }),
    object("NetworkPolicy/all", { body: { spec: { podSelector: {} } } }),
  ]);
  t.deepEqual(waitsOf(result, "Deployment/web"), [
    "ResourceQuota/quota present guards",
    "NetworkPolicy/all present guards",
    "NetworkPolicy/web present guards",
  ]);
});

test("a ClusterRole waits for those that it gathers, each once, and not after itself", (t) => {
  const gathering = {
    aggregationRule: {
      clusterRoleSelectors: [
        { matchLabels: { part: "yes" } },
        { matchExpressions: [{ key: "part", operator: "Exists" }] },
      ],
    },
  };
  const result = planned([
    object("ClusterRole/all", { body: gathering, labels: { part: "yes" } }),
    object("ClusterRole/one", { labels: { part: "yes" } }),
    object("ClusterRole/two", { labels: { part: "too" } }),
    object("ClusterRole/other"),
  ]);
  t.deepEqual(waitsOf(result, "ClusterRole/all"), [
    "ClusterRole/one ready reference",
    "ClusterRole/two ready reference",
  ]);
  t.deepEqual(waitsOf(result, "ClusterRole/one"), []);
});
