import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import { startKubelet } from "../control-plane/stand-in-kubelet.ts";
import { gateIn } from "./gate.ts";
import { configMap, dependsOn, deployment, refTo } from "./manifests.ts";
import { objectWritesOf } from "./server-order.ts";
import { openSite, type Site } from "./site.ts";

const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";

/** Applies a ConfigMap by server-side apply as another field manager. */
async function applyAs(site: Site, manager: string, object: JsonObject): Promise<void> {
  const { status, text } = await site.cluster.api(
    "APPLY",
    `${site.at("configmaps/env")}?fieldManager=${manager}&force=true`,
    { ...object, metadata: { name: "env" } },
  );
  if (status >= 300) {
    throw new Error(text);
  }
}

test("a field of another manager is taken over, and reported with its owner", async (t) => {
  const site = await openSite(t);
  await applyAs(site, "gardener", configMap("env", { key: "theirs" }));
  const { code, stdout } = await site.apply([configMap("env", { key: "ours" })]);
  t.is(code, 0, stdout);
  t.regex(stdout, /warning: .*ConfigMap\/env: took over \.?data\.key of gardener/);
  t.deepEqual((await site.get("configmaps/env"))?.data, { key: "ours" });
});

test("with --force-conflicts=false, a conflict is refused with manager and field, and nothing is changed", async (t) => {
  const site = await openSite(t);
  await applyAs(site, "gardener", configMap("env", { key: "theirs" }));
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply([configMap("env", { key: "ours" })], "--force-conflicts=false");
  t.is(code, 1, stdout);
  t.regex(stdout, /failed +.*ConfigMap\/env.*data\.key of gardener.*--force-conflicts/);
  t.deepEqual((await site.get("configmaps/env"))?.data, { key: "theirs" });
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
});

test("a field that another manager owns with the same value is not a conflict, and is not removed later", async (t) => {
  const site = await openSite(t);
  await applyAs(site, "gardener", configMap("env", { key: "same" }));
  const shared = await site.apply(
    [configMap("env", { key: "same", own: "ours" })],
    "--force-conflicts=false",
  );
  t.is(shared.code, 0, shared.stdout);
  t.is((await site.apply([configMap("env", { own: "ours" })])).code, 0);
  t.deepEqual((await site.get("configmaps/env"))?.data, { key: "same", own: "ours" });
});

test("fields applied client-side by kubectl are migrated to converge, and removed if the manifest lacks them", async (t) => {
  const site = await openSite(t);
  const theirs = configMap("env", { key: "value", gone: "soon" });
  await site.create("configmaps?fieldManager=kubectl-client-side-apply", {
    ...theirs,
    metadata: { name: "env", annotations: { [lastApplied]: JSON.stringify(theirs) } },
  });
  const set = [configMap("env", { key: "value" })];
  const words = ["--release", site.release, "-n", site.namespace];
  const compared = await site.run(["diff", site.write(set), ...words]);
  t.is(compared.code, 1, compared.stdout);
  t.regex(compared.stdout, /takes over the fields of client-side apply/);
  t.regex(compared.stdout, /- *(?:data\.)?gone: "?soon/);
  const { code, stdout } = await site.apply(set);
  t.is(code, 0, stdout);
  const live = await site.get("configmaps/env");
  t.deepEqual(live?.data, { key: "value" });
  const managers = new Set(live?.metadata.managedFields?.map(({ manager }) => manager));
  t.false(managers.has("kubectl-client-side-apply"));
  t.true(managers.has("converge"));
  const mark = await site.cluster.auditMark();
  t.is((await site.apply([configMap("env", { key: "value" })])).code, 0);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
});

test("an object that another client changes while it waits for its dependencies is still migrated", async (t) => {
  const site = await openSite(t);
  await site.create("configmaps?fieldManager=kubectl-client-side-apply", configMap("env", { gone: "soon" }));
  startKubelet(t, site.cluster, site.namespace);
  const { pod, open } = gateIn(site);
  const slow = refTo(site.namespace, ["apps", "Deployment", "slow"]);
  const run = site.begin([deployment("slow", { pod }), configMap("env", { key: "value" }, dependsOn(slow))]);
  await run.said(/created .*Deployment\/slow/);
  await site.patch("configmaps/env?fieldManager=somebody", { data: { theirs: "stays" } });
  await open();
  const { code, stdout } = await run.ended;
  t.is(code, 0, stdout);
  t.deepEqual((await site.get("configmaps/env"))?.data, { key: "value", theirs: "stays" });
});

const scaler: JsonObject = {
  apiVersion: "autoscaling/v2",
  kind: "HorizontalPodAutoscaler",
  metadata: { name: "web" },
  spec: {
    scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
    minReplicas: 1,
    maxReplicas: 5,
  },
};

test("the replicas of a Deployment are left to the HPA of the set", async (t) => {
  const site = await openSite(t);
  const set = [deployment("web", { spec: { replicas: 1 } }), scaler];
  t.is((await site.apply(set)).code, 0);
  await site.patch("apps/deployments/web/scale", { spec: { replicas: 3 } });
  const again = await site.apply([deployment("web", { spec: { replicas: 1, minReadySeconds: 1 } }), scaler]);
  t.is(again.code, 0, again.stdout);
  t.is((await site.get("apps/deployments/web"))?.spec?.["replicas"], 3);
});

test("adding an HPA keeps the replicas of its Deployment, and lets the HPA change them afterwards", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([deployment("web", { spec: { replicas: 2 } })])).code, 0);
  const joined = await site.apply([deployment("web", { spec: { replicas: 2 } }), scaler]);
  t.is(joined.code, 0, joined.stdout);
  t.is((await site.get("apps/deployments/web"))?.spec?.["replicas"], 2);
  await site.patch("apps/deployments/web/scale", { spec: { replicas: 4 } });
  t.is((await site.apply([deployment("web", { spec: { replicas: 2 } }), scaler])).code, 0);
  t.is((await site.get("apps/deployments/web"))?.spec?.["replicas"], 4);
});

test("fields that the manifest does not set are left to their managers", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([deployment("web")])).code, 0);
  await site.patch("apps/deployments/web?fieldManager=kubectl-rollout", {
    spec: { template: { metadata: { annotations: { "kubectl.kubernetes.io/restartedAt": "today" } } } },
  });
  const mark = await site.cluster.auditMark();
  const again = await site.apply([deployment("web")]);
  t.is(again.code, 0, again.stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), []);
});
