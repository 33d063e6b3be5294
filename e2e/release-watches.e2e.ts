import test, { type ExecutionContext } from "ava";

import type { JsonObject } from "../lib/object/json.ts";
import { openCached } from "./cluster-variants.ts";
import { testCluster, type TestCluster } from "./control-plane/test-cluster.ts";
import { coreResource } from "./open-test-cluster.ts";
import { type ApiProxy, startApiProxy } from "./api-proxy.ts";
import { listen } from "./watch-listener.ts";

const label = "e2e.example.com/part-of";
const releases = Array.from({ length: 20 }, (_, index) => `release-${index}`);

let plane: TestCluster;

test.before(async () => {
  plane = await testCluster();
});

async function put(namespace: string, name: string, release: string, step = "1"): Promise<void> {
  const path = `/api/v1/namespaces/${namespace}/configmaps/${name}?fieldManager=e2e&force=true`;
  const object: JsonObject = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, labels: { [label]: release } },
    data: { step },
  };
  const { status, text } = await plane.api("APPLY", path, object);
  if (status >= 300) {
    throw new Error(text);
  }
}

/** The decoded label selectors of the lists that were requested. */
function listed(asked: readonly string[]): readonly string[] {
  return asked
    .filter((path) => path.includes("/configmaps?") && !path.includes("watch=true"))
    .map((path) => {
      const { pathname, searchParams } = new URL(path, "http://localhost");
      return `${pathname.includes("/namespaces/") ? "namespace" : "all"} ${searchParams.get("labelSelector")}`;
    });
}

test("many releases of a namespace share one watch, and each gets its own objects", async (t) => {
  const namespace = await plane.createNamespace(t);
  const proxy = await startApiProxy(t, plane);
  const cluster = await openCached(t, proxy.access);
  const resource = await coreResource(cluster, "ConfigMap");
  for (const release of releases) {
    await put(namespace, `${release}-env`, release);
  }
  const listeners = releases.map((release) =>
    listen(t, cluster, { resource, namespace, labelSelector: `${label}=${release}` }),
  );
  await Promise.all(listeners.map(async ({ watch }) => watch.synced));
  t.deepEqual(
    listeners.map(({ output }) => output),
    releases.map((release) => [`seen ${release}-env 1`, "synced"]),
  );
  const lists = listed(proxy.asked);
  t.is(lists.length, 9);
  t.is(lists.filter((one) => one === `namespace ${label}`).length, 1);

  const [first, last] = [listeners[0], listeners[19]];
  await put(namespace, "release-19-env", "release-19", "2");
  await last?.until("seen release-19-env 2");
  t.deepEqual(first?.output, ["seen release-0-env 1", "synced"]);

  // Another release takes the object over.
  await put(namespace, "release-19-env", "release-18", "3");
  await Promise.all([listeners[18]?.until("seen release-19-env 3"), last?.until("gone release-19-env 3")]);

  const later = listen(t, cluster, { resource, namespace, labelSelector: `${label}=release-18` });
  await later.watch.synced;
  t.deepEqual([...later.output].toSorted(), ["seen release-18-env 1", "seen release-19-env 3", "synced"]);
  t.is(listed(proxy.asked).length, 9);
});

test("a watch of all releases gets the changes of each release", async (t) => {
  const namespace = await plane.createNamespace(t);
  const proxy = await startApiProxy(t, plane);
  const cluster = await openCached(t, proxy.access);
  const resource = await coreResource(cluster, "ConfigMap");
  const listeners = releases.map((release) =>
    listen(t, cluster, { resource, namespace, labelSelector: `${label}=${release}` }),
  );
  await Promise.all(listeners.map(async ({ watch }) => watch.synced));
  const all = listen(t, cluster, { resource, namespace, labelSelector: label });
  await all.watch.synced;
  await put(namespace, "one-env", "release-1");
  await Promise.all([all.until("seen one-env 1"), listeners[1]?.until("seen one-env 1")]);
  t.deepEqual(listeners[2]?.output, ["synced"]);
});

/** Watches a release in each namespace, and expects each watch to deliver its ConfigMap alone. */
async function expectEnvInEach(
  t: ExecutionContext,
  { access }: ApiProxy,
  { namespaces, value }: { readonly namespaces: readonly string[]; readonly value: string },
): Promise<void> {
  const cluster = await openCached(t, access);
  const resource = await coreResource(cluster, "ConfigMap");
  for (const namespace of namespaces) {
    await put(namespace, "env", value);
  }
  const listeners = namespaces.map((namespace) =>
    listen(t, cluster, { resource, namespace, labelSelector: `${label}=${value}` }),
  );
  await Promise.all(listeners.map(async ({ watch }) => watch.synced));
  t.deepEqual(
    listeners.map(({ output }) => output),
    namespaces.map(() => ["seen env 1", "synced"]),
  );
}

test("releases of many namespaces share one watch of all namespaces", async (t) => {
  const namespaces = await Promise.all(releases.slice(0, 12).map(async () => plane.createNamespace(t)));
  const proxy = await startApiProxy(t, plane);
  const value = "of-many";
  await expectEnvInEach(t, proxy, { namespaces, value });
  t.is(listed(proxy.asked).filter((one) => one === `all ${label}`).length, 1);
  t.is(listed(proxy.asked).length, 9);
});

test("without permission to list all namespaces, each release has its own watch", async (t) => {
  const namespaces = await Promise.all(releases.slice(0, 12).map(async () => plane.createNamespace(t)));
  const proxy = await startApiProxy(t, plane);
  proxy.change((path) => (path.startsWith("/api/v1/configmaps") ? { answer: { status: 403 } } : {}));
  const value = "of-few";
  await expectEnvInEach(t, proxy, { namespaces, value });
  const lists = listed(proxy.asked);
  t.is(lists.filter((one) => one === `all ${label}`).length, 1);
  t.is(lists.filter((one) => one === `namespace ${label}=${value}`).length, 12);
});
