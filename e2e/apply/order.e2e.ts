import { randomUUID } from "node:crypto";

import test from "ava";

import type { LiveObject } from "../control-plane/api.ts";
import { startKubelet } from "../control-plane/stand-in-kubelet.ts";
import { testCluster } from "../control-plane/test-cluster.ts";
import {
  configMap,
  definition,
  dependsOn,
  deployment,
  job,
  namespaceNamed,
  readyWhile,
  refTo,
} from "./manifests.ts";
import { moment, objectWritesOf } from "./server-order.ts";
import { openSite, type Site, siteIn } from "./site.ts";

const slowly = { "converge.test/ready-after": "1s" };

function weight(value: string): Readonly<Record<string, string>> {
  return { "werf.io/weight": value };
}

function hook(event: string, value: string): Readonly<Record<string, string>> {
  return { "helm.sh/hook": event, "helm.sh/hook-weight": value };
}

async function momentOf(site: Site, path: string): Promise<number> {
  return moment(await site.get(path));
}

async function podsOf(site: Site): Promise<readonly LiveObject[]> {
  return (await site.cluster.api("GET", site.at("pods"))).object?.items ?? [];
}

test("a namespace is created before the custom resources in it, and a CRD before its custom resources", async (t) => {
  const cluster = await testCluster();
  const id = randomUUID().slice(0, 8);
  const namespace = `e2e-order-${id}`;
  const group = `order-${id}.example.com`;
  t.teardown(async () => {
    await cluster.api("DELETE", `/api/v1/namespaces/${namespace}`);
    await cluster.api("DELETE", `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/cogs.${group}`);
  });
  const site = siteIn(t, { cluster, namespace, release: "shop" });
  const mark = await cluster.auditMark();
  const { code, stdout } = await site.apply(
    [
      { apiVersion: `${group}/v1`, kind: "Cog", metadata: { name: "big" }, spec: { teeth: 7 } },
      configMap("env"),
      definition(group, "Cog"),
      namespaceNamed(namespace),
    ],
    "--readiness=kstatus",
  );
  t.is(code, 0, stdout);
  const events = (await cluster.auditSince(mark)).filter(
    ({ objectRef }) => objectRef?.namespace === undefined || objectRef.namespace === namespace,
  );
  const created = events
    .filter(({ responseStatus, verb }) => verb === "patch" && responseStatus?.code === 201)
    .map(({ objectRef }) => `${objectRef?.resource}/${objectRef?.name}`);
  const at = (object: string): number => created.indexOf(object);
  t.true(at(`namespaces/${namespace}`) !== -1);
  t.true(at("configmaps/env") > at(`namespaces/${namespace}`));
  t.true(at(`customresourcedefinitions/cogs.${group}`) !== -1);
  t.true(at("cogs/big") > at(`customresourcedefinitions/cogs.${group}`));
  const refused = events.filter(
    ({ objectRef, responseStatus }) => objectRef?.resource === "cogs" && (responseStatus?.code ?? 0) >= 400,
  );
  t.deepEqual(
    refused.filter(({ verb }) => verb === "patch"),
    [],
    "the custom resource was sent before its definition was served",
  );
  t.is((await site.remove()).code, 0);
  t.is(await site.get("configmaps/env"), undefined);
});

test("a dependent of a Deployment is created once its pods are ready, and other objects do not wait for it", async (t) => {
  const site = await openSite(t);
  const slow = refTo(site.namespace, ["apps", "Deployment", "slow"]);
  const quick = refTo(site.namespace, ["apps", "Deployment", "quick"]);
  startKubelet(t, site.cluster, site.namespace);
  const others = ["after-quick", "free"].map((name) => refTo(site.namespace, ["", "ConfigMap", name]));
  const { code, stdout } = await site.apply([
    configMap("after-slow", {}, dependsOn(slow)),
    configMap("after-quick", {}, dependsOn(quick)),
    configMap("free"),
    deployment("slow", { pod: readyWhile(...others) }),
    deployment("quick"),
  ]);
  t.is(code, 0, stdout);
  const ready = await momentOf(site, "apps/deployments/slow");
  t.true((await momentOf(site, "configmaps/after-slow")) > ready);
  t.true((await momentOf(site, "configmaps/after-quick")) < ready);
  t.true((await momentOf(site, "configmaps/after-quick")) > (await momentOf(site, "apps/deployments/quick")));
  t.true((await momentOf(site, "configmaps/free")) < ready);
});

test("a chain of dependencies is applied in order, and deleted in reverse", async (t) => {
  const site = await openSite(t);
  const { namespace } = site;
  const names = ["a", "b", "c", "d"];
  const chain = names.map((name, index) => {
    const before = names[index - 1];
    return configMap(
      name,
      {},
      before === undefined ? {} : dependsOn(refTo(namespace, ["", "ConfigMap", before])),
    );
  });
  const mark = await site.cluster.auditMark();
  t.is((await site.apply(chain.toReversed())).code, 0);
  t.deepEqual(
    objectWritesOf(await site.requests(mark)),
    names.map((name) => `patch configmaps/${name}`),
  );
  const later = await site.cluster.auditMark();
  t.is((await site.remove()).code, 0);
  t.deepEqual(
    objectWritesOf(await site.requests(later)),
    names.toReversed().map((name) => `delete configmaps/${name}`),
  );
});

test("objects of lower weights are ready before those of higher weights are applied", async (t) => {
  const site = await openSite(t);
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply([
    configMap("third", {}, weight("10")),
    deployment("second", { annotations: weight("0"), pod: slowly }),
    job("first", { annotations: weight("-10") }),
  ]);
  t.is(code, 0, stdout);
  const first = (await podsOf(site)).find(({ metadata }) => metadata.name.startsWith("first-"));
  const second = await momentOf(site, "apps/deployments/second");
  t.true(moment(first) < second);
  t.true((await momentOf(site, "configmaps/third")) > second);
  const creations = (await site.requests(mark))
    .filter(({ verb }) => verb === "patch")
    .map(({ object }) => object);
  t.deepEqual(
    creations.filter((object) => !object.startsWith("secrets/")),
    ["jobs/first", "deployments/second", "configmaps/third"],
  );
});

test("the ConfigMaps and ServiceAccounts of a workload are applied before it", async (t) => {
  const site = await openSite(t);
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply([
    deployment("web", {
      podSpec: {
        serviceAccountName: "runner",
        volumes: [{ name: "env", configMap: { name: "env" } }],
      },
    }),
    configMap("env"),
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "runner" } },
  ]);
  t.is(code, 0, stdout);
  const writes = objectWritesOf(await site.requests(mark));
  t.is(writes.length, 3);
  t.is(writes.at(-1), "patch deployments/web");
});

test("hooks run one after the other around the release, and each completes before the next", async (t) => {
  const site = await openSite(t);
  const completing = { "converge.test/complete-after": "1s" };
  const { code, stdout } = await site.apply([
    job("tell", { annotations: hook("post-install", "1") }),
    configMap("env"),
    job("migrate", { annotations: hook("pre-install", "2"), pod: completing }),
    job("back-up", { annotations: hook("pre-install", "1"), pod: completing }),
  ]);
  t.is(code, 0, stdout);
  const pods = await podsOf(site);
  const order = [
    moment(pods.find(({ metadata }) => metadata.name.startsWith("back-up-"))),
    moment(pods.find(({ metadata }) => metadata.name.startsWith("migrate-"))),
    await momentOf(site, "configmaps/env"),
    moment(pods.find(({ metadata }) => metadata.name.startsWith("tell-"))),
  ];
  t.deepEqual(
    order,
    order.toSorted((left, right) => left - right),
  );
});
