import test from "ava";

import { offlineRun, type OfflineRun, restMapperOf } from "../../../fixtures/offline-session.ts";
import { settle } from "../../../fixtures/controlled-run.ts";
import { UnreachableError } from "../../client/model/api-error.ts";
import { openCluster } from "../../client/open-cluster.ts";
import { LiveObjectCache } from "./live-object-cache.ts";

const key = "/namespaces/shop/ConfigMap/env";
const resource = restMapperOf("v1 ConfigMap").require({ group: "", kind: "ConfigMap" }, "v1");
const place = { resource, namespace: "shop", name: "env" };

interface Polling extends OfflineRun {
  readonly cache: LiveObjectCache;
  /** How often the server was dialled. */
  readonly dialled: () => number;
  /** Lets so many seconds pass, and everything happen that falls due. */
  readonly pass: (seconds: number) => Promise<void>;
}

/** A cache over a server whose network cannot be reached. */
function unreachable(): Polling {
  const run = offlineRun();
  let dialled = 0;
  const cluster = openCluster({
    access: {
      server: "https://127.0.0.1:6443",
      namespace: "default",
      context: undefined,
      credentials: () => Promise.resolve({ headers: {} }),
      renew: () => Promise.resolve(false),
      dial: () => {
        dialled += 1;
        return Promise.reject(new UnreachableError("no route to host"));
      },
    },
    clock: run.clock,
    random: () => 0,
    userAgent: "converge/test",
  });
  const pass = async (seconds: number): Promise<void> => {
    for (let tenth = 0; tenth < 10 * seconds; tenth += 1) {
      await settle();
      run.clock.pass(100);
    }
    await settle();
  };
  return {
    ...run,
    cache: new LiveObjectCache({ ...run.context, cluster }, ""),
    dialled: () => dialled,
    pass,
  };
}

test("an object that cannot be watched for lack of a connection is read again and again", async (t) => {
  const { cache, dialled, pass, events } = unreachable();
  cache.listen(key, () => {});
  const opened = cache.openFor(place, true);
  await pass(5);
  await opened;
  const before = dialled();
  await pass(20);
  t.true(dialled() > before + 3);
  t.deepEqual(events, []);
});

test("it is read as long as something listens to it", async (t) => {
  const { cache, dialled, pass, clock } = unreachable();
  const stop = cache.listen(key, () => {});
  const opened = cache.openFor(place, false);
  await pass(5);
  await opened;
  stop();
  await pass(10);
  const before = dialled();
  await pass(20);
  t.is(dialled(), before);
  t.is(clock.pending(), 0);
});

test("it is read as long as the run is not interrupted", async (t) => {
  const { cache, dialled, pass, clock, interrupt } = unreachable();
  cache.listen(key, () => {});
  const opened = cache.openFor(place, false);
  await pass(5);
  await opened;
  interrupt.abort();
  await pass(10);
  const before = dialled();
  await pass(20);
  t.is(dialled(), before);
  t.is(clock.pending(), 0);
});

test("an object that nothing listens to is not read", async (t) => {
  const { cache, pass, clock } = unreachable();
  const opened = cache.openFor(place, true);
  await pass(5);
  await opened;
  t.is(clock.pending(), 0);
});
