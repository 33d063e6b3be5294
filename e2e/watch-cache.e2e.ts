import test from "ava";

import { ApiError } from "../lib/client/model/api-error.ts";
import type { WatchEvent } from "../lib/client/model/cluster.ts";
import { cacheWatches } from "../lib/client/cache/watch-cache.ts";
import type { Clock } from "../lib/async/clock.ts";
import { objectField, stringField } from "../lib/object/json.ts";
import { openConfigMapWriter } from "./config-map-writer.ts";
import { testCluster, type TestCluster } from "./control-plane/test-cluster.ts";
import { openTestCluster, wallClock } from "./open-test-cluster.ts";
import { openCached } from "./cluster-variants.ts";
import { listen } from "./watch-listener.ts";
import { startApiProxy } from "./api-proxy.ts";

let plane: TestCluster;

test.before(async () => {
  plane = await testCluster();
});

test("a later listener gets all existing objects without a request", async (t) => {
  const namespace = await plane.createNamespace(t);
  const proxy = await startApiProxy(t, plane);
  const cluster = await openCached(t, proxy.access);
  const { selection, put, drop } = await openConfigMapWriter(cluster, namespace);
  await put("one", "1");
  await put("goes", "1");
  const first = listen(t, cluster, selection);
  await first.watch.synced;
  await put("one", "2");
  await drop("goes");
  const asked = proxy.asked.length;
  const second = listen(t, cluster, selection);
  await second.watch.synced;
  t.deepEqual(second.output, ["seen one 2", "synced"]);
  t.is(proxy.asked.length, asked);
  await put("one", "3");
  await Promise.all([first.until("seen one 3"), second.until("seen one 3")]);
  t.deepEqual(second.output, ["seen one 2", "synced", "seen one 3"]);
});

test("a watch without listeners stays open for a while, then ends", async (t) => {
  const namespace = await plane.createNamespace(t);
  const proxy = await startApiProxy(t, plane);
  const linger = 12_345_678;
  const due: (() => void)[] = [];
  const clock: Clock = {
    ...wallClock,
    after: (milliseconds, callback) => {
      if (milliseconds !== linger) {
        return wallClock.after(milliseconds, callback);
      }
      due.push(callback);
      return () => due.splice(due.indexOf(callback), 1);
    },
  };
  const cluster = cacheWatches(await openTestCluster(t, proxy.access, clock), { clock, linger });
  const { selection, put } = await openConfigMapWriter(cluster, namespace);
  await put("one", "1");
  const lists = (): number => proxy.asked.filter((path) => path.includes("/configmaps?")).length;
  const first = listen(t, cluster, selection);
  await first.watch.synced;
  const asked = lists();
  first.watch.stop();
  t.is(due.length, 1);
  const second = listen(t, cluster, selection);
  await second.watch.synced;
  t.is(due.length, 0);
  second.watch.stop();
  t.is(lists(), asked);
  due[0]?.();
  const third = listen(t, cluster, selection);
  await third.watch.synced;
  t.deepEqual(third.output, ["seen one 1", "synced"]);
  t.true(lists() > asked);
});

test("own writes are delivered to later listeners", async (t) => {
  const namespace = await plane.createNamespace(t);
  const cluster = await openCached(t, plane.kubeconfig);
  const { selection, put, drop } = await openConfigMapWriter(cluster, namespace);
  const first = listen(t, cluster, selection);
  await first.watch.synced;
  for (let step = 0; step < 30; step += 1) {
    await put("env", String(step));
    const later = listen(t, cluster, selection);
    await later.watch.synced;
    later.watch.stop();
    t.deepEqual(later.output, [`seen env ${step}`, "synced"]);
    if (step % 5 === 0) {
      await drop("env");
      const last = listen(t, cluster, selection);
      await last.watch.synced;
      last.watch.stop();
      t.deepEqual(last.output, ["synced"]);
    }
  }
});

/** The resource versions received for each object. */
function versionsIn(events: readonly WatchEvent[]): ReadonlyMap<string, readonly string[]> {
  const versions = new Map<string, string[]>();
  for (const event of events) {
    if ("object" in event) {
      const metadata = objectField(event.object, "metadata");
      const name = stringField(metadata, "name") ?? "";
      versions.set(name, [
        ...(versions.get(name) ?? []),
        `${event.type} ${stringField(metadata, "resourceVersion") ?? ""}`,
      ]);
    }
  }
  return versions;
}

test("a listener that joins during changes gets each state once and in order", async (t) => {
  const namespace = await plane.createNamespace(t);
  const cluster = await openCached(t, plane.kubeconfig);
  const writer = await openTestCluster(t, plane.kubeconfig);
  const { selection, put, drop } = await openConfigMapWriter(writer, namespace);
  const names = Array.from({ length: 240 }, (_, index) => `env-${index}`);
  await Promise.all(names.map((name) => put(name, "0")));
  const first = listen(t, cluster, selection);
  await first.watch.synced;
  const writing = Promise.all(
    names.map(async (name, index) => {
      await put(name, "1");
      await (index % 3 === 0 ? drop(name) : put(name, "2"));
    }),
  );
  const later = [];
  for (let step = 0; step < 12; step += 1) {
    const next = listen(t, cluster, selection);
    later.push(next);
    await next.watch.synced;
  }
  await writing;
  await put("last", "1");
  await Promise.all([first, ...later].map(({ until }) => until("seen last 1")));
  const all = versionsIn(first.events);
  for (const { events, output } of later) {
    t.is(output.filter((line) => line === "synced").length, 1);
    for (const [name, versions] of versionsIn(events)) {
      // The second listener gets everything that the first one got from some state on.
      t.deepEqual(versions, all.get(name)?.slice(-versions.length), name);
    }
    const status = [...all].filter(([, versions]) => versions.at(-1)?.startsWith("seen"));
    t.deepEqual(
      status.map(([name]) => versionsIn(events).get(name)?.at(-1)),
      status.map(([, versions]) => versions.at(-1)),
    );
  }
});

test("a refused watch is requested again for the next listener", async (t) => {
  const namespace = await plane.createNamespace(t);
  const proxy = await startApiProxy(t, plane);
  const cluster = await openCached(t, proxy.access);
  const { selection } = await openConfigMapWriter(cluster, namespace);
  proxy.change(() => ({ answer: { status: 403 } }));
  const refused = listen(t, cluster, selection);
  const error = await t.throwsAsync(refused.watch.synced, { instanceOf: ApiError });
  t.is(error.status, 403);
  proxy.change(() => ({}));
  const { watch, output } = listen(t, cluster, selection);
  await watch.synced;
  t.deepEqual(output, ["synced"]);
});

test("a closed cluster delivers no more events, and waiting calls reject", async (t) => {
  const namespace = await plane.createNamespace(t);
  const proxy = await startApiProxy(t, plane);
  const cluster = await openCached(t, proxy.access);
  const { selection } = await openConfigMapWriter(cluster, namespace);
  const { watch, output } = listen(t, cluster, selection);
  await cluster.close();
  await t.throwsAsync(watch.synced);
  t.deepEqual(output, []);
});
