import { randomUUID } from "node:crypto";

import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { startKubelet } from "../control-plane/stand-in-kubelet.ts";
import { gateIn } from "./gate.ts";
import { claim, configMap, definition, deployment, job, namespaceNamed } from "./manifests.ts";
import { objectWritesOf } from "./server-order.ts";
import { openSite, type Site, siteIn } from "./site.ts";

const partOf = "applyset.kubernetes.io/part-of";
const hook = { "helm.sh/hook": "pre-install,pre-upgrade" };

function inNamespace(object: JsonObject & { metadata?: JsonObject }, namespace: string): JsonObject {
  return { ...object, metadata: { ...object.metadata, namespace } };
}

async function openSecond(t: Parameters<typeof openSite>[0], first: Site): Promise<Site> {
  return siteIn(t, { cluster: first.cluster, namespace: first.namespace, release: "second" });
}

test("a namespace that leaves the set is kept while objects of the set are in it", async (t) => {
  const site = await openSite(t);
  const other = `e2e-needed-${randomUUID().slice(0, 8)}`;
  const path = `/api/v1/namespaces/${other}`;
  t.teardown(async () => site.cluster.api("DELETE", path));
  const inside = inNamespace(configMap("inside"), other);
  t.is((await site.apply([namespaceNamed(other), inside])).code, 0);
  const { code, stdout } = await site.apply([inside]);
  t.is(code, 0, stdout);
  t.regex(stdout, /Namespace\/e2e-needed-.*kept: .*ConfigMap\/inside/);
  const { object } = await site.cluster.api("GET", path);
  t.is(object?.metadata.deletionTimestamp, undefined);
  t.is(object?.metadata.labels?.[partOf], undefined);
  t.is((await site.cluster.api("GET", `${path}/configmaps/inside`)).status, 200);
});

test("the namespace of the release record is kept when it leaves the set", async (t) => {
  const open = await openSite(t);
  const namespace = `e2e-home-${randomUUID().slice(0, 8)}`;
  const site = siteIn(t, { cluster: open.cluster, namespace, release: "shop" });
  t.teardown(async () => site.cluster.api("DELETE", `/api/v1/namespaces/${namespace}`));
  const elsewhere = inNamespace(configMap("elsewhere"), open.namespace);
  t.is((await site.apply([namespaceNamed(namespace), elsewhere])).code, 0);
  const { code, stdout } = await site.apply([elsewhere], "--allow-prune=all", "--delete-contents");
  t.is(code, 0, stdout);
  t.regex(stdout, /kept: it contains the record of the release/);
  t.truthy(await site.get("secrets/converge-shop"));
});

test("a CRD that leaves the set is kept while the set has custom resources of its kind", async (t) => {
  const site = await openSite(t);
  const group = `needed-${randomUUID().slice(0, 8)}.example.com`;
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/cogs.${group}`;
  t.teardown(async () => site.cluster.api("DELETE", path));
  const cog = { apiVersion: `${group}/v1`, kind: "Cog", metadata: { name: "a" } };
  t.is((await site.apply([definition(group, "Cog"), cog], "--wait=false")).code, 0);
  const { code, stdout } = await site.apply([cog], "--wait=false");
  t.is(code, 0, stdout);
  t.regex(stdout, /kept: .*Cog\/a/);
  t.is((await site.cluster.api("GET", path)).object?.metadata.deletionTimestamp, undefined);
});

test("a namespace that contains the record of another release is kept", async (t) => {
  const open = await openSite(t);
  const namespace = `e2e-shared-${randomUUID().slice(0, 8)}`;
  const { cluster } = open;
  const site = siteIn(t, { cluster, namespace, release: "shop" });
  const second = siteIn(t, { cluster, namespace, release: "second" });
  t.teardown(async () => cluster.api("DELETE", `/api/v1/namespaces/${namespace}`));
  t.is((await site.apply([namespaceNamed(namespace)])).code, 0);
  t.is((await second.apply([inNamespace(configMap("elsewhere"), open.namespace)])).code, 0);
  const { code, stdout } = await site.remove();
  t.is(code, 0, stdout);
  t.regex(stdout, /kept: it still contains .*Secret\/converge-second.*; --delete-contents deletes/);
  t.truthy(await second.get("secrets/converge-second"));
});

test("a hook does not replace an object of another release with the same name", async (t) => {
  const site = await openSite(t);
  const second = await openSecond(t, site);
  t.is((await site.apply([configMap("env", { owner: "shop" })])).code, 0);
  const before = await site.get("configmaps/env");
  const refused = await second.apply([configMap("env", {}, hook), configMap("other")]);
  t.is(refused.code, 2, refused.stdout);
  t.regex(refused.stdout, /nothing was sent: .*ConfigMap\/env: it belongs to release/);
  t.is((await site.get("configmaps/env"))?.metadata.uid, before?.metadata.uid);
});

test("a PVC of the release that becomes a hook is not deleted, and loses the label of the release", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([claim("data", "standard"), configMap("env")])).code, 0);
  const before = await site.get("persistentvolumeclaims/data");
  const { code, stdout } = await site.apply([claim("data", "standard", hook), configMap("env")]);
  t.is(code, 0, stdout);
  const after = await site.get("persistentvolumeclaims/data");
  t.is(after?.metadata.uid, before?.metadata.uid);
  t.is(after?.metadata.labels?.[partOf], undefined);
});

test("a copy of an object under another name has no owner, and is not pruned", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("env"), configMap("other")])).code, 0);
  const { labels = {}, annotations = {} } = (await site.get("configmaps/env"))?.metadata ?? {};
  const copy = { ...configMap("copy"), metadata: { name: "copy", labels, annotations } };
  await site.create("configmaps", copy);
  t.is((await site.apply([configMap("env", { key: "new" })])).code, 0);
  t.is(await site.get("configmaps/other"), undefined);
  t.truthy(await site.get("configmaps/copy"));
});

test("an object that another release takes over during a run is not pruned by that run", async (t) => {
  const site = await openSite(t);
  const second = await openSecond(t, site);
  t.is((await site.apply([configMap("a"), configMap("moves")])).code, 0);
  startKubelet(t, site.cluster, site.namespace);
  const { pod, open } = gateIn(site);
  const run = site.begin([configMap("a"), deployment("slow", { pod })]);
  await run.said(/created .*Deployment\/slow/);
  const taken = await second.apply([configMap("moves")], "--inventory-policy=force-adopt");
  t.is(taken.code, 0, taken.stdout);
  await open();
  const { code, stdout } = await run.ended;
  t.is(code, 0, stdout);
  t.regex(stdout, /ConfigMap\/moves: kept: it no longer belongs to the release/);
  t.truthy((await site.get("configmaps/moves"))?.metadata.labels?.[partOf]);
});

test("a keep annotation that is added during a run is respected", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("a"), configMap("kept")])).code, 0);
  startKubelet(t, site.cluster, site.namespace);
  const { pod, open } = gateIn(site);
  const run = site.begin([configMap("a"), deployment("slow", { pod })]);
  await run.said(/created .*Deployment\/slow/);
  await site.patch("configmaps/kept", { metadata: { annotations: { "converge.dev/prune": "keep" } } });
  await open();
  const { code, stdout } = await run.ended;
  t.is(code, 0, stdout);
  t.regex(stdout, /ConfigMap\/kept.*kept: converge.dev\/prune/);
  t.truthy(await site.get("configmaps/kept"));
});

test("an object with a keep annotation in the cluster is not recreated", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([claim("data", "standard")])).code, 0);
  await site.patch("persistentvolumeclaims/data", {
    metadata: { annotations: { "converge.dev/prune": "keep" } },
  });
  const before = await site.get("persistentvolumeclaims/data");
  const { code, stdout } = await site.apply([claim("data", "another")], "--recreate");
  t.is(code, 2, stdout);
  t.is((await site.get("persistentvolumeclaims/data"))?.metadata.uid, before?.metadata.uid);
});

function web(key: string): JsonObject {
  return { ...configMap("web", { key }), metadata: { name: "web", labels: { app: "web" } } };
}

test("a Job deleted by its TTL does not run again when a part of the set is applied", async (t) => {
  const site = await openSite(t);
  const migrate = job("migrate", { spec: { ttlSecondsAfterFinished: 3600 } });
  t.is((await site.apply([migrate, web("1")])).code, 0);
  const path = site.at("batch/jobs/migrate");
  await site.cluster.api("DELETE", `${path}?propagationPolicy=Background`);
  await site.cluster.until(path, (object) => object === undefined);
  t.is((await site.apply([migrate, web("2")], "-l", "app=web")).code, 0);
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply([migrate, web("2")]);
  t.is(code, 0, stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
});
