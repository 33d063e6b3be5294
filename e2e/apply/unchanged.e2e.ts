import { randomUUID } from "node:crypto";

import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import {
  barePod,
  claim,
  configMap,
  daemonSet,
  definition,
  deployment,
  job,
  service,
  statefulSet,
} from "./manifests.ts";
import { objectWritesOf, writesOf } from "./server-order.ts";
import { openSite } from "./site.ts";

/** Objects of many kinds, with values that the server normalizes. */
function manyKinds(group: string): readonly JsonObject[] {
  const rules = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get"] }];
  const subject = { kind: "ServiceAccount", name: "runner" };
  const requests = { cpu: 1, memory: "1024Mi" };
  const app = { name: "app", image: "registry.test/app:1", resources: { requests } };
  return [
    ...Array.from({ length: 35 }, (_, index) => configMap(`env-${index}`, { index: `${index}` })),
    { apiVersion: "v1", kind: "Secret", metadata: { name: "keys" }, stringData: { key: "value" } },
    { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "runner" } },
    { apiVersion: "rbac.authorization.k8s.io/v1", kind: "Role", metadata: { name: "reader" }, rules },
    {
      apiVersion: "rbac.authorization.k8s.io/v1",
      kind: "RoleBinding",
      metadata: { name: "reader" },
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: "reader" },
      subjects: [subject],
    },
    deployment("web", { podSpec: { serviceAccountName: "runner", containers: [app] } }),
    statefulSet("db"),
    daemonSet("agent"),
    job("migrate"),
    barePod("alone"),
    service("web"),
    claim("data", "standard"),
    definition(group, "Cog"),
    {
      apiVersion: `${group}/v1`,
      kind: "Cog",
      metadata: { name: "big", annotations: { "converge.dev/ready-when": "jsonpath={.spec.teeth}=7" } },
      spec: { teeth: 7, ratio: 1.5 },
    },
    {
      apiVersion: "policy/v1",
      kind: "PodDisruptionBudget",
      metadata: { name: "web" },
      spec: { maxUnavailable: "50%", selector: { matchLabels: { app: "web" } } },
    },
    {
      apiVersion: "networking.k8s.io/v1",
      kind: "NetworkPolicy",
      metadata: { name: "web" },
      spec: { podSelector: {}, policyTypes: ["Ingress"] },
    },
    {
      apiVersion: "autoscaling/v2",
      kind: "HorizontalPodAutoscaler",
      metadata: { name: "web" },
      spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" }, maxReplicas: 3 },
    },
    {
      apiVersion: "networking.k8s.io/v1",
      kind: "Ingress",
      metadata: { name: "web" },
      spec: { defaultBackend: { service: { name: "web", port: { number: 80 } } } },
    },
  ];
}

test("a second apply of fifty objects of many kinds writes nothing", async (t) => {
  const site = await openSite(t);
  const group = `same-${randomUUID().slice(0, 8)}.example.com`;
  const definitionPath = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/cogs.${group}`;
  t.teardown(async () => site.cluster.api("DELETE", definitionPath));
  const set = manyKinds(group);
  const first = await site.apply(set);
  t.is(first.code, 0, first.stdout);
  const before = await site.cluster.api(
    "GET",
    `${site.at("configmaps")}?labelSelector=applyset.kubernetes.io/part-of`,
  );
  const mark = await site.cluster.auditMark();
  const again = await site.apply(set);
  t.is(again.code, 0, again.stdout);
  t.deepEqual(writesOf(await site.requests(mark)), []);
  const onDefinition = (await site.cluster.auditSince(mark)).filter(
    ({ objectRef, verb }) => objectRef?.name === `cogs.${group}` && verb !== "get",
  );
  t.deepEqual(onDefinition, []);
  const after = await site.cluster.api(
    "GET",
    `${site.at("configmaps")}?labelSelector=applyset.kubernetes.io/part-of`,
  );
  const versions = (list: typeof after): readonly string[] =>
    (list.object?.items ?? []).map(({ metadata }) => `${metadata.name} ${metadata.resourceVersion}`);
  t.is(versions(before).length, 35);
  t.deepEqual(versions(after), versions(before));
});

test("a set with one changed manifest writes only that object", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("a", { key: "1" }), configMap("b", { key: "1" })])).code, 0);
  const mark = await site.cluster.auditMark();
  t.is((await site.apply([configMap("a", { key: "2" }), configMap("b", { key: "1" })])).code, 0);
  t.deepEqual(objectWritesOf(await site.requests(mark)), ["patch configmaps/a"]);
  t.is((await site.get("configmaps/a"))?.data?.["key"], "2");
});

test("a manual edit is corrected, and reported", async (t) => {
  const site = await openSite(t);
  const set = [configMap("env", { key: "ours", other: "stays" }), configMap("free")];
  t.is((await site.apply(set)).code, 0);
  await site.patch("configmaps/env?fieldManager=kubectl-edit", {
    data: { key: "theirs", added: "by hand" },
  });
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply(set);
  t.is(code, 0, stdout);
  t.regex(stdout, /took over .*data\.key of kubectl-edit/);
  const live = await site.get("configmaps/env");
  t.deepEqual(live?.data, { key: "ours", other: "stays", added: "by hand" });
  t.deepEqual(objectWritesOf(await site.requests(mark)), ["patch configmaps/env"]);
});

test("a field that was removed manually is restored", async (t) => {
  const site = await openSite(t);
  const set = [configMap("env", { key: "ours", other: "stays" })];
  t.is((await site.apply(set)).code, 0);
  await site.patch("configmaps/env?fieldManager=kubectl-edit", {
    data: { key: null },
  });
  t.is((await site.apply(set)).code, 0);
  t.deepEqual((await site.get("configmaps/env"))?.data, { key: "ours", other: "stays" });
});

test("a field that leaves the manifest is removed from the cluster, and one of another manager is kept", async (t) => {
  const site = await openSite(t);
  const annotated = configMap("env", { key: "value", gone: "soon" }, { "example.com/gone": "soon" });
  t.is((await site.apply([annotated])).code, 0);
  await site.patch("configmaps/env?fieldManager=somebody", {
    metadata: { labels: { "example.com/theirs": "yes" } },
  });
  t.is((await site.apply([configMap("env", { key: "value" })])).code, 0);
  const live = await site.get("configmaps/env");
  t.deepEqual(live?.data, { key: "value" });
  t.is(live?.metadata.annotations?.["example.com/gone"], undefined);
  t.is(live?.metadata.labels?.["example.com/theirs"], "yes");
});

test("a deleted object is recreated", async (t) => {
  const site = await openSite(t);
  const set = [configMap("env"), configMap("free")];
  t.is((await site.apply(set)).code, 0);
  await site.cluster.api("DELETE", site.at("configmaps/env"));
  const mark = await site.cluster.auditMark();
  t.is((await site.apply(set)).code, 0);
  t.deepEqual(objectWritesOf(await site.requests(mark)), ["patch configmaps/env"]);
});
