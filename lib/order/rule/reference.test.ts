import test from "ava";

import type { JsonObject } from "../../object/json.ts";
import { defines, findings, object, planned, pods, waitsOf } from "../../../fixtures/planned.ts";

test("a custom resource waits for its Namespace and its CRD", (t) => {
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

test("the scope of a custom resource is taken from its CRD", (t) => {
  const result = planned([
    object("example.com/v1/Thing/x", { namespace: "shop" }),
    object("CustomResourceDefinition/things.example.com", {
      body: defines("example.com", "Thing", { scope: "Cluster" }),
    }),
  ]);
  t.deepEqual(findings(result), ["warning NamespaceOnClusterScoped"]);
  t.is(result.plan.groups[1]?.objects[0]?.manifest.key, "example.com/Thing/x");
});

/** The waits of a Deployment with that pod spec, in a set with those objects. */
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

test(
  "a workload waits for the ServiceAccount of its pods",
  testPods,
  { serviceAccountName: "web" },
  "ServiceAccount/web",
);
test(
  "a workload without a ServiceAccount waits for the ServiceAccount default",
  testPods,
  {},
  "ServiceAccount/default",
);
test(
  "a workload waits for the image pull secrets of its pods",
  testPods,
  { imagePullSecrets: [{ name: "pull" }] },
  "Secret/pull",
);
test(
  "a workload waits for the PriorityClass of its pods",
  testPods,
  { priorityClassName: "high" },
  "PriorityClass/high",
);
test(
  "a workload waits for the Secrets, ConfigMaps and claims of its volumes",
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
  "a workload waits for the ConfigMaps and Secrets in env and envFrom of its containers",
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

test("a reference to an object outside the set adds no edge and is not reported", (t) => {
  const result = planned([object("Deployment/web", { body: pods({ serviceAccountName: "elsewhere" }) })]);
  t.deepEqual(waitsOf(result, "Deployment/web"), []);
  t.deepEqual(findings(result), []);
});

/** The waits of an object of one kind, with that body, among the others. */
const testReferences = test.macro((t, written: string, body: JsonObject, ...others: readonly string[]) => {
  const result = planned([object(written, { body }), ...others.map((other) => object(other))]);
  t.deepEqual(
    waitsOf(result, written).toSorted(),
    others.map((other) => `${other} present reference`).toSorted(),
  );
});

test(
  "a RoleBinding waits for its Role and ServiceAccounts",
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
  "a RoleBinding waits for its ClusterRole",
  testReferences,
  "RoleBinding/b",
  { roleRef: { kind: "ClusterRole", name: "r" } },
  "ClusterRole/r",
);
test(
  "an Ingress waits for its IngressClass, Services and TLS Secrets",
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
  "a HorizontalPodAutoscaler waits for its target",
  testReferences,
  "HorizontalPodAutoscaler/h",
  { spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" } } },
  "Deployment/web",
);
test(
  "a PersistentVolumeClaim waits for its StorageClass",
  testReferences,
  "PersistentVolumeClaim/c",
  { spec: { storageClassName: "fast" } },
  "StorageClass/fast",
);
test(
  "a StatefulSet waits for its Service and the StorageClass of its claims",
  testReferences,
  "StatefulSet/s",
  { spec: { serviceName: "s", volumeClaimTemplates: [{ spec: { storageClassName: "fast" } }] } },
  "Service/s",
  "StorageClass/fast",
);

test("a workload waits for the bindings of its ServiceAccount in any namespace", (t) => {
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

test("a workload waits for the ResourceQuota of its namespace and the NetworkPolicies that select it", (t) => {
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

test("an aggregated ClusterRole waits once for each ClusterRole that it selects, but not for itself", (t) => {
  const aggregating = {
    aggregationRule: {
      clusterRoleSelectors: [
        { matchLabels: { part: "yes" } },
        { matchExpressions: [{ key: "part", operator: "Exists" }] },
      ],
    },
  };
  const result = planned([
    object("ClusterRole/all", { body: aggregating, labels: { part: "yes" } }),
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
