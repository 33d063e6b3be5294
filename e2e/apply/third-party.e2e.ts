/** Changes by a third party to the objects of a release while it is applied. */
import test, { type ExecutionContext } from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { startKubelet } from "../control-plane/stand-in-kubelet.ts";
import { type Gate, gateIn } from "./gate.ts";
import { configMap, dependsOn, deployment, namespaceNamed, refTo } from "./manifests.ts";
import { openSite, type Site } from "./site.ts";

/** Opens a site with simulated readiness probes. */
async function openProbedSite(t: ExecutionContext): Promise<Site> {
  const site = await openSite(t);
  startKubelet(t, site.cluster, site.namespace);
  return site;
}

/** The gate of the Deployments of a round. */
function gateOf(site: Site, round: number): Gate {
  return gateIn(site, `gate-${round}`);
}

/**
 * A Deployment that is ready while the gate of its `round` is open, in a new revision for each. It takes
 * longer than the two seconds for which a run takes what it has written for unchanged.
 */
function slow(site: Site, round: number, name = "slow"): ReturnType<typeof deployment> {
  return deployment(name, { pod: gateOf(site, round).pod, spec: { minReadySeconds: 3 } });
}

/** A ConfigMap that is applied when the Deployment is ready. */
function late(site: Site, name = "late"): ReturnType<typeof configMap> {
  const on = refTo(site.namespace, ["apps", "Deployment", "slow"]);
  return configMap(name, { key: "value" }, dependsOn(on));
}

/** A ConfigMap that is ready at once, and the Deployment. */
function early(site: Site, round: number): readonly JsonObject[] {
  return [configMap("early", { key: "value" }), slow(site, round)];
}

const remove = async (site: Site, path: string): Promise<void> => {
  await site.cluster.api("DELETE", site.at(path));
};

test("an unchanged object that is deleted before its task runs is recreated", async (t) => {
  const site = await openProbedSite(t);
  await gateOf(site, 1).open();
  t.is((await site.apply([slow(site, 1), late(site)])).code, 0);
  const run = site.begin([slow(site, 2), late(site)]);
  await run.said(/configured .*Deployment\/slow/);
  await remove(site, "configmaps/late");
  await gateOf(site, 2).open();
  const { code, stdout } = await run.ended;
  t.is(code, 0, stdout);
  t.deepEqual((await site.get("configmaps/late"))?.data, { key: "value" });
  t.regex(stdout, /created .*ConfigMap\/late/);
});

test("an unchanged object that is edited before its task runs is applied again", async (t) => {
  const site = await openProbedSite(t);
  await gateOf(site, 1).open();
  t.is((await site.apply([slow(site, 1), late(site)])).code, 0);
  const run = site.begin([slow(site, 2), late(site)]);
  await run.said(/configured .*Deployment\/slow/);
  await site.patch("configmaps/late?fieldManager=somebody", { data: { key: "theirs" } });
  await gateOf(site, 2).open();
  const { code, stdout } = await run.ended;
  t.is(code, 0, stdout);
  t.deepEqual((await site.get("configmaps/late"))?.data, { key: "value" });
});

test("an unchanged object that another release adopts during a run is left to that release", async (t) => {
  const site = await openProbedSite(t);
  await gateOf(site, 1).open();
  t.is((await site.apply([slow(site, 1), late(site)])).code, 0);
  const run = site.begin([slow(site, 2), late(site)]);
  await run.said(/configured .*Deployment\/slow/);
  const labels = { "applyset.kubernetes.io/part-of": "applyset-somebody-v1" };
  await site.patch("configmaps/late?fieldManager=somebody", { metadata: { labels } });
  await gateOf(site, 2).open();
  const { code, stdout } = await run.ended;
  t.is(code, 1, stdout);
  t.regex(stdout, /it belongs to another release/);
});

test("the objects of a terminating namespace are created in the new namespace", async (t) => {
  const site = await openSite(t);
  const name = `${site.namespace}-other`;
  t.teardown(async () => site.cluster.api("DELETE", `/api/v1/namespaces/${name}`));
  const inside = { ...configMap("env", { key: "value" }), metadata: { name: "env", namespace: name } };
  const set = [namespaceNamed(name), inside];
  t.is((await site.apply(set)).code, 0);
  await site.cluster.api("DELETE", `/api/v1/namespaces/${name}`);
  const { code, stdout } = await site.apply(set);
  t.is(code, 0, stdout);
  const { object } = await site.cluster.api("GET", `/api/v1/namespaces/${name}/configmaps/env`);
  t.deepEqual(object?.data, { key: "value" }, stdout);
});

test("a run without planned writes acquires the lock before it recreates a deleted object", async (t) => {
  const site = await openProbedSite(t);
  const { open, close } = gateOf(site, 1);
  const set = [slow(site, 1), late(site)];
  await open();
  t.is((await site.apply(set)).code, 0);
  // A run without writes waits for it.
  await close();
  await site.cluster.until(
    site.at("apps/deployments/slow"),
    (object) => (object?.status?.["availableReplicas"] ?? 0) === 0,
  );
  const mark = await site.cluster.auditMark();
  const run = site.begin(set);
  await run.said(/waiting .*Deployment\/slow/);
  await remove(site, "configmaps/late");
  await open();
  const { code, stdout } = await run.ended;
  t.is(code, 0, stdout);
  t.deepEqual((await site.get("configmaps/late"))?.data, { key: "value" });
  const writes = (await site.requests(mark)).filter(
    ({ verb, code: status }) => verb !== "get" && status < 300,
  );
  const at = (object: string): number => writes.findIndex((request) => request.object === object);
  t.true(at("leases/converge-shop") !== -1 && at("leases/converge-shop") < at("configmaps/late"));
  t.is((await site.get("coordination.k8s.io/leases/converge-shop"))?.spec?.["holderIdentity"] ?? "", "");
});

for (const isFirst of [true, false]) {
  const kind = isFirst ? "installation" : "upgrade";

  test(`an object that is deleted after it was ready is applied again by an ${kind}`, async (t) => {
    const site = await openProbedSite(t);
    if (!isFirst) {
      await gateOf(site, 0).open();
      t.is((await site.apply(early(site, 0))).code, 0);
    }
    const run = site.begin(early(site, 1));
    await run.said(/(?:created|configured) .*Deployment\/slow/);
    if (isFirst) {
      await run.said(/created .*ConfigMap\/early/);
    }
    await remove(site, "configmaps/early");
    await gateOf(site, 1).open();
    const { code, stdout } = await run.ended;
    t.is(code, 0, stdout);
    t.deepEqual((await site.get("configmaps/early"))?.data, { key: "value" });
    t.regex(stdout, /ConfigMap\/early: deleted by another client after it was ready: it is applied again/);
  });
}

test("an object that is edited after it was ready is applied again", async (t) => {
  const site = await openProbedSite(t);
  await gateOf(site, 1).open();
  t.is((await site.apply([configMap("early", { key: "old" }), slow(site, 1)])).code, 0);
  const run = site.begin([configMap("early", { key: "new" }), slow(site, 2)]);
  await run.said(/configured .*ConfigMap\/early/);
  await run.said(/configured .*Deployment\/slow/);
  await site.patch("configmaps/early?fieldManager=kubectl-edit", { data: { key: "theirs" } });
  await gateOf(site, 2).open();
  const { code, stdout } = await run.ended;
  t.is(code, 0, stdout);
  t.deepEqual((await site.get("configmaps/early"))?.data, { key: "new" });
  t.regex(stdout, /ConfigMap\/early: changed by kubectl-edit after it was applied/);
});

test("a field added to an object after it was ready is kept, and nothing is applied again", async (t) => {
  const site = await openProbedSite(t);
  await gateOf(site, 1).open();
  t.is((await site.apply([configMap("early", { key: "old" }), slow(site, 1)])).code, 0);
  const run = site.begin([configMap("early", { key: "new" }), slow(site, 2)]);
  await run.said(/configured .*ConfigMap\/early/);
  await run.said(/configured .*Deployment\/slow/);
  await site.patch("configmaps/early?fieldManager=somebody", { data: { other: "theirs" } });
  await gateOf(site, 2).open();
  const { code, stdout } = await run.ended;
  t.is(code, 0, stdout);
  t.deepEqual((await site.get("configmaps/early"))?.data, { key: "new", other: "theirs" });
  t.notRegex(stdout, /once more/);
});

test("an object that is deleted again after it was reapplied fails", async (t) => {
  const site = await openProbedSite(t);
  const steady = slow(site, 0, "steady");
  await gateOf(site, 0).open();
  await gateOf(site, 1).open();
  t.is((await site.apply([...early(site, 1), steady])).code, 0);
  const run = site.begin([...early(site, 2), steady]);
  await run.said(/configured .*Deployment\/slow/);
  await remove(site, "configmaps/early");
  await remove(site, "apps/deployments/steady");
  // The run waits for the new one while the other object is deleted again.
  await gateOf(site, 0).close();
  await gateOf(site, 2).open();
  await run.said(/created .*Deployment\/steady/);
  await run.said(/created .*ConfigMap\/early/);
  await remove(site, "configmaps/early");
  await gateOf(site, 0).open();
  const { code, stdout } = await run.ended;
  t.is(code, 1, stdout);
  t.regex(stdout, /ConfigMap\/early: deleted by another client after it was ready/);
});

test("status shows a deleted object of the newest revision", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("a"), configMap("b")])).code, 0);
  const words = ["status", "--release", site.release, "-n", site.namespace];
  t.is((await site.run(words)).code, 0);
  await remove(site, "configmaps/b");
  const { code, stdout } = await site.run(words);
  t.is(code, 1, stdout);
  t.regex(stdout, /ConfigMap\/b +Succeeded +Failed +it is not in the cluster/);
  t.regex(stdout, /2 objects: 1 ready, 1 failed/);
});
