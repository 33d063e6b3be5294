import { randomUUID } from "node:crypto";

import test, { type ExecutionContext } from "ava";

import { startKubelet } from "../control-plane/stand-in-kubelet.ts";
import { testCluster } from "../control-plane/test-cluster.ts";
import { gateIn } from "./gate.ts";
import { configMap, dependsOn, deployment, job, namespaceNamed, readyWhile, refTo } from "./manifests.ts";
import { objectWritesOf, writesOf } from "./server-order.ts";
import { openSite, type Site, siteIn } from "./site.ts";

/** Opens a site whose namespace does not exist. */
async function openMissingNamespace(t: ExecutionContext): Promise<Site> {
  const cluster = await testCluster();
  const namespace = `e2e-land-${randomUUID().slice(0, 8)}`;
  t.teardown(async () => cluster.api("DELETE", `/api/v1/namespaces/${namespace}`));
  return siteIn(t, { cluster, namespace, release: "shop" });
}

function hook(event: string): Readonly<Record<string, string>> {
  return { "helm.sh/hook": event };
}

test("an apply without --release is refused", async (t) => {
  const site = await openSite(t);
  const { code, stderr } = await site.run(["apply", site.write([configMap("env")]), "-n", site.namespace]);
  t.is(code, 2);
  t.regex(stderr, /--release/);
  t.is(await site.get("configmaps/env"), undefined);
});

test("a missing namespace is not created without --create-namespace", async (t) => {
  const site = await openMissingNamespace(t);
  const refused = await site.apply([configMap("env")]);
  t.is(refused.code, 2, refused.stdout);
  t.regex(`${refused.stdout}${refused.stderr}`, /--create-namespace/);
  t.is((await site.cluster.api("GET", `/api/v1/namespaces/${site.namespace}`)).status, 404);
  const made = await site.apply([configMap("env")], "--create-namespace");
  t.is(made.code, 0, made.stdout);
  t.truthy(await site.get("configmaps/env"));
});

test("only the namespace is written before the lock, and the record is stored before the objects", async (t) => {
  const site = await openMissingNamespace(t);
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply([
    configMap("env"),
    namespaceNamed(site.namespace),
    deployment("web"),
  ]);
  t.is(code, 0, stdout);
  const writes = writesOf(await site.requests(mark));
  t.deepEqual(writes.slice(0, 4), [
    `patch namespaces/${site.namespace}`,
    "create leases/converge-shop",
    "patch secrets/converge.shop.v1",
    "patch secrets/converge-shop",
  ]);
  t.deepEqual(
    writes
      .slice(4)
      .filter((write) => /configmaps|deployments/.test(write))
      .toSorted(),
    ["patch configmaps/env", "patch deployments/web"],
  );
  t.is((await site.remove()).code, 0);
  t.is((await site.cluster.api("GET", `/api/v1/namespaces/${site.namespace}`)).status, 404);
});

test("a second run waits for the lock, then ends with exit code 1 and names the holder", async (t) => {
  const site = await openSite(t);
  startKubelet(t, site.cluster, site.namespace);
  const go = refTo(site.namespace, ["", "ConfigMap", "go"]);
  const first = site.begin([deployment("web", { pod: readyWhile(go) })]);
  await first.said(/created .*Deployment\/web/);
  const lease = await site.get("coordination.k8s.io/leases/converge-shop");
  const holder = String(lease?.spec?.["holderIdentity"]);
  const mark = await site.cluster.auditMark();
  const second = await site.apply([configMap("env")], "--lock-timeout=1s");
  t.is(second.code, 1, second.stdout);
  t.true(`${second.stdout}${second.stderr}`.includes(holder), second.stdout);
  t.is(await site.get("configmaps/env"), undefined);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
  await site.create("configmaps", configMap("go"));
  t.is((await first.ended).code, 0);
});

test("a run whose lock was taken by another one stops, reports it, and leaves the lock alone", async (t) => {
  const site = await openSite(t);
  const slow = refTo(site.namespace, ["apps", "Deployment", "slow"]);
  const run = site.begin([
    deployment("slow", { pod: { "converge.test/ready-after": "1h" } }),
    configMap("after", {}, dependsOn(slow)),
  ]);
  await run.said(/created .*Deployment\/slow/);
  const lease = "coordination.k8s.io/leases/converge-shop";
  await site.patch(lease, { spec: { holderIdentity: "thief" } });
  const { code, stdout } = await run.ended;
  t.is(code, 1, stdout);
  t.regex(stdout, /Deployment\/slow: another run has taken the lock of release shop/);
  t.is(await site.get("configmaps/after"), undefined);
  t.is((await site.get(lease))?.spec?.["holderIdentity"], "thief");
});

test("a deleted lock is recreated, and the run continues", async (t) => {
  const site = await openSite(t);
  const lease = "coordination.k8s.io/leases/converge-shop";
  startKubelet(t, site.cluster, site.namespace);
  const { pod, open } = gateIn(site);
  const run = site.begin([deployment("slow", { pod })]);
  await run.said(/created .*Deployment\/slow/);
  const before = (await site.get(lease))?.metadata.uid;
  await site.cluster.api("DELETE", site.at(lease));
  await site.cluster.until(
    site.at(lease),
    (object) => object !== undefined && object.metadata.uid !== before,
  );
  await open();
  const { code, stdout } = await run.ended;
  t.is(code, 0, stdout);
});

test("a second run with a longer lock timeout runs after the first", async (t) => {
  const site = await openSite(t);
  const first = site.begin([
    deployment("web", { pod: { "converge.test/ready-after": "2s" } }),
    configMap("a"),
  ]);
  await first.said(/created .*Deployment\/web/);
  const second = await site.apply([deployment("web"), configMap("b")]);
  t.is((await first.ended).code, 0);
  t.is(second.code, 0, second.stdout);
  t.is(await site.get("configmaps/a"), undefined);
  t.truthy(await site.get("configmaps/b"));
});

test("the lock of a killed run is taken over when it has expired", async (t) => {
  const site = await openSite(t);
  const now = "2020-01-01T00:00:00.000000Z";
  const spec = { holderIdentity: "gone", leaseDurationSeconds: 2, acquireTime: now, renewTime: now };
  await site.create("coordination.k8s.io/leases", {
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: { name: "converge-shop" },
    spec,
  });
  const { code, stdout } = await site.apply([configMap("env")]);
  t.is(code, 0, stdout);
  t.truthy(await site.get("configmaps/env"));
  const lease = await site.get("coordination.k8s.io/leases/converge-shop");
  t.is(lease?.spec?.["holderIdentity"] ?? "", "");
});

test("a release is installed until it has succeeded once, and upgraded afterwards", async (t) => {
  const site = await openSite(t);
  const hooks = [
    configMap("installing", {}, hook("pre-install")),
    configMap("upgrading", {}, hook("pre-upgrade")),
  ];
  const failing = job("migrate", { pod: { "converge.test/pod": "fail" } });
  const first = await site.apply([...hooks, failing]);
  t.is(first.code, 1);
  t.regex(first.stdout, /^installing shop/);
  const second = await site.apply([...hooks, configMap("env")], "--max-prune=100%");
  t.is(second.code, 0, second.stdout);
  t.regex(second.stdout, /^installing shop/);
  t.truthy(await site.get("configmaps/installing"));
  t.is(await site.get("configmaps/upgrading"), undefined);
  const third = await site.apply([...hooks, configMap("env", { key: "new" })]);
  t.is(third.code, 0, third.stdout);
  t.regex(third.stdout, /^upgrading shop/);
  t.truthy(await site.get("configmaps/upgrading"));
});

test("a deleted release leaves nothing behind, and deleting it again is reported", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("env"), deployment("web")])).code, 0);
  t.is((await site.remove()).code, 0);
  for (const path of [
    "configmaps/env",
    "apps/deployments/web",
    "secrets/converge-shop",
    "coordination.k8s.io/leases/converge-shop",
  ]) {
    t.is(await site.get(path), undefined, path);
  }
  const again = await site.remove();
  t.is(again.code, 1);
  t.regex(`${again.stdout}${again.stderr}`, /there is no release shop/);
});

test("a release that was applied only in part does not count as installed", async (t) => {
  const site = await openSite(t);
  const set = [
    configMap("installing", {}, { "helm.sh/hook": "pre-install" }),
    configMap("upgrading", {}, { "helm.sh/hook": "pre-upgrade" }),
    { ...configMap("env"), metadata: { name: "env", labels: { part: "one" } } },
    configMap("rest"),
  ];
  t.is((await site.apply(set, "-l", "part=one")).code, 0);
  t.is((await site.apply(set)).code, 0);
  t.truthy(await site.get("configmaps/installing"));
  t.is(await site.get("configmaps/upgrading"), undefined);
});
