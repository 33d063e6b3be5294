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
  /** The number of connection attempts. */
  readonly dialled: () => number;
  /** Lets this number of seconds pass, with all timers and callbacks that are due. */
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

test("an object that cannot be watched for lack of a connection is polled", async (t) => {
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

test("polling an object ends with its last listener", async (t) => {
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

test("polling an object ends when the run is interrupted", async (t) => {
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

test("an object without a listener is not polled", async (t) => {
  const { cache, pass, clock } = unreachable();
  const opened = cache.openFor(place, true);
  await pass(5);
  await opened;
  t.is(clock.pending(), 0);
});
