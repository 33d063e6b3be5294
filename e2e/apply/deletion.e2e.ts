import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import test, { type ExecutionContext } from "ava";

import { testCluster } from "../control-plane/test-cluster.ts";
import { barePod, claim, configMap, definition, deployment, job, namespaceNamed } from "./manifests.ts";
import { objectWritesOf } from "./server-order.ts";
import { openSite, type Site, siteIn } from "./site.ts";

const containers = [{ name: "app", image: "registry.test/app:1" }];
const holding = { finalizers: ["example.com/hold"] };

test("an object blocked by finalizers is reported with them, and the next run finishes the deletion", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("held"), configMap("free")])).code, 0);
  await site.patch("configmaps/held", { metadata: holding });
  const { code, stdout } = await site.remove("--prune-timeout=1s");
  t.is(code, 3, stdout);
  t.regex(stdout, /timed out +.*ConfigMap\/held.*example\.com\/hold/);
  t.is(await site.get("configmaps/free"), undefined);
  t.truthy(await site.get("secrets/converge-shop"), "the record went although something is left");
  await site.patch("configmaps/held", { metadata: { finalizers: null } });
  const again = await site.remove();
  t.is(again.code, 0, again.stdout);
  t.is(await site.get("configmaps/held"), undefined);
  t.is(await site.get("secrets/converge-shop"), undefined);
});

test("a PVC that a pod still uses is reported with the finalizer that protects it", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([claim("data", "standard"), configMap("env")])).code, 0);
  const volumes = [{ name: "data", persistentVolumeClaim: { claimName: "data" } }];
  await site.create("pods", {
    ...barePod("user"),
    spec: { terminationGracePeriodSeconds: 0, containers, volumes },
  });
  await site.cluster.until(site.at("pods/user"), (pod) => pod?.status?.["phase"] === "Running");
  const held = await site.remove("--prune-timeout=1s");
  t.is(held.code, 3, held.stdout);
  t.regex(held.stdout, /timed out +.*PersistentVolumeClaim\/data.*kubernetes\.io\/pvc-protection/);
  const again = site.beginRemove();
  await again.said(/objects? in \d+ group/);
  await site.cluster.api("DELETE", site.at("pods/user"));
  const { code, stdout } = await again.ended;
  t.is(code, 0, stdout);
  t.is(await site.get("persistentvolumeclaims/data"), undefined);
});

test("an object with a keep annotation outlives its release, and has no owner afterwards", async (t) => {
  const site = await openSite(t);
  const keep = { "helm.sh/resource-policy": "keep" };
  t.is((await site.apply([configMap("kept", {}, keep), configMap("free")])).code, 0);
  const { code, stdout } = await site.remove();
  t.is(code, 0, stdout);
  t.regex(stdout, /ConfigMap\/kept.*helm\.sh\/resource-policy/);
  t.is((await site.get("configmaps/kept"))?.metadata.labels?.["applyset.kubernetes.io/part-of"], undefined);
  t.is(await site.get("configmaps/free"), undefined);
});

test("a release that contains its own namespace deletes it last", async (t) => {
  const cluster = await testCluster();
  const namespace = `e2e-home-${randomUUID().slice(0, 8)}`;
  t.teardown(async () => cluster.api("DELETE", `/api/v1/namespaces/${namespace}`));
  const site = siteIn(t, { cluster, namespace, release: "shop" });
  t.is((await site.apply([namespaceNamed(namespace), configMap("env"), deployment("web")])).code, 0);
  const mark = await cluster.auditMark();
  const { code, stdout } = await site.remove();
  t.is(code, 0, stdout);
  const deleted = objectWritesOf(await site.requests(mark)).filter((write) => write.startsWith("delete "));
  t.is(deleted.at(-1), `delete namespaces/${namespace}`);
  t.is(deleted.length, 3);
  t.is((await cluster.api("GET", `/api/v1/namespaces/${namespace}`)).status, 404);
});

test("a run waits until its terminating namespace is gone", async (t) => {
  const cluster = await testCluster();
  const namespace = `e2e-going-${randomUUID().slice(0, 8)}`;
  const path = `/api/v1/namespaces/${namespace}`;
  const site = siteIn(t, { cluster, namespace, release: "shop" });
  t.teardown(async () => {
    await cluster.api("PATCH", site.at("configmaps/foreign"), { metadata: { finalizers: null } });
    await cluster.api("DELETE", path);
  });
  t.is((await site.apply([namespaceNamed(namespace), configMap("env")])).code, 0);
  await site.create("configmaps", { metadata: { name: "foreign", ...holding } });
  const first = site.beginRemove("--delete-contents");
  await cluster.until(path, (object) => object?.metadata.deletionTimestamp !== undefined);
  first.interrupt();
  t.is((await first.ended).code, 130);
  const second = site.beginRemove();
  await second.said(/Namespace\/e2e-going/);
  await site.patch("configmaps/foreign", { metadata: { finalizers: null } });
  const { code, stdout } = await second.ended;
  t.is(code, 0, stdout);
  t.is((await cluster.api("GET", path)).status, 404, stdout);
});

test("a namespace may take longer to terminate than the lease duration of the lock in it", async (t) => {
  const cluster = await testCluster();
  const namespace = `e2e-long-${randomUUID().slice(0, 8)}`;
  const path = `/api/v1/namespaces/${namespace}`;
  const site = siteIn(t, { cluster, namespace, release: "shop" });
  t.teardown(async () => cluster.api("DELETE", path));
  t.is((await site.apply([namespaceNamed(namespace), configMap("env")])).code, 0);
  // The namespace controller polls again only after half of this.
  await site.create("pods", {
    ...barePod("foreign"),
    spec: { terminationGracePeriodSeconds: 50, containers },
  });
  const { code, stdout } = await site.remove("--delete-contents");
  t.is(code, 0, stdout);
  t.is((await cluster.api("GET", path)).status, 404);
});

test("a CRD with custom resources outside the release is kept, and they are listed", async (t) => {
  const site = await openSite(t);
  const group = `held-${randomUUID().slice(0, 8)}.example.com`;
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/cogs.${group}`;
  t.teardown(async () => site.cluster.api("DELETE", path));
  t.is((await site.apply([definition(group, "Cog"), configMap("env")])).code, 0);
  await site.create(`${group}/cogs`, {
    apiVersion: `${group}/v1`,
    kind: "Cog",
    metadata: { name: "foreign" },
  });
  const { code, stdout } = await site.remove();
  t.is(code, 0, stdout);
  t.regex(stdout, /CustomResourceDefinition\/cogs.*it still contains .*foreign/);
  t.is((await site.cluster.api("GET", path)).object?.metadata.deletionTimestamp, undefined);
  t.is(await site.get("configmaps/env"), undefined);
});

test("a terminating object is recreated once it is gone", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("env", { key: "1" })])).code, 0);
  await site.patch("configmaps/env", { metadata: holding });
  await site.cluster.api("DELETE", site.at("configmaps/env"));
  const old = await site.get("configmaps/env");
  const run = site.begin([configMap("env", { key: "1" })]);
  await run.said(/objects? in \d+ group/);
  await site.patch("configmaps/env", { metadata: { finalizers: null } });
  const { code, stdout } = await run.ended;
  t.is(code, 0, stdout);
  const live = await site.get("configmaps/env");
  t.truthy(live);
  t.not(live?.metadata.uid, old?.metadata.uid);
  t.is(live?.metadata.deletionTimestamp, undefined);
});

test("a terminating namespace is recreated once it is gone", async (t) => {
  const cluster = await testCluster();
  const namespace = `e2e-anew-${randomUUID().slice(0, 8)}`;
  const path = `/api/v1/namespaces/${namespace}`;
  t.teardown(async () => cluster.api("DELETE", path));
  const site = siteIn(t, { cluster, namespace, release: "shop" });
  const set = [namespaceNamed(namespace), configMap("env")];
  t.is((await site.apply(set)).code, 0);
  const old = (await cluster.api("GET", path)).object?.metadata.uid;
  await cluster.api("DELETE", path);
  const { code, stdout } = await site.apply(set);
  t.is(code, 0, stdout);
  t.not((await cluster.api("GET", path)).object?.metadata.uid, old);
  t.truthy(await site.get("configmaps/env"));
});

test("deleting a Job deletes its pods", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([job("migrate")])).code, 0);
  t.is((await site.remove()).code, 0);
  const pods = site.at("pods?labelSelector=job-name=migrate");
  const [left] = (await site.cluster.api("GET", pods)).object?.items ?? [];
  if (left !== undefined) {
    await site.cluster.until(site.at(`pods/${left.metadata.name}`), (pod) => pod === undefined);
  }
  t.pass();
});

/** Writes a folder with a CRD in `crds`; returns it with the path of that CRD in the API. */
function withCrdsFolder(t: ExecutionContext, site: Site): { readonly folder: string; readonly path: string } {
  const group = `kept-${randomUUID().slice(0, 8)}.example.com`;
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/cogs.${group}`;
  t.teardown(async () => site.cluster.api("DELETE", path));
  const folder = dirname(site.write([configMap("env")]));
  mkdirSync(join(folder, "crds"));
  writeFileSync(join(folder, "crds/cogs.yaml"), JSON.stringify(definition(group, "Cog")));
  return { folder, path };
}

test("CRDs of a crds folder outside a chart belong to the release, and are deleted with it", async (t) => {
  const site = await openSite(t);
  const { folder, path } = withCrdsFolder(t, site);
  const home = ["--release", site.release, "-n", site.namespace];
  const applied = await site.run(["apply", folder, ...home]);
  t.is(applied.code, 0, applied.stdout);
  t.notRegex(applied.stdout + applied.stderr, /delete-crds/);
  const gone = await site.remove();
  t.is(gone.code, 0, gone.stdout);
  t.is((await site.cluster.api("GET", path)).status, 404);
});

test("a deletion keeps the CRDs of a chart's crds folder and reports it, unless a flag deletes them", async (t) => {
  const site = await openSite(t);
  const { folder, path } = withCrdsFolder(t, site);
  const group = path.replace(/.*\/cogs\./, "");
  mkdirSync(join(folder, "templates"));
  const home = ["--release", site.release, "-n", site.namespace];
  const applied = await site.run(["apply", folder, ...home]);
  t.is(applied.code, 0, applied.stdout);
  t.true(
    `${applied.stdout}${applied.stderr}`.includes(`cogs.${group} from the crds folder of a chart`),
    applied.stdout,
  );
  const kept = await site.remove();
  t.is(kept.code, 0, kept.stdout);
  t.true(
    `${kept.stdout}${kept.stderr}`.includes(`cogs.${group} from the crds folder of a chart; --delete-crds`),
    kept.stdout,
  );
  t.is((await site.cluster.api("GET", path)).status, 200);
  t.is((await site.run(["apply", folder, ...home])).code, 0);
  const taken = await site.remove("--delete-crds");
  t.is(taken.code, 0, taken.stdout);
  t.is((await site.cluster.api("GET", path)).status, 404);
});
