import { randomUUID } from "node:crypto";

import test, { type ExecutionContext } from "ava";

import { type JsonObject, listField, objectField, stringField, valueAt } from "../../lib/object/json.ts";
import type { LiveObject } from "../control-plane/api.ts";
import { line } from "../sync/sidecar.ts";
import { openSyncSite } from "../sync/sync-site.ts";
import { barePod, claim, configMap, deployment, service } from "./manifests.ts";
import { objectWritesOf } from "./server-order.ts";
import { openSite, type Site } from "./site.ts";

const rbac = "rbac.authorization.k8s.io/v1";

/** A ClusterRole with a unique name that is deleted after the test. */
function clusterRole(t: ExecutionContext, { cluster }: Site, body: JsonObject): [JsonObject, string] {
  const name = `e2e-fields-${randomUUID().slice(0, 8)}`;
  const path = `/apis/${rbac}/clusterroles/${name}`;
  t.teardown(async () => cluster.api("DELETE", path));
  const { labels = {}, ...rest } = body;
  return [{ apiVersion: rbac, kind: "ClusterRole", metadata: { name, labels }, ...rest }, path];
}

function rulesOf(role: LiveObject | undefined): string {
  return JSON.stringify(Object.entries(role ?? {}).find(([name]) => name === "rules")?.[1] ?? []);
}

// In the order in which the server returns the fields.
const getPods = [{ verbs: ["get"], apiGroups: [""], resources: ["pods"] }];

interface Aggregation {
  readonly set: (annotations?: JsonObject) => readonly JsonObject[];
  readonly path: string;
  /** Waits until the controller has written the rules. */
  readonly filled: () => Promise<LiveObject | undefined>;
}

/**
 * An aggregated ClusterRole as in the documentation of Kubernetes, and one of the roles that it aggregates.
 */
function aggregation(t: ExecutionContext, site: Site): Aggregation {
  const label = `example.com/aggregate-${randomUUID().slice(0, 8)}`;
  const [part] = clusterRole(t, site, { labels: { [label]: "true" }, rules: getPods });
  const aggregationRule = { clusterRoleSelectors: [{ matchLabels: { [label]: "true" } }] };
  const [whole, path] = clusterRole(t, site, { aggregationRule, rules: [] });
  const metadata = objectField(whole, "metadata");
  return {
    path,
    set: (annotations = {}) => [part, { ...whole, metadata: { ...metadata, annotations } }],
    filled: async () => site.cluster.until(path, (role) => rulesOf(role) === JSON.stringify(getPods)),
  };
}

test("an aggregated ClusterRole keeps its rules, and is written only for other changes", async (t) => {
  const site = await openSite(t);
  const { set, path, filled } = aggregation(t, site);
  t.is((await site.apply(set())).code, 0);
  const first = await filled();
  const again = await site.apply(set());
  t.is(again.code, 0, again.stdout);
  const diff = await site.run(["diff", site.write(set()), "--release", site.release, "-n", site.namespace]);
  t.is(diff.code, 0, diff.stdout);
  t.is((await filled())?.metadata.resourceVersion, first?.metadata.resourceVersion);
  const mark = await site.cluster.auditMark();
  t.is((await site.apply(set({ "example.com/note": "new" }))).code, 0);
  t.is((await filled())?.metadata.annotations?.["example.com/note"], "new");
  // If the rules had been removed for a moment, the controller would have written them again.
  const writes = (await site.cluster.auditSince(mark)).filter(
    ({ objectRef, verb }) => objectRef?.name === path.split("/").at(-1) && verb === "patch",
  );
  t.deepEqual(
    writes.map(({ user }) => user.username.includes("clusterrole-aggregation")),
    [false],
  );
});

test("a ClusterRole that becomes aggregated loses the rules of its manifest", async (t) => {
  const site = await openSite(t);
  const [plain, path] = clusterRole(t, site, { rules: getPods });
  t.is((await site.apply([plain])).code, 0);
  const nothing = { clusterRoleSelectors: [{ matchLabels: { [`example.com/${randomUUID()}`]: "true" } }] };
  const { code, stdout } = await site.apply([{ ...plain, aggregationRule: nothing, rules: [] }]);
  t.is(code, 0, stdout);
  t.is(rulesOf((await site.cluster.api("GET", path)).object), "[]");
});

/** A webhook configuration that matches nothing. */
function webhookSet(t: ExecutionContext, { cluster }: Site): [JsonObject, string] {
  const name = `e2e-fields-${randomUUID().slice(0, 8)}`;
  const path = `/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/${name}`;
  t.teardown(async () => cluster.api("DELETE", path));
  const webhook = (hook: string): JsonObject => ({
    name: `${hook}.example.com`,
    clientConfig: { service: { namespace: "nowhere", name: "nobody" }, caBundle: hook === "a" ? "" : "Cg==" },
    admissionReviewVersions: ["v1"],
    sideEffects: "None",
    failurePolicy: "Ignore",
    namespaceSelector: { matchLabels: { "example.com/nothing": name } },
    rules: [
      { apiGroups: ["none.example.com"], apiVersions: ["v1"], resources: ["things"], operations: ["*"] },
    ],
  });
  return [
    {
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingWebhookConfiguration",
      metadata: { name },
      webhooks: [webhook("a"), webhook("b")],
    },
    path,
  ];
}

async function bundlesAt({ cluster }: Site, path: string): Promise<readonly (string | undefined)[]> {
  const configuration: JsonObject = JSON.parse((await cluster.api("GET", path)).text);
  return listField(configuration, "webhooks").map((webhook) =>
    stringField(objectField(webhook, "clientConfig"), "caBundle"),
  );
}

/** Fills in the CA bundles, as the CA injector of cert-manager does. */
async function inject({ cluster }: Site, path: string, caBundle: string): Promise<LiveObject | undefined> {
  const configuration: JsonObject = JSON.parse((await cluster.api("GET", path)).text);
  const webhooks = listField(configuration, "webhooks").map((webhook) => ({
    ...objectField({ webhook }, "webhook"),
    clientConfig: { ...objectField(webhook, "clientConfig"), caBundle },
  }));
  return (await cluster.api("PUT", `${path}?fieldManager=cainjector`, { ...configuration, webhooks })).object;
}

test("CA bundles filled in by an injector are kept where the manifest leaves them empty", async (t) => {
  const site = await openSite(t);
  const [configuration, path] = webhookSet(t, site);
  const bundle = Buffer.from("-----BEGIN CERTIFICATE-----").toString("base64");
  t.is((await site.apply([configuration])).code, 0);
  const injected = await inject(site, path, bundle);
  t.deepEqual(await bundlesAt(site, path), [bundle, bundle]);
  const again = await site.apply([configuration]);
  t.is(again.code, 0, again.stdout);
  const after = await site.cluster.api("GET", path);
  t.is(after.object?.metadata.resourceVersion, injected?.metadata.resourceVersion);
  const metadata = {
    ...objectField(configuration, "metadata"),
    annotations: { "example.com/note": "new" },
  };
  t.is((await site.apply([{ ...configuration, metadata }])).code, 0);
  t.deepEqual(await bundlesAt(site, path), [bundle, bundle]);
});

test("a PVC without a volume name is unchanged once it is bound", async (t) => {
  const site = await openSite(t);
  const name = `e2e-fields-${randomUUID().slice(0, 8)}`;
  t.teardown(async () => site.cluster.api("DELETE", `/api/v1/persistentvolumes/${name}`));
  const volume = {
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: { name },
    spec: {
      capacity: { storage: "1Gi" },
      accessModes: ["ReadWriteOnce"],
      storageClassName: name,
      hostPath: { path: "/tmp/none" },
      persistentVolumeReclaimPolicy: "Retain",
    },
  };
  const data = claim("data", name);
  const open: JsonObject = { ...data, spec: { ...objectField(data, "spec"), volumeName: "" } };
  t.is((await site.apply([volume, open], "--wait=false")).code, 0);
  const bound = await site.cluster.until(
    site.at("persistentvolumeclaims/data"),
    (object) => object?.status?.["phase"] === "Bound",
  );
  t.is(bound?.spec?.["volumeName"], name);
  const mark = await site.cluster.auditMark();
  const again = await site.apply([volume, open], "--wait=false");
  t.is(again.code, 0, again.stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
});

/**
 * Asserts that an empty field which the server or a controller fills in is not written again, and that
 * another change still is.
 */
const isFilled = test.macro({
  title: (_, fact: string) => `${fact} is written once, and its other fields can be changed`,
  exec: async (
    t,
    _fact: string,
    object: JsonObject,
    filled: { readonly path: string; readonly at: string },
  ) => {
    const site = await openSite(t);
    t.is((await site.apply([object], "--wait=false")).code, 0);
    await site.cluster.until(site.at(filled.path), (live) => {
      const steps = filled.at.split("/").map((step) => step.replaceAll("~1", "/"));
      const value = valueAt(JSON.parse(JSON.stringify(live ?? null)), steps);
      return typeof value === "string" && value !== "" && value !== "77";
    });
    const mark = await site.cluster.auditMark();
    const again = await site.apply([object], "--wait=false");
    t.is(again.code, 0, again.stdout);
    t.deepEqual(objectWritesOf(await site.requests(mark)), []);
    const metadata = { ...objectField(object, "metadata"), labels: { "example.com/note": "new" } };
    const changed = await site.apply([{ ...object, metadata }], "--wait=false");
    t.is(changed.code, 0, changed.stdout);
    t.notRegex(changed.stdout, /took over/);
  },
});

const alone = barePod("alone");
test(
  isFilled,
  "a pod without a node",
  { ...alone, spec: { ...objectField(alone, "spec"), nodeName: "" } },
  { path: "pods/alone", at: "spec/nodeName" },
);
test(
  isFilled,
  "a Service without addresses and node ports",
  service("web", {
    spec: { type: "NodePort", clusterIP: "", clusterIPs: [], ports: [{ port: 80, nodePort: 0 }] },
  }),
  { path: "services/web", at: "spec/clusterIP" },
);
test(
  isFilled,
  "a Secret for a service account token",
  {
    apiVersion: "v1",
    kind: "Secret",
    type: "kubernetes.io/service-account-token",
    metadata: { name: "token", annotations: { "kubernetes.io/service-account.name": "default" } },
    data: { token: "", "ca.crt": "" },
  },
  { path: "secrets/token", at: "data/token" },
);
test(
  isFilled,
  "a Deployment exported with its revision",
  deployment("web", { annotations: { "deployment.kubernetes.io/revision": "77" } }),
  { path: "apps/deployments/web", at: "metadata/annotations/deployment.kubernetes.io~1revision" },
);

test("a sidecar does not fight over the rules of an aggregated ClusterRole", async (t) => {
  const site = await openSyncSite(t);
  const { set, filled } = aggregation(t, site);
  const text = [...set(), configMap("last", { a: "1" })].map((object) => JSON.stringify(object));
  await site.repository.commit({ "deploy/set.yaml": text.join("\n---\n") });
  const sidecar = site.beginSync();
  await sidecar.received(line("state", { unit: "shop", phase: "Ready" }), 0);
  await filled();
  // Drift corrected after the rules were filled in: if these were drift, they would have been corrected too.
  const mark = await site.cluster.auditMark();
  await site.patch("configmaps/last?fieldManager=somebody", { data: { a: "2" } });
  await site.cluster.until(site.at("configmaps/last"), (object) => object?.data?.["a"] === "1");
  const roles = (await site.cluster.auditSince(mark)).filter(
    ({ objectRef, verb, userAgent }) =>
      objectRef?.resource === "clusterroles" &&
      verb === "patch" &&
      userAgent?.startsWith("converge/") === true,
  );
  t.deepEqual(roles, []);
});
