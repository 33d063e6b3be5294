import test from "ava";

import type { JsonObject } from "../../lib/object/json.ts";
import {
  barePod,
  claim,
  configMap,
  daemonSet,
  dependsOn,
  deployment,
  job,
  refTo,
  service,
  statefulSet,
} from "./manifests.ts";
import { moment } from "./server-order.ts";
import { openSite } from "./site.ts";

const soon = { "converge.test/ready-after": "1s" };

/** An object, and the last write of the cluster before its dependents may start. */
interface Waited {
  readonly manifests: readonly JsonObject[];
  readonly ref: readonly [group: string, kind: string, name: string];
  readonly flags?: readonly string[];
  /** The object whose last write has to precede the dependents. */
  readonly witness: string;
}

const isWaitedFor = test.macro(async (t, { manifests, ref, witness, flags = [] }: Waited) => {
  const site = await openSite(t);
  const after = configMap("after", {}, dependsOn(refTo(site.namespace, ref)));
  const { code, stdout } = await site.apply([...manifests, after], ...flags);
  t.is(code, 0, stdout);
  t.true(moment(await site.get("configmaps/after")) > moment(await site.get(witness)), stdout);
});

test("a Deployment is ready when all of its pods are", isWaitedFor, {
  manifests: [deployment("web", { pod: soon, spec: { replicas: 3 } })],
  ref: ["apps", "Deployment", "web"],
  witness: "apps/deployments/web",
});
test("a StatefulSet is ready when its pods are, in order", isWaitedFor, {
  manifests: [statefulSet("db", { pod: soon, spec: { replicas: 2 } }), service("db")],
  ref: ["apps", "StatefulSet", "db"],
  witness: "pods/db-1",
});
test("a DaemonSet is ready when it has a pod on every node", isWaitedFor, {
  manifests: [daemonSet("agent", { pod: soon })],
  ref: ["apps", "DaemonSet", "agent"],
  witness: "apps/daemonsets/agent",
});
test("a bare Pod is ready when its containers are", isWaitedFor, {
  manifests: [barePod("alone", soon)],
  ref: ["", "Pod", "alone"],
  witness: "pods/alone",
});
test("a Service of type LoadBalancer is ready when it has an address", isWaitedFor, {
  manifests: [
    service("front", {
      annotations: { "converge.test/address-after": "1s" },
      spec: { type: "LoadBalancer" },
    }),
  ],
  ref: ["", "Service", "front"],
  witness: "services/front",
});
test("a PVC of a storage class that binds immediately is ready when it is bound", isWaitedFor, {
  manifests: [claim("data", "immediate", { "converge.test/bound-after": "1s" })],
  ref: ["", "PersistentVolumeClaim", "data"],
  witness: "persistentvolumeclaims/data",
});

test("a Job is ready when it has completed", async (t) => {
  const site = await openSite(t);
  const after = configMap("after", {}, dependsOn(refTo(site.namespace, ["batch", "Job", "migrate"])));
  const { code, stdout } = await site.apply([
    job("migrate", { pod: { "converge.test/complete-after": "1s" } }),
    after,
  ]);
  t.is(code, 0, stdout);
  const pods = await site.cluster.api("GET", site.at("pods?labelSelector=job-name=migrate"));
  t.is(pods.object?.items?.length, 1);
  t.true(moment(await site.get("configmaps/after")) > moment(pods.object?.items?.[0]));
});

test("with --readiness=kstatus, a Job is ready as soon as it has started", async (t) => {
  const site = await openSite(t);
  const after = configMap("after", {}, dependsOn(refTo(site.namespace, ["batch", "Job", "migrate"])));
  const migrate = job("migrate", { pod: { "converge.test/complete-after": "1h" } });
  const { code, stdout } = await site.apply([migrate, after], "--readiness=kstatus");
  t.is(code, 0, stdout);
  const live = await site.get("batch/jobs/migrate");
  t.is(live?.status?.["active"], 1);
});

test("a LoadBalancer Service without an address times out, except with --readiness=kstatus", async (t) => {
  const site = await openSite(t);
  const annotations = { "converge.test/address-after": "never" };
  const set = [service("front", { annotations, spec: { type: "LoadBalancer" } })];
  const waited = await site.apply(set, "--reconcile-timeout=2s");
  t.is(waited.code, 3, waited.stdout);
  t.regex(waited.stdout, /Service\/front.*waiting for an address/);
  const { code, stdout } = await site.apply(set, "--readiness=kstatus");
  t.is(code, 0, stdout);
});

test("a CronJob is ready at once", async (t) => {
  const site = await openSite(t);
  const { spec } = job("nightly");
  const cron: JsonObject = {
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: { name: "nightly" },
    spec: { schedule: "0 0 1 1 *", jobTemplate: { spec: spec ?? {} } },
  };
  const after = configMap("after", {}, dependsOn(refTo(site.namespace, ["batch", "CronJob", "nightly"])));
  const { code, stdout } = await site.apply([cron, after]);
  t.is(code, 0, stdout);
  t.truthy(await site.get("configmaps/after"));
});

test("a PVC with WaitForFirstConsumer does not block the pod that uses it", async (t) => {
  const site = await openSite(t);
  const annotations = dependsOn(refTo(site.namespace, ["", "PersistentVolumeClaim", "data"]));
  const { code, stdout } = await site.apply([
    claim("data", "standard"),
    deployment("db", {
      annotations,
      podSpec: { volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data" } }] },
    }),
  ]);
  t.is(code, 0, stdout);
  await site.cluster.until(
    site.at("persistentvolumeclaims/data"),
    (object) => object?.status?.["phase"] === "Bound",
  );
  t.pass();
});

test("with --wait=false, a run does not wait for an object without dependents", async (t) => {
  const site = await openSite(t);
  const { code, stdout } = await site.apply(
    [deployment("web", { pod: { "converge.test/ready-after": "1h" } })],
    "--wait=false",
  );
  t.is(code, 0, stdout);
  t.is((await site.get("apps/deployments/web"))?.status?.["readyReplicas"], undefined);
});
