import { writeFileSync } from "node:fs";
import { join } from "node:path";

import test, { type ExecutionContext } from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { testFolder } from "../git/test-folder.ts";
import { line } from "../sync/sidecar.ts";
import { openSyncSite } from "../sync/sync-site.ts";
import { configMap, deployment } from "./manifests.ts";
import { objectWritesOf } from "./server-order.ts";
import { openSite, type Site } from "./site.ts";

function web(count: number, image = "registry.test/app:1"): JsonObject {
  const containers = [{ name: "app", image, args: ["--level", "1"] }];
  return deployment("web", { spec: { replicas: count }, podSpec: { containers } });
}

/** A file of field rules. */
function rulesFile(t: ExecutionContext, rules: readonly JsonObject[]): string {
  const path = join(testFolder(t), "rules.yaml");
  writeFileSync(path, JSON.stringify({ apiVersion: "converge.dev/v1alpha1", kind: "FieldRules", rules }));
  return path;
}

/** Scales as an HPA does; the controller manager of the tests has no metrics to scale by. */
async function autoscale(site: Site, replicas: number): Promise<void> {
  await site.patch("apps/deployments/web/scale?fieldManager=kube-controller-manager", { spec: { replicas } });
}

function replicasOf(site: Site): Promise<unknown> {
  return site.get("apps/deployments/web").then((object) => object?.spec?.["replicas"]);
}

async function diffOf(
  site: Site,
  set: readonly JsonObject[],
  flags: readonly string[] = [],
): Promise<{ readonly code: number; readonly stdout: string }> {
  const home = ["--release", site.release, "-n", site.namespace];
  return site.run(["diff", site.write(set), ...home, ...flags]);
}

const autoscaler: JsonObject = {
  apiVersion: "autoscaling/v2",
  kind: "HorizontalPodAutoscaler",
  metadata: { name: "web" },
  spec: {
    minReplicas: 2,
    maxReplicas: 5,
    scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
  },
};

test("replicas changed by an HPA outside the set are left to it", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([web(2)])).code, 0);
  await site.create("autoscaling/horizontalpodautoscalers", autoscaler);
  await autoscale(site, 4);
  const mark = await site.cluster.auditMark();
  const again = await site.apply([web(2)]);
  t.is(again.code, 0, again.stdout);
  const diff = await diffOf(site, [web(2)]);
  t.is(diff.code, 0, diff.stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
  const changed = await site.apply([web(3, "registry.test/app:2")]);
  t.is(changed.code, 0, changed.stdout);
  t.notRegex(changed.stdout, /took over/);
  t.is(await replicasOf(site), 4);
  await site.cluster.api("DELETE", site.at("autoscaling/horizontalpodautoscalers/web"));
  t.is((await site.apply([web(3, "registry.test/app:2")])).code, 0);
  t.is(await replicasOf(site), 3, "without the autoscaler the manifest counts");
});

test("fields that a rule names are sent once, and left alone afterwards", async (t) => {
  const site = await openSite(t);
  const rules = rulesFile(t, [
    {
      group: "apps",
      kinds: ["Deployment"],
      names: ["w*"],
      meaning: "set-once",
      pointers: ["/spec/replicas"],
    },
    { kinds: ["ConfigMap"], meaning: "set-once", pointers: ["/data/theirs", "/metadata/labels"] },
  ]);
  const flags = ["--fields", rules];
  const env: JsonObject = {
    ...configMap("env", { ours: "1", theirs: "1" }),
    metadata: { name: "env", labels: { team: "a" } },
  };
  const set = [web(2), env];
  t.is((await site.apply(set, ...flags)).code, 0);
  t.is(await replicasOf(site), 2);
  t.deepEqual((await site.get("configmaps/env"))?.data, { ours: "1", theirs: "1" });
  await site.patch("apps/deployments/web?fieldManager=somebody", { spec: { replicas: 4 } });
  await site.patch("configmaps/env?fieldManager=somebody", {
    data: { theirs: "2" },
    metadata: { labels: { team: "b" } },
  });
  const mark = await site.cluster.auditMark();
  const again = await site.apply(set, ...flags);
  t.is(again.code, 0, again.stdout);
  const diff = await diffOf(site, [web(3), env], flags);
  t.is(diff.code, 0, diff.stdout);
  t.regex(diff.stdout, /\(spec\.replicas stays as it is in the cluster: set-once, .*rules\.yaml:1\)/);
  t.is((await diffOf(site, set)).code, 1, "without the rules both differ");
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
  const changed = [web(3, "registry.test/app:2"), { ...env, data: { ours: "2", theirs: "3" } }];
  const third = await site.apply(changed, ...flags);
  t.is(third.code, 0, third.stdout);
  t.is(await replicasOf(site), 4);
  const live = await site.get("configmaps/env");
  t.deepEqual(live?.data, { ours: "2", theirs: "2" });
  t.is(live?.metadata.labels?.["team"], "b");
});

test("a map whose entries are all covered by a rule is written once", async (t) => {
  const site = await openSite(t);
  const rules = rulesFile(t, [{ kinds: ["ConfigMap"], meaning: "set-once", pointers: ["/data/theirs"] }]);
  const set = [configMap("env", { theirs: "1" })];
  t.is((await site.apply(set, "--fields", rules)).code, 0);
  const mark = await site.cluster.auditMark();
  t.is((await site.apply(set, "--fields", rules)).code, 0);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
  t.deepEqual((await site.get("configmaps/env"))?.data, { theirs: "1" });
});

test("fields keep their values in the cluster when a new rule covers them", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("env", { ours: "1", theirs: "1" })])).code, 0);
  const rules = rulesFile(t, [{ kinds: ["ConfigMap"], meaning: "set-once", pointers: ["/data/theirs"] }]);
  const set = [configMap("env", { ours: "2", theirs: "2" })];
  const { code, stdout } = await site.apply(set, "--fields", rules);
  t.is(code, 0, stdout);
  t.deepEqual((await site.get("configmaps/env"))?.data, { ours: "2", theirs: "1" });
});

test("fields of a named field manager are left to it, even in list entries", async (t) => {
  const site = await openSite(t);
  const rules = rulesFile(t, [{ kinds: ["Deployment"], meaning: "set-once", managers: ["updater"] }]);
  const flags = ["--fields", rules];
  t.is((await site.apply([web(2)], ...flags)).code, 0);
  const spec = { template: { spec: { containers: [{ name: "app", image: "registry.test/app:9" }] } } };
  const theirs = { apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "web" }, spec };
  const path = `${site.at("apps/deployments/web")}?fieldManager=updater&force=true`;
  t.is((await site.cluster.api("APPLY", path, theirs)).status, 200);
  const mark = await site.cluster.auditMark();
  const again = await site.apply([web(2)], ...flags);
  t.is(again.code, 0, again.stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
  t.is((await site.apply([web(3)], ...flags)).code, 0);
  const live = await site.get("apps/deployments/web");
  t.is(live?.spec?.["replicas"], 3);
  t.regex(JSON.stringify(live), /"image":"registry.test\/app:9"/);
});

test("a set-once entry of an atomic list is sent with its value in the cluster", async (t) => {
  const site = await openSite(t);
  const pointer = "/spec/template/spec/containers/0/args/1";
  const rules = rulesFile(t, [{ kinds: ["Deployment"], meaning: "set-once", pointers: [pointer] }]);
  const flags = ["--fields", rules];
  t.is((await site.apply([web(2)], ...flags)).code, 0);
  const set = [
    deployment("web", {
      spec: { replicas: 2 },
      podSpec: { containers: [{ name: "app", image: "registry.test/app:1", args: ["--depth", "5"] }] },
    }),
  ];
  const changed = await site.apply(set, ...flags);
  t.is(changed.code, 0, changed.stdout);
  t.regex(JSON.stringify(await site.get("apps/deployments/web")), /"args":\["--depth","1"\]/);
});

test("a rule file that is missing or has faults is refused", async (t) => {
  const site = await openSite(t);
  const rules = rulesFile(t, [
    { kinds: ["Deployment"], meaning: "set-once" },
    { kinds: ["ConfigMap"], meaning: "set-once", pointers: ["/data/a"] },
  ]);
  const { code, stderr } = await site.apply([web(2)], "--fields", rules);
  t.is(code, 2);
  t.regex(stderr, /rules\.yaml:1:\d+: this field rule names no field/);
  const missing = await site.apply([web(2)], "--fields", "/nowhere.yaml");
  t.is(missing.code, 2);
});

test("a sidecar fights neither an HPA outside its units nor over fields that its rules leave to others", async (t) => {
  const site = await openSyncSite(t);
  const set = [web(2), configMap("env", { theirs: "1" }), configMap("last", { a: "1" })];
  await site.repository.commit({ "deploy/set.yaml": set.map((one) => JSON.stringify(one)).join("\n---\n") });
  const rules = rulesFile(t, [
    { kinds: ["ConfigMap"], names: ["env"], meaning: "set-once", pointers: ["/data/theirs"] },
  ]);
  const sidecar = site.beginSync(["--fields", rules]);
  await sidecar.received(line("state", { unit: "shop", phase: "Ready" }), 0);
  await site.create("autoscaling/horizontalpodautoscalers", autoscaler);
  // By the time it has corrected drift once, the sidecar has seen the autoscaler.
  await site.patch("configmaps/last?fieldManager=somebody", { data: { a: "3" } });
  await site.cluster.until(site.at("configmaps/last"), (object) => object?.data?.["a"] === "1");
  const mark = await site.cluster.auditMark();
  await autoscale(site, 4);
  await site.patch("configmaps/env?fieldManager=somebody", { data: { theirs: "2" } });
  // Drift corrected afterwards: if the others were drift, they would have been corrected with it.
  await site.patch("configmaps/last?fieldManager=somebody", { data: { a: "2" } });
  await site.cluster.until(site.at("configmaps/last"), (object) => object?.data?.["a"] === "1");
  // The sidecar reports by Events.
  const writes = objectWritesOf(await site.requests(mark)).filter((write) => !write.includes(" events/"));
  t.deepEqual(writes, ["patch configmaps/last"]);
  t.is(await replicasOf(site), 4);
  t.is((await site.get("configmaps/env"))?.data?.["theirs"], "2");
  t.deepEqual(
    sidecar.log().filter((one) => one["type"] === "fight"),
    [],
  );
});
