/** Detection from managed fields whether another manager has changed an object. */
import test from "ava";

import { applySetId } from "../lib/inventory/apply-set.ts";
import { migration } from "../lib/inventory/field-ownership.ts";
import { manifestHash, withMembership } from "../lib/inventory/applyset-membership.ts";
import { field, type JsonObject, objectField } from "../lib/object/json.ts";
import { testCluster } from "./control-plane/test-cluster.ts";
import { apply, change, collection, live, store } from "./stored-object.ts";

const cluster = await testCluster();

const labels = { app: "a" };
const pod = {
  nodeSelector: null,
  tolerations: [],
  imagePullSecrets: [],
  volumes: [
    { name: "scratch", emptyDir: {} },
    { name: "all", projected: { sources: [{ configMap: { name: "x", optional: true } }] } },
  ],
  containers: [
    {
      name: "app",
      image: "app",
      args: ["a"],
      securityContext: {},
      resources: { limits: { cpu: 1, memory: "64Mi" } },
      env: [
        { name: "A", value: "1" },
        { name: "EMPTY", value: "" },
      ],
      ports: [
        { containerPort: 80 },
        { containerPort: 80, protocol: "UDP" },
        { containerPort: 81, name: "m" },
      ],
      volumeMounts: [{ name: "scratch", mountPath: "/scratch" }],
    },
  ],
};
const template = { metadata: { labels, creationTimestamp: null }, spec: pod };
const once = { spec: { ...pod, restartPolicy: "Never" } };
const claim = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1024Mi" } } };
const cpu = {
  type: "Resource",
  resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 50 } },
};
const path = { path: "/", pathType: "Prefix", backend: { service: { name: "s", port: { number: 80 } } } };
const scaled = { apiVersion: "apps/v1", kind: "Deployment", name: "nobody" };
const subject = { kind: "ServiceAccount", name: "a" };
const roleRef = { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "r" };

/** Group and version, plural, kind, and the body: one of each with a peculiar field set. */
const objects: readonly (readonly [place: string, kind: string, body: JsonObject])[] = [
  [
    "apps/v1 deployments",
    "Deployment",
    { spec: { replicas: 0, strategy: {}, selector: { matchLabels: labels }, template }, status: {} },
  ],
  [
    "apps/v1 statefulsets",
    "StatefulSet",
    {
      spec: {
        replicas: 0,
        serviceName: "s",
        selector: { matchLabels: labels },
        template,
        volumeClaimTemplates: [{ metadata: { name: "v" }, spec: claim }],
      },
    },
  ],
  ["batch/v1 jobs", "Job", { spec: { suspend: true, template: once } }],
  [
    "batch/v1 cronjobs",
    "CronJob",
    { spec: { schedule: "0 0 1 1 *", jobTemplate: { spec: { template: once } } } },
  ],
  ["v1 pods", "Pod", { spec: pod }],
  [
    "v1 services",
    "Service",
    {
      spec: {
        selector: labels,
        externalIPs: [],
        loadBalancerSourceRanges: null,
        ports: [
          { name: "a", port: 80, targetPort: "http" },
          { name: "b", port: 80, protocol: "UDP" },
        ],
      },
    },
  ],
  ["v1 configmaps", "ConfigMap", { data: {}, binaryData: { b: "AA==" }, immutable: false }],
  ["v1 secrets", "Secret", { stringData: { a: "b" }, data: { a: "eA==", c: "eQ==" } }],
  ["v1 serviceaccounts", "ServiceAccount", { imagePullSecrets: [{ name: "x" }], secrets: [{ name: "y" }] }],
  ["v1 persistentvolumeclaims", "PersistentVolumeClaim", { spec: claim }],
  ["v1 resourcequotas", "ResourceQuota", { spec: { hard: { pods: 1000 } } }],
  [
    "autoscaling/v2 horizontalpodautoscalers",
    "HorizontalPodAutoscaler",
    { spec: { minReplicas: 1, maxReplicas: 2, scaleTargetRef: scaled, metrics: [cpu] } },
  ],
  [
    "networking.k8s.io/v1 networkpolicies",
    "NetworkPolicy",
    { spec: { podSelector: {}, policyTypes: ["Ingress"], ingress: [{}] } },
  ],
  [
    "networking.k8s.io/v1 ingresses",
    "Ingress",
    { spec: { tls: [], rules: [{ host: "a.b", http: { paths: [path] } }] } },
  ],
  [
    "policy/v1 poddisruptionbudgets",
    "PodDisruptionBudget",
    { spec: { maxUnavailable: "50%", selector: { matchLabels: labels } } },
  ],
  ["rbac.authorization.k8s.io/v1 roles", "Role", { rules: [] }],
  ["rbac.authorization.k8s.io/v1 rolebindings", "RoleBinding", { roleRef, subjects: [subject] }],
];

for (const [place, kind, body] of objects) {
  test(`a ${kind} without other managers is unchanged, even when it is applied again`, async (t) => {
    const stored = await store(t, place, { kind, ...body });
    t.is(await change(stored), undefined);
    await apply(t, stored);
    t.is(await change(stored), undefined);
  });
}

const app = "spec.template.spec.containers[name=app]";
const deployment = { kind: "Deployment", spec: { replicas: 0, selector: { matchLabels: labels }, template } };
const containers = (fields: JsonObject): JsonObject => ({
  spec: { template: { spec: { containers: [{ ...pod.containers[0], ...fields }] } } },
});

/** Changes of a Deployment by a merge patch, and the field of the release that each affects. */
const touches: readonly (readonly [what: string, patch: JsonObject, changed: string | undefined])[] = [
  ["adds an annotation", { metadata: { annotations: { a: "b" } } }, undefined],
  ["adds a field", { spec: { paused: true } }, undefined],
  ["writes the same value", { spec: { replicas: 0 } }, undefined],
  ["scales", { spec: { replicas: 1 } }, "lost spec.replicas"],
  [
    "changes a variable",
    containers({
      env: [
        { name: "A", value: "2" },
        { name: "EMPTY", value: "" },
      ],
    }),
    `lost ${app}.env[name=A].value`,
  ],
  ["removes a variable", containers({ env: [{ name: "EMPTY", value: "" }] }), `lost ${app}.env`],
  ["changes an atomic list", containers({ args: ["b"] }), `lost ${app}.args`],
  [
    "fills an empty atomic list",
    { spec: { template: { spec: { tolerations: [{ operator: "Exists" }] } } } },
    "lost spec.template.spec.tolerations",
  ],
  ["changes the hash", { metadata: { annotations: { "converge.dev/applied": "x" } } }, "manifest"],
  [
    "moves it to another release",
    { metadata: { labels: { "applyset.kubernetes.io/part-of": "x" } } },
    "manifest",
  ],
];

for (const [what, patch, changed] of touches) {
  test(`a Deployment counts as ${changed === undefined ? "unchanged" : "changed"} if another manager ${what}`, async (t) => {
    const stored = await store(t, "apps/v1 deployments", deployment);
    t.is((await cluster.api("PATCH", `${stored.path}?fieldManager=somebody`, patch)).status, 200);
    t.is(await change(stored), changed);
    await apply(t, stored);
    t.is(await change(stored), undefined);
  });
}

test("an object that another manager applies with the same values is unchanged", async (t) => {
  const stored = await store(t, "v1 configmaps", { kind: "ConfigMap", data: { a: "1" } });
  await apply(t, stored, "somebody");
  t.is(await change(stored), undefined);
});

test("fields of a client-side apply are migrated, and removed with the manifest", async (t) => {
  const namespace = await cluster.createNamespace(t);
  const copy = { "kubectl.kubernetes.io/last-applied-configuration": "{}" };
  const maps = collection("v1 configmaps", namespace);
  const before = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "a", annotations: copy },
    data: { a: "0", old: "1" },
  };
  await cluster.api("POST", `${maps}?fieldManager=kubectl-client-side-apply`, before);
  const id = applySetId({ name: "converge-e2e", namespace });
  const manifest = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { a: "1" } };
  const stored = { sent: withMembership(manifest, { id, hash: manifestHash(manifest) }), path: `${maps}/a` };
  const patch = migration(await live(stored), { to: "converge" }) ?? [];
  // A merge patch is equivalent to the two replacements.
  const [managedFields, resourceVersion] = patch.map((each) => field(each, "value") ?? null);
  const { status } = await cluster.api("PATCH", `${maps}/a`, {
    metadata: { managedFields, resourceVersion },
  });
  t.is(status, 200);
  await apply(t, stored);
  t.is(await change(stored), undefined);
  const after = await live(stored);
  t.deepEqual(field(after, "data"), { a: "1" });
  t.deepEqual(Object.keys(objectField(field(after, "metadata"), "annotations")), ["converge.dev/applied"]);
});
