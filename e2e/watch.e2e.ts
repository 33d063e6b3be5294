import { setTimeout as sleep } from "node:timers/promises";

import test, { type ExecutionContext } from "ava";

import { ApiError } from "../lib/client/model/api-error.ts";
import type { Resource } from "../lib/client/model/cluster.ts";
import type { JsonObject } from "../lib/object/json.ts";
import { testCluster, type TestCluster } from "./control-plane/test-cluster.ts";
import { call, coreResource, fastClock } from "./open-test-cluster.ts";
import { defineKind } from "./defined-kind.ts";
import { type OpenCluster, plainAndCached } from "./cluster-variants.ts";
import { listen } from "./watch-listener.ts";
import { startApiProxy } from "./api-proxy.ts";

let plane: TestCluster;

test.before(async () => {
  plane = await testCluster();
});

const unknownKind: Resource = {
  group: "nobody.example",
  version: "v1",
  kind: "X",
  plural: "xs",
  namespaced: true,
  verbs: [],
};

/** Declares a test for every kind of cluster: a plain one, and one with shared watches. */
function testOnEach(title: string, check: (t: ExecutionContext, open: OpenCluster) => Promise<void>): void {
  for (const { over, open } of plainAndCached) {
    test(`${title}${over}`, (t) => check(t, open));
  }
}

/** A namespace, and a way to change ConfigMaps in it other than through the watched cluster. */
async function setUp(t: ExecutionContext): Promise<{
  readonly namespace: string;
  readonly put: (name: string, step: string) => Promise<unknown>;
  readonly drop: (name: string) => Promise<unknown>;
}> {
  const namespace = await plane.createNamespace(t);
  const path = (name: string): string => `/api/v1/namespaces/${namespace}/configmaps/${name}`;
  return {
    namespace,
    put: async (name, step) => {
      const body: JsonObject = { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { step } };
      await plane.api("APPLY", `${path(name)}?fieldManager=e2e&force=true`, body);
    },
    drop: async (name) => plane.api("DELETE", path(name)),
  };
}

testOnEach("existing objects and later events are delivered in order, each state once", async (t, open) => {
  const { namespace, put, drop } = await setUp(t);
  await put("old", "1");
  const cluster = await open(t, plane.kubeconfig);
  const resource = await coreResource(cluster, "ConfigMap");
  const { watch, output, events, until } = listen(t, cluster, { resource, namespace });
  await watch.synced;
  await put("new", "1");
  await put("old", "жё🐙");
  await drop("new");
  await until("gone new 1");
  t.deepEqual(output, ["seen old 1", "synced", "seen new 1", "seen old жё🐙", "gone new 1"]);
  t.true(events.every((event) => !("object" in event) || event.object["kind"] === "ConfigMap"));
  watch.stop();
  await put("late", "1");
  t.is(output.length, 5);
});

testOnEach("a watch can be limited to metadata, and to selected objects", async (t, open) => {
  const { namespace, put } = await setUp(t);
  const cluster = await open(t, plane.kubeconfig);
  const resource = await coreResource(cluster, "ConfigMap");
  const selection = { resource, namespace, fieldSelector: "metadata.name=chosen", metadataOnly: true };
  const { watch, events, output, until } = listen(t, cluster, selection);
  await watch.synced;
  await put("other", "1");
  await put("chosen", "1");
  await until("seen chosen");
  t.deepEqual(output, ["synced", "seen chosen"]);
  const [, event] = events;
  t.like(event, { object: { apiVersion: "v1", kind: "ConfigMap" } });
  t.deepEqual(event !== undefined && "object" in event ? Object.keys(event.object) : [], [
    "apiVersion",
    "kind",
    "metadata",
  ]);
});

testOnEach("no event is lost or repeated while connections break again and again", async (t, open) => {
  const { namespace, put, drop } = await setUp(t);
  const proxy = await startApiProxy(t, plane);
  const cluster = await open(t, proxy.access, fastClock);
  const resource = await coreResource(cluster, "ConfigMap");
  const { watch, output, until } = listen(t, cluster, { resource, namespace });
  await watch.synced;
  for (let step = 0; step < 20; step += 1) {
    await put(`step-${step % 4}`, String(step));
    proxy.cut();
  }
  await drop("step-0");
  await put("last", "1");
  await until("seen last 1");
  const steps = Array.from({ length: 20 }, (_, step) => `seen step-${step % 4} ${step}`);
  t.deepEqual(output, ["synced", ...steps, "gone step-0 16", "seen last 1"]);
});

testOnEach(
  "a watch with an expired resource version (410) lists again and reports deleted objects",
  async (t, open) => {
    const { namespace, put, drop } = await setUp(t);
    await put("stays", "1");
    await put("goes", "1");
    const proxy = await startApiProxy(t, plane);
    const cluster = await open(t, proxy.access, fastClock);
    const resource = await coreResource(cluster, "ConfigMap");
    const { watch, output, until } = listen(t, cluster, { resource, namespace });
    await watch.synced;
    proxy.change((path) => ({ answer: { status: path.includes("watch=true") ? 503 : 200 } }));
    proxy.cut();
    await drop("goes");
    await put("comes", "1");
    // A new server still has all history, so the proxy responds as an old one would.
    proxy.change(() => {
      proxy.change(() => ({}));
      return { answer: { status: 410 } };
    });
    await until("seen comes 1");
    await until("gone goes");
    await put("stays", "2");
    await until("seen stays 2");
    t.deepEqual(output.slice(0, 3).toSorted(), ["seen goes 1", "seen stays 1", "synced"]);
    t.deepEqual(output.slice(3), ["seen comes 1", "gone goes", "synced", "seen stays 2"]);
  },
);

for (const status of [429, 500, 502, 503, 504]) {
  testOnEach(`a watch outlives ${status}`, async (t, open) => {
    const { namespace, put } = await setUp(t);
    const proxy = await startApiProxy(t, plane);
    const cluster = await open(t, proxy.access, fastClock);
    const resource = await coreResource(cluster, "ConfigMap");
    let refused = 0;
    proxy.change(() => {
      refused += 1;
      return refused % 3 === 0 ? {} : { answer: { status, headers: { "retry-after": "1" } } };
    });
    const { watch, output, until } = listen(t, cluster, { resource, namespace });
    await watch.synced;
    proxy.cut();
    await put("env", "1");
    await until("seen env 1");
    t.deepEqual(output, ["synced", "seen env 1"]);
  });
}

testOnEach("a watch that the server ends resumes at its last event", async (t, open) => {
  const { namespace, put } = await setUp(t);
  const proxy = await startApiProxy(t, plane);
  const watches = (): number => proxy.asked.filter((path) => path.includes("watch=true")).length;
  proxy.change((path) => ({ path: path.replace(/timeoutSeconds=\d+/, "timeoutSeconds=1") }));
  const cluster = await open(t, proxy.access, fastClock);
  const resource = await coreResource(cluster, "ConfigMap");
  const { watch, output, until } = listen(t, cluster, { resource, namespace });
  await watch.synced;
  await put("env", "1");
  await until("seen env 1");
  while (watches() < 3) {
    await sleep(50);
  }
  await put("env", "2");
  await until("seen env 2");
  t.deepEqual(output, ["synced", "seen env 1", "seen env 2"]);
});

testOnEach(
  "without permission to watch, objects are listed periodically, and that is reported",
  async (t, open) => {
    const { namespace, put, drop } = await setUp(t);
    const rules = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["list"] }];
    const kubeconfig = await plane.kubeconfigFor(t, { namespace, rules });
    const cluster = await open(t, kubeconfig, fastClock);
    const resource = await coreResource(cluster, "ConfigMap");
    const { watch, output, events, until } = listen(t, cluster, { resource, namespace });
    await watch.synced;
    await until("polling");
    await put("env", "1");
    await until("seen env 1");
    await drop("env");
    await until("gone env");
    t.deepEqual(output, ["synced", "polling", "seen env 1", "gone env"]);
    const [, polling] = events;
    t.regex(polling?.type === "polling" ? polling.reason : "", /cannot watch resource "configmaps"/);
  },
);

testOnEach("without permission to list, a watch is refused", async (t, open) => {
  const namespace = await plane.createNamespace(t);
  const rules = [{ apiGroups: [""], resources: ["configmaps"], verbs: ["get"] }];
  const cluster = await open(t, await plane.kubeconfigFor(t, { namespace, rules }));
  const resource = { ...unknownKind, group: "", plural: "configmaps" };
  const { synced } = cluster.watch({ resource, namespace }, () => t.fail());
  const error = await t.throwsAsync(synced, { instanceOf: ApiError });
  t.is(error.status, 403);
});

testOnEach("a watch of an unserved kind is refused", async (t, open) => {
  const cluster = await open(t, plane.kubeconfig);
  const { synced } = cluster.watch({ resource: unknownKind }, () => t.fail());
  const error = await t.throwsAsync(synced, { instanceOf: ApiError });
  t.is(error.status, 404);
});

testOnEach("a kind may be added, removed with its objects, and added again", async (t, open) => {
  const namespace = await plane.createNamespace(t);
  const group = `${namespace}.example`;
  const cluster = await open(t, plane.kubeconfig, fastClock);
  const kind = { group, kind: "Ferry" };
  t.is((await cluster.discover(call())).find(kind), undefined);
  const drop = await defineKind(t, plane, group);
  let resource: Resource | undefined;
  while (resource === undefined) {
    resource = (await cluster.discover(call(), true)).find(kind);
  }
  const place = { resource, namespace, name: "one" };
  const ferry = { apiVersion: `${group}/v1`, kind: "Ferry", metadata: { name: "one" } };
  const write = async (): Promise<unknown> =>
    cluster.apply(place, ferry, { ...call(), options: { fieldManager: "e2e" } });
  await write();
  const { watch, output, until } = listen(t, cluster, { resource, namespace });
  await watch.synced;
  await drop();
  await until("gone one");
  const seen = output.length;
  while ((await cluster.discover(call(), true)).find(kind) !== undefined) {
    await sleep(50);
  }
  await defineKind(t, plane, group);
  for (let written = false; !written;) {
    written = await write().then(
      () => true,
      () => false,
    );
  }
  while (!output.slice(seen).includes("seen one")) {
    await sleep(50);
  }
  t.deepEqual(output.slice(0, 3), ["seen one", "synced", "gone one"]);
  t.is(output.filter((line) => line === "seen one").length, 2);
});

testOnEach("an open watch sends no more requests", async (t, open) => {
  const { namespace, put } = await setUp(t);
  const proxy = await startApiProxy(t, plane);
  const cluster = await open(t, proxy.access);
  const resource = await coreResource(cluster, "ConfigMap");
  const { watch, until } = listen(t, cluster, { resource, namespace });
  await watch.synced;
  await put("env", "1");
  await until("seen env 1");
  const asked = proxy.asked.length;
  await sleep(1000);
  t.is(proxy.asked.length, asked);
});
