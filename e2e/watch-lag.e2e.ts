import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";

import test from "ava";

import type { Access } from "../lib/client/model/access.ts";
import { UnreachableError } from "../lib/client/model/api-error.ts";
import type { Clock } from "../lib/async/clock.ts";
import { configMap } from "./apply/manifests.ts";
import { testCluster, type TestCluster } from "./control-plane/test-cluster.ts";
import { openConfigMapWriter } from "./config-map-writer.ts";
import { call, coreResource, fastClock, openTestCluster, wallClock } from "./open-test-cluster.ts";
import { openReleaseSite } from "./sync/observed-release.ts";
import { openCached } from "./cluster-variants.ts";
import { listen } from "./watch-listener.ts";
import { startApiProxy } from "./api-proxy.ts";

let plane: TestCluster;

test.before(async () => {
  plane = await testCluster();
});

test("own writes are delivered once and immediately, even if the watch lags", async (t) => {
  const namespace = await plane.createNamespace(t);
  const proxy = await startApiProxy(t, plane);
  const cluster = await openCached(t, proxy.access);
  const { selection, put, drop } = await openConfigMapWriter(cluster, namespace);
  await put("env", "1");
  await put("goes", "1");
  const first = listen(t, cluster, selection);
  const names = listen(t, cluster, { ...selection, labelSelector: "", metadataOnly: true });
  await Promise.all([first.watch.synced, names.watch.synced]);
  const open = proxy.holdWatches();
  await put("env", "2");
  await drop("goes");
  await put("new", "1");
  await drop("new");
  await put("new", "2");
  const expected = ["seen env 2", "gone goes 1", "seen new 1", "gone new 1", "seen new 2"];
  t.deepEqual(first.output.slice(-expected.length), expected);
  const bare = ["seen env", "gone goes", "seen new", "gone new", "seen new"];
  t.deepEqual(names.output.slice(-bare.length), bare);
  const later = listen(t, cluster, selection);
  await later.watch.synced;
  t.deepEqual(later.output, ["seen env 2", "seen new 2", "synced"]);
  open();
  const { put: putAside } = await openConfigMapWriter(await openTestCluster(t, plane.kubeconfig), namespace);
  await putAside("last", "1");
  await Promise.all([first.until("seen last 1"), names.until("seen last"), later.until("seen last 1")]);
  t.deepEqual(first.output.slice(-expected.length - 1), [...expected, "seen last 1"]);
  t.deepEqual(names.output.slice(-bare.length - 1), [...bare, "seen last"]);
  t.deepEqual(later.output.slice(3), ["seen last 1"]);
});

test("a dry run is delivered to no listener", async (t) => {
  const namespace = await plane.createNamespace(t);
  const cluster = await openCached(t, plane.kubeconfig);
  const { selection, put } = await openConfigMapWriter(cluster, namespace);
  await put("env", "1");
  const { watch, output, until } = listen(t, cluster, selection);
  await watch.synced;
  const place = { resource: selection.resource, namespace, name: "env" };
  const options = { fieldManager: "e2e", dryRun: true };
  const body = { data: { step: "dry" } };
  await cluster.patch(place, { type: "merge", body }, { ...call(), options });
  await cluster.delete(place, { ...call(), options: { propagation: "Background", dryRun: true } });
  await put("env", "2");
  await until("seen env 2");
  t.deepEqual(output, ["seen env 1", "synced", "seen env 2"]);
});

test("a status write is delivered only by the watch, not from its response", async (t) => {
  const namespace = await plane.createNamespace(t);
  const proxy = await startApiProxy(t, plane);
  const cluster = await openCached(t, proxy.access);
  const resource = await coreResource(cluster, "Service");
  const place = { resource, namespace, name: "web" };
  const write = { ...call(), options: { fieldManager: "e2e" } };
  const service = {
    apiVersion: "v1",
    kind: "Service",
    // Only the test writes its status.
    metadata: { name: "web", annotations: { "converge.test/address-after": "never" } },
    spec: { type: "LoadBalancer", ports: [{ port: 80 }] },
  };
  await cluster.apply(place, service, write);
  const { watch, output, events } = listen(t, cluster, { resource, namespace });
  await watch.synced;
  const open = proxy.holdWatches();
  const body = { status: { loadBalancer: { ingress: [{ ip: "192.0.2.1" }] } } };
  const status = await cluster.patch({ ...place, subresource: "status" }, { type: "merge", body }, write);
  t.deepEqual(output, ["seen web", "synced"]);
  const labels = await cluster.patch(
    place,
    { type: "merge", body: { metadata: { labels: { a: "b" } } } },
    write,
  );
  t.deepEqual(output, ["seen web", "synced", "seen web"]);
  open();
  await cluster.delete(place, { ...call(), options: { propagation: "Background" } });
  t.deepEqual(output, ["seen web", "synced", "seen web", "gone web"]);
  t.false(events.some((event) => "object" in event && isDeepStrictEqual(event.object, status.object)));
  t.true(events.some((event) => "object" in event && isDeepStrictEqual(event.object, labels.object)));
});

test("writes of a run that the watch has not delivered yet are not drift", async (t) => {
  const proxy = await startApiProxy(t, plane);
  const release = await openReleaseSite(t, proxy.access);
  const last = configMap("zz-last", { a: "1" });
  const goes = configMap("goes", { a: "1" });
  const before = await release.guard(await release.apply([configMap("env", { a: "1" }), goes, last]));
  await before.until("told", () => before.health().ready === 3);
  before.close();
  const open = proxy.holdWatches();
  const made = await release.apply([configMap("env", { a: "2" }), configMap("new", { a: "1" }), last]);
  t.is(made.result.verdict, "converged");
  const guard = await release.guard(made);
  // Far longer than a watch usually takes.
  await sleep(3000);
  t.deepEqual(guard.words(), []);
  open();
  await release.site.patch("configmaps/zz-last?fieldManager=kubectl-edit", { data: { a: "2" } });
  await guard.until("edited", () => guard.words().length > 0);
  t.deepEqual(guard.words(), ["changed /ConfigMap/zz-last by kubectl-edit"]);
});

test("a watch that pauses while the server is down resumes with the first successful request", async (t) => {
  const namespace = await plane.createNamespace(t);
  const proxy = await startApiProxy(t, plane);
  const behaviour = { isAway: false };
  const rests = Promise.withResolvers<void>();
  const clock: Clock = {
    ...wallClock,
    after: (milliseconds, callback) => {
      const isLongRest = milliseconds > 2000 && milliseconds < 15_000;
      if (!isLongRest) {
        return fastClock.after(milliseconds, callback);
      }
      // It never ends by itself.
      if (behaviour.isAway) {
        rests.resolve();
      }
      return () => undefined;
    },
  };
  const dial: Access["dial"] = async (...line) =>
    behaviour.isAway ? Promise.reject(new UnreachableError("nobody is there")) : proxy.access.dial(...line);
  const cluster = await openTestCluster(t, { ...proxy.access, dial }, clock);
  const { selection, put } = await openConfigMapWriter(cluster, namespace);
  const { put: putAside } = await openConfigMapWriter(await openTestCluster(t, plane.kubeconfig), namespace);
  const { watch, until } = listen(t, cluster, selection);
  await watch.synced;
  await putAside("before", "1");
  await until("seen before 1");
  behaviour.isAway = true;
  proxy.cut();
  await rests.promise;
  await putAside("aside", "1");
  behaviour.isAway = false;
  await put("env", "1");
  await Promise.all([until("seen aside 1"), until("seen env 1")]);
  t.pass();
});
