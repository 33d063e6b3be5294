import test from "ava";

import { OwnerSet } from "../lib/client/model/owner-set.ts";
import { type ApiProxy, startApiProxy } from "./api-proxy.ts";
import { openCached } from "./cluster-variants.ts";
import { testCluster, type TestCluster } from "./control-plane/test-cluster.ts";
import { coreResource } from "./open-test-cluster.ts";
import { listen } from "./watch-listener.ts";

let plane: TestCluster;

test.before(async () => {
  plane = await testCluster();
});

/** Creates a ConfigMap, controlled by another one if that has a uid. Returns its uid. */
async function make(
  namespace: string,
  name: string,
  owner?: readonly [name: string, uid: string],
): Promise<string> {
  const owners =
    owner === undefined
      ? []
      : [{ apiVersion: "v1", kind: "ConfigMap", name: owner[0], uid: owner[1], controller: true }];
  const { object, text } = await plane.api("POST", `/api/v1/namespaces/${namespace}/configmaps`, {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name, ownerReferences: owners },
  });
  if (object?.metadata.uid === undefined) {
    throw new Error(text);
  }
  return object.metadata.uid;
}

/** Counts the lists and watches of ConfigMaps that were requested. */
function requests({ asked }: ApiProxy): readonly [lists: number, watches: number] {
  const ours = asked.filter((path) => path.includes("/configmaps?"));
  const watches = ours.filter((path) => path.includes("watch=true")).length;
  return [ours.length - watches, watches];
}

test("subscribers to the dependents of different owners share one watch, and each gets its own", async (t) => {
  const namespace = await plane.createNamespace(t);
  const proxy = await startApiProxy(t, plane);
  const cluster = await openCached(t, proxy.access);
  const resource = await coreResource(cluster, "ConfigMap");
  const one = await make(namespace, "one");
  const two = await make(namespace, "two");
  await make(namespace, "of-one", ["one", one]);
  await make(namespace, "of-two", ["two", two]);

  const owners = new OwnerSet();
  owners.add(one);
  const first = listen(t, cluster, { resource, namespace, owners });
  await first.watch.synced;
  t.deepEqual(first.output, ["seen of-one", "synced"]);
  const others = new OwnerSet();
  others.add(two);
  const second = listen(t, cluster, { resource, namespace, owners: others });
  await second.watch.synced;
  t.deepEqual(second.output, ["seen of-two", "synced"]);

  await make(namespace, "more-of-two", ["two", two]);
  await second.until("seen more-of-two");
  t.deepEqual(first.output, ["seen of-one", "synced"]);
  // An owner may be added while the watch runs.
  owners.add(two);
  await Promise.all([first.until("seen of-two"), first.until("seen more-of-two")]);
  t.deepEqual(requests(proxy), [1, 1]);

  second.watch.stop();
  await make(namespace, "last-of-two", ["two", two]);
  await first.until("seen last-of-two");
  t.false(second.output.includes("seen last-of-two"));
});

test("without permission to watch, the dependents of all owners come from the same lists", async (t) => {
  const namespace = await plane.createNamespace(t);
  const proxy = await startApiProxy(t, plane);
  proxy.change((path) => (path.includes("watch=true") ? { answer: { status: 403 } } : {}));
  const cluster = await openCached(t, proxy.access);
  const resource = await coreResource(cluster, "ConfigMap");
  const one = await make(namespace, "one");
  const two = await make(namespace, "two");
  await make(namespace, "of-one", ["one", one]);
  await make(namespace, "of-two", ["two", two]);
  const owners = new OwnerSet();
  owners.add(one);
  const all = listen(t, cluster, { resource, namespace, owners });
  await Promise.all([all.watch.synced, all.until("polling"), all.until("seen of-one")]);
  const [lists] = requests(proxy);
  owners.add(two);
  await all.until("seen of-two");
  t.is(requests(proxy)[0], lists);
});

test("a refused list is reported once for all owners", async (t) => {
  const namespace = await plane.createNamespace(t);
  const proxy = await startApiProxy(t, plane);
  proxy.change((path) => (path.includes("/configmaps?") ? { answer: { status: 403 } } : {}));
  const cluster = await openCached(t, proxy.access);
  const resource = await coreResource(cluster, "ConfigMap");
  const owners = new OwnerSet();
  owners.add("first");
  const refused = listen(t, cluster, { resource, namespace, owners });
  await t.throwsAsync(refused.watch.synced, { message: /403/ });
  owners.add("second");
  t.is(requests(proxy)[0], 1);
});
