import test from "ava";

import { barePod, configMap, definition, job, namespaceNamed } from "./manifests.ts";
import { moment, objectWritesOf } from "./server-order.ts";
import { openSite } from "./site.ts";
import { beginTimed } from "./timed-run.ts";

const before = { "helm.sh/hook": "pre-install,pre-upgrade" };

test("an object that is a hook of two events runs at each of them", async (t) => {
  const site = await openSite(t);
  const both = job("both", { annotations: { "helm.sh/hook": "pre-install,post-install" } });
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply([both, configMap("env")]);
  t.is(code, 0, stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), [
    "patch jobs/both",
    "patch configmaps/env",
    "delete jobs/both",
    "patch jobs/both",
  ]);
});

test("a hook of two events with a delete policy is deleted after each of them", async (t) => {
  const site = await openSite(t);
  const annotations = {
    "helm.sh/hook": "pre-install,post-install",
    "helm.sh/hook-delete-policy": "hook-succeeded",
  };
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply([job("both", { annotations }), configMap("env")]);
  t.is(code, 0, stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), [
    "patch jobs/both",
    "delete jobs/both",
    "patch configmaps/env",
    "patch jobs/both",
    "delete jobs/both",
  ]);
});

test("a hook of two events also runs at the second event if an earlier run left it in the cluster", async (t) => {
  const site = await openSite(t);
  const both = job("both", { annotations: { "helm.sh/hook": "pre-upgrade,post-upgrade,post-install" } });
  t.is((await site.apply([both, configMap("env")])).code, 0);
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply([both, configMap("env", { new: "yes" })]);
  t.is(code, 0, stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), [
    "delete jobs/both",
    "patch jobs/both",
    "patch configmaps/env",
    "delete jobs/both",
    "patch jobs/both",
  ]);
});

test("a hook Pod has to succeed before the release continues", async (t) => {
  const site = await openSite(t);
  const run = barePod("run", { ...before, "converge.test/complete-after": "1s" });
  const { code, stdout } = await site.apply([run, configMap("env")]);
  t.is(code, 0, stdout);
  const pod = await site.get("pods/run");
  t.is(pod?.status?.["phase"], "Succeeded");
  t.true(moment(pod) < moment(await site.get("configmaps/env")));
});

test("a hook Pod that becomes ready but never succeeds times out", async (t) => {
  const site = await openSite(t);
  const run = beginTimed(site, [barePod("run", before), configMap("env")], "--reconcile-timeout=1h");
  // A run follows the log of a Pod that is ready only if it waits for more.
  await run.said("panic: cannot reach db:5432");
  run.expire();
  const { code, stdout } = await run.ended;
  t.is(code, 3, stdout);
  t.regex(stdout, /timed out +.*Pod\/run: not ready within 1h0m0s: running, not completed yet/);
  t.is(await site.get("configmaps/env"), undefined);
});

test("a Pod that is not a hook only has to become ready", async (t) => {
  const site = await openSite(t);
  const { code, stdout } = await site.apply([barePod("alone")]);
  t.is(code, 0, stdout);
  t.is((await site.get("pods/alone"))?.status?.["phase"], "Running");
});

test("a failed hook Pod blocks the release", async (t) => {
  const site = await openSite(t);
  const annotations = { ...before, "converge.test/pod": "fail", "helm.sh/hook-delete-policy": "hook-failed" };
  const { code, stdout } = await site.apply([barePod("run", annotations), configMap("env")]);
  t.is(code, 1, stdout);
  t.is(await site.get("pods/run"), undefined);
  t.is(await site.get("configmaps/env"), undefined);
});

test("a hook that other hooks need exists until all hooks of the event have run", async (t) => {
  const site = await openSite(t);
  const goes = { ...before, "helm.sh/hook-delete-policy": "hook-succeeded" };
  const metadata = { name: "runner", annotations: { ...goes, "helm.sh/hook-weight": "-2" } };
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply([
    job("migrate", {
      annotations: goes,
      podSpec: {
        serviceAccountName: "runner",
        containers: [{ name: "app", image: "app:1", envFrom: [{ configMapRef: { name: "settings" } }] }],
      },
    }),
    configMap("settings", {}, { ...goes, "helm.sh/hook-weight": "-1" }),
    { apiVersion: "v1", kind: "ServiceAccount", metadata },
    configMap("env"),
  ]);
  t.is(code, 0, stdout);
  t.deepEqual(objectWritesOf(await site.requests(mark)), [
    "patch serviceaccounts/runner",
    "patch configmaps/settings",
    "patch jobs/migrate",
    "delete jobs/migrate",
    "delete configmaps/settings",
    "delete serviceaccounts/runner",
    "patch configmaps/env",
  ]);
});

test("an object of the release that a hook needs is applied before the hook, and is kept", async (t) => {
  const site = await openSite(t);
  const annotations = { ...before, "helm.sh/hook-delete-policy": "hook-succeeded" };
  const envFrom = [{ configMapRef: { name: "settings" } }];
  const mark = await site.cluster.auditMark();
  const { code, stdout } = await site.apply([
    job("first", { annotations: { ...annotations, "helm.sh/hook-weight": "-1" } }),
    job("second", { annotations, podSpec: { containers: [{ name: "app", image: "app:1", envFrom }] } }),
    configMap("settings"),
    configMap("env"),
  ]);
  t.is(code, 0, stdout);
  const writes = objectWritesOf(await site.requests(mark));
  t.true(writes.indexOf("patch configmaps/settings") < writes.indexOf("patch jobs/second"), stdout);
  t.deepEqual(writes.slice(-3), ["delete jobs/second", "delete jobs/first", "patch configmaps/env"]);
  t.truthy(await site.get("configmaps/settings"));
});

test("a CRD that is a hook is never deleted", async (t) => {
  const site = await openSite(t);
  const group = `${site.namespace}.test`;
  const policy = "before-hook-creation,hook-succeeded,hook-failed";
  const annotations = { ...before, "helm.sh/hook-delete-policy": policy };
  const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/cogs.${group}`;
  t.teardown(() => site.cluster.api("DELETE", path));
  const set = [definition(group, "Cog", { annotations }), configMap("env")];
  t.is((await site.apply(set)).code, 0);
  const { object } = await site.cluster.api("GET", path);
  const { code, stdout } = await site.apply(set);
  t.is(code, 0, stdout);
  t.is((await site.cluster.api("GET", path)).object?.metadata.uid, object?.metadata.uid);
  t.truthy(object?.metadata.uid);
});

test("a Namespace that is a hook is never deleted, and its contents are kept", async (t) => {
  const site = await openSite(t);
  const name = `${site.namespace}-side`;
  t.teardown(() => site.cluster.api("DELETE", `/api/v1/namespaces/${name}`));
  const annotations = { ...before, "helm.sh/hook-delete-policy": "before-hook-creation,hook-succeeded" };
  const set = [
    { ...namespaceNamed(name), metadata: { name, annotations } },
    { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "env", namespace: name } },
  ];
  t.is((await site.apply(set)).code, 0);
  const path = `/api/v1/namespaces/${name}/configmaps/env`;
  const { object } = await site.cluster.api("GET", path);
  const { code, stdout } = await site.apply(set);
  t.is(code, 0, stdout);
  t.is((await site.cluster.api("GET", path)).object?.metadata.uid, object?.metadata.uid);
  t.truthy(object?.metadata.uid);
});

test("a PVC that is a hook with a keep annotation is updated, never deleted", async (t) => {
  const site = await openSite(t);
  const annotations = {
    ...before,
    "helm.sh/resource-policy": "keep",
    "helm.sh/hook-delete-policy": "before-hook-creation,hook-succeeded",
  };
  const set = [configMap("data", { key: "value" }, annotations), configMap("env")];
  t.is((await site.apply(set)).code, 0);
  const uid = (await site.get("configmaps/data"))?.metadata.uid;
  const { code, stdout } = await site.apply(set);
  t.is(code, 0, stdout);
  t.is((await site.get("configmaps/data"))?.metadata.uid, uid);
});

test("a ConfigMap of the release that becomes a hook is not deleted", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([configMap("settings"), configMap("env")])).code, 0);
  const uid = (await site.get("configmaps/settings"))?.metadata.uid;
  const { code, stdout } = await site.apply([configMap("settings", {}, before), configMap("env")]);
  t.is(code, 0, stdout);
  t.is((await site.get("configmaps/settings"))?.metadata.uid, uid);
});

test("a Job of the release that becomes a hook is recreated, and runs", async (t) => {
  const site = await openSite(t);
  t.is((await site.apply([job("migrate"), configMap("env")])).code, 0);
  const uid = (await site.get("batch/jobs/migrate"))?.metadata.uid;
  const { code, stdout } = await site.apply([job("migrate", { annotations: before }), configMap("env")]);
  t.is(code, 0, stdout);
  const hook = await site.get("batch/jobs/migrate");
  t.truthy(hook);
  t.not(hook?.metadata.uid, uid);
  t.is(hook?.metadata.labels?.["applyset.kubernetes.io/part-of"], undefined);
});

for (const [name, hooked] of [
  ["that is a hook", before],
  ["of the release", {}],
] as const) {
  test(`a Job ${name} may be deleted by its TTL as soon as it has completed, in each of twenty runs`, async (t) => {
    const site = await openSite(t);
    for (let round = 1; round <= 20; round += 1) {
      const once = job(`once-${round}`, { annotations: hooked, spec: { ttlSecondsAfterFinished: 0 } });
      const { code, stdout } = await site.apply([once, configMap("env", { round: `${round}` })]);
      t.is(code, 0, stdout);
    }
  });
}
