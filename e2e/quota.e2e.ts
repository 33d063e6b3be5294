import test, { type ExecutionContext } from "ava";

import { field, type JsonObject, type JsonValue, objectField } from "../lib/object/json.ts";
import { createValidator } from "../lib/validate/create-validator.ts";
import type { Answer, LiveObject } from "./control-plane/api.ts";
import { type TestCluster, testCluster } from "./control-plane/test-cluster.ts";
import { manifestsOf } from "./policies/offline-policies.ts";

/** Returns codes and messages of the warnings that a set exceeds its quotas or limits. */
async function warningsOf(objects: readonly JsonObject[], namespace: string): Promise<readonly string[]> {
  const validator = await createValidator({ level: "strict", minor: 36, policies: [] });
  return (validator?.check(manifestsOf(objects, namespace)) ?? []).map(
    ({ code, message }) => `${code} ${message}`,
  );
}

function quotaOf(hard: JsonObject, more: JsonObject = {}): JsonObject {
  return { apiVersion: "v1", kind: "ResourceQuota", metadata: { name: "q" }, spec: { hard, ...more } };
}

function limitsOf(...limits: readonly JsonObject[]): JsonObject {
  return { apiVersion: "v1", kind: "LimitRange", metadata: { name: "l" }, spec: { limits } };
}

function podOf(resources: JsonObject, spec: JsonObject = {}): JsonObject {
  const containers = [{ name: "a", image: "a", resources }];
  return { apiVersion: "v1", kind: "Pod", metadata: { name: "p" }, spec: { containers, ...spec } };
}

/** Creates quotas and limit ranges in a namespace, and waits until they are active. */
async function createLimits(
  t: ExecutionContext,
  { api, until }: TestCluster,
  { namespace, limiting }: { readonly namespace: string; readonly limiting: readonly JsonObject[] },
): Promise<void> {
  for (const object of limiting) {
    const resource = object["kind"] === "LimitRange" ? "limitranges" : "resourcequotas";
    const path = `/api/v1/namespaces/${namespace}/${resource}`;
    const { status, text } = await api("POST", path, object);
    t.is(status, 201, text);
    if (resource === "resourcequotas") {
      await until(`${path}/q`, (live) => Object.keys(statusOf(live, "used")).length > 0);
    }
  }
}

/** The amounts of all resources in the status. */
function statusOf(live: LiveObject | undefined, name: "hard" | "used"): JsonObject {
  const plain: JsonValue = JSON.parse(JSON.stringify(live ?? null));
  return objectField(objectField(plain, "status"), name);
}

const labels = { app: "web" };
const workload: JsonObject = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "web" },
  spec: {
    replicas: 3,
    selector: { matchLabels: labels },
    template: {
      metadata: { labels },
      spec: {
        terminationGracePeriodSeconds: 0,
        containers: [
          { name: "a", image: "a", resources: { requests: { cpu: "100m" }, limits: { memory: "64Mi" } } },
          { name: "b", image: "b" },
        ],
        initContainers: [
          { name: "s", image: "s", restartPolicy: "Always", resources: { requests: { cpu: "50m" } } },
          { name: "i", image: "i", resources: { requests: { cpu: "1500m", "ephemeral-storage": "1Gi" } } },
        ],
      },
    },
  },
};
const claim: JsonObject = {
  apiVersion: "v1",
  kind: "PersistentVolumeClaim",
  metadata: { name: "c" },
  spec: {
    storageClassName: "immediate",
    accessModes: ["ReadWriteOnce"],
    resources: { requests: { storage: "1.5Gi" } },
  },
};
const balancer: JsonObject = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "s" },
  spec: {
    type: "LoadBalancer",
    selector: labels,
    ports: [
      { name: "a", port: 1 },
      { name: "b", port: 2 },
    ],
  },
};
const counted: readonly (readonly [string, JsonObject])[] = [
  ["apis/apps/v1/namespaces/NS/deployments", workload],
  ["api/v1/namespaces/NS/persistentvolumeclaims", claim],
  ["api/v1/namespaces/NS/services", balancer],
];

const resources = [
  "pods",
  "cpu",
  "limits.cpu",
  "limits.memory",
  "requests.memory",
  "requests.ephemeral-storage",
  "count/pods",
  "count/deployments.apps",
  "count/replicasets.apps",
  "services",
  "services.loadbalancers",
  "services.nodeports",
  "persistentvolumeclaims",
  "requests.storage",
  "immediate.storageclass.storage.k8s.io/requests.storage",
  "standard.storageclass.storage.k8s.io/persistentvolumeclaims",
];

function hardOf(amount: string): JsonObject {
  return Object.fromEntries(resources.map((name) => [name, amount]));
}

test("the computed usage of a set matches the status of its ResourceQuota", async (t) => {
  t.timeout(300_000);
  const cluster = await testCluster();
  const namespace = await cluster.createNamespace(t);
  const usual = limitsOf({
    type: "Container",
    default: { cpu: "2", memory: "100Mi" },
    defaultRequest: { memory: "10Mi" },
  });
  await createLimits(t, cluster, { namespace, limiting: [usual, quotaOf(hardOf("1T"))] });
  for (const [path, object] of counted) {
    const { status, text } = await cluster.api("POST", `/${path.replace("NS", namespace)}`, object);
    t.is(status, 201, text);
  }
  const set = [...counted.map(([, object]) => object), usual, quotaOf(hardOf("0"))];
  const figures = (await warningsOf(set, namespace))
    .flatMap((warning) => [...warning.matchAll(/([^ ;]+) used ([^,]+), hard 0/gu)])
    .map(([, name = "", used = ""]) => [name, used] as const);
  t.is(figures.length, resources.length - 1);
  const expected = { ...hardOf("0"), ...Object.fromEntries(figures) };
  await untilUsed(cluster, namespace, expected);
});

/**
 * Waits until the ResourceQuota reports that usage. Its controller may count before it has received an
 * object, and counts again only when the limits change.
 */
async function untilUsed(
  { api, until }: TestCluster,
  namespace: string,
  expected: JsonObject,
): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}/resourcequotas/q`;
  const deployment = `/apis/apps/v1/namespaces/${namespace}/deployments/web`;
  await until(deployment, (live) => live?.status?.["replicas"] === Number(expected["count/pods"]));
  for (let limit = 2; limit < 200; limit += 1) {
    await api("PATCH", path, { spec: { hard: hardOf(`${limit}T`) } });
    const quota = await until(path, (live) => statusOf(live, "hard")["pods"] === `${limit}T`);
    const used = statusOf(quota, "used");
    if (resources.every((name) => field(used, name) === expected[name])) {
      return;
    }
  }
  throw new Error(`the quota does not count ${JSON.stringify(expected)}`);
}

/** The limits of a namespace, a pod, and the code of the warning if the server refuses it. */
const pods: readonly (readonly [readonly JsonObject[], JsonObject, string?])[] = [
  [[quotaOf({ cpu: "1" })], podOf({ requests: { cpu: "1" } })],
  [[quotaOf({ cpu: "1" })], podOf({ requests: { cpu: "1001m" } }), "QuotaExceeded"],
  [[quotaOf({ pods: "0" })], podOf({}), "QuotaExceeded"],
  [[quotaOf({ pods: "0" }, { scopes: ["NotBestEffort"] })], podOf({})],
  [[quotaOf({ pods: "0" }, { scopes: ["BestEffort"] })], podOf({}), "QuotaExceeded"],
  [[quotaOf({ pods: "0" }, { scopes: ["Terminating"] })], podOf({})],
  [
    [quotaOf({ pods: "0" }, { scopes: ["Terminating"] })],
    podOf({}, { activeDeadlineSeconds: 5 }),
    "QuotaExceeded",
  ],
  [
    [quotaOf({ "requests.example.com/gpu": "1" })],
    podOf({ limits: { "example.com/gpu": "2" } }),
    "QuotaExceeded",
  ],
  [[quotaOf({ "limits.cpu": "1" })], podOf({ requests: { cpu: "1" } }), "QuotaNeedsResources"],
  [[quotaOf({ "limits.cpu": "1" })], podOf({}, { resources: { limits: { cpu: "1" } } })],
  [[quotaOf({ "limits.ephemeral-storage": "1" })], podOf({})],
  [[limitsOf({ type: "Container", max: { cpu: "1" } }), quotaOf({ "limits.cpu": "1" })], podOf({})],
  [
    [limitsOf({ type: "Container", max: { cpu: "1" } })],
    podOf({ limits: { cpu: "2" } }),
    "LimitRangeExceeded",
  ],
  [
    [limitsOf({ type: "Container", min: { cpu: "1" } })],
    podOf({ requests: { cpu: "1m" } }),
    "LimitRangeExceeded",
  ],
  [
    [limitsOf({ type: "Pod", max: { memory: "1Gi" } })],
    podOf({ requests: { memory: "1Gi" } }),
    "LimitRangeExceeded",
  ],
  [[limitsOf({ type: "Pod", max: { memory: "1Gi" } })], podOf({ limits: { memory: "1Gi" } })],
  [
    [limitsOf({ type: "Container", maxLimitRequestRatio: { cpu: "2" } })],
    podOf({ requests: { cpu: "1" }, limits: { cpu: "2001m" } }),
    "LimitRangeExceeded",
  ],
  [
    [limitsOf({ type: "Container", maxLimitRequestRatio: { cpu: "2" } })],
    podOf({ requests: { cpu: "1" }, limits: { cpu: "2" } }),
  ],
];

for (const [index, [limiting, pod, code]] of pods.entries()) {
  test(`pod ${index} of the quota cases is ${code === undefined ? "accepted" : `refused: ${code}`}`, async (t) => {
    t.timeout(300_000);
    const cluster = await testCluster();
    const namespace = await cluster.createNamespace(t);
    await createLimits(t, cluster, { namespace, limiting });
    const send = async (): Promise<Answer> =>
      cluster.api("POST", `/api/v1/namespaces/${namespace}/pods?dryRun=All`, pod);
    let answer = await send();
    // Admission learns of limits a moment after they are stored, and the controller may know them before.
    const wanted = code === undefined ? 201 : 403;
    while (answer.status === 201 && wanted !== answer.status) {
      answer = await send();
    }
    const { status, text } = answer;
    t.is(status, wanted, text);
    const found = await warningsOf([...limiting, pod], namespace);
    t.deepEqual(
      found.map((warning) => warning.split(" ")[0]),
      code === undefined ? [] : [code],
      text,
    );
  });
}
