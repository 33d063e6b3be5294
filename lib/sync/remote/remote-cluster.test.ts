import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";

import test, { type ExecutionContext } from "ava";

import { kubeconfigOf, settle } from "../../../fixtures/access-home.ts";
import { type ManualClock, manualClock } from "../../../fixtures/manual-clock.ts";
import { AccessError } from "../../client/model/api-error.ts";
import type { Cluster } from "../../client/model/cluster.ts";
import { type ClusterChange, RemoteCluster } from "./remote-cluster.ts";

/** Sleeps until the end. */
async function sleep(_: number, signal?: AbortSignal): Promise<void> {
  if (signal !== undefined && !signal.aborted) {
    await once(signal, "abort");
  }
}

/** A cluster of a kubeconfig with this server, and its changes so far. */
function clusterAt(
  t: ExecutionContext,
  server: string,
): {
  readonly cluster: RemoteCluster;
  readonly changes: readonly ClusterChange[];
  readonly clock: ManualClock;
} {
  const clock = manualClock(0);
  const home = settle(t, { "eu.yaml": kubeconfigOf(`{server: "${server}"}`) });
  const changes: ClusterChange[] = [];
  const spec = { name: "eu", kubeconfig: { file: join(home, "eu.yaml"), exec: false } };
  const cluster = new RemoteCluster(spec, {
    env: {},
    homeDirectory: home,
    clock: { ...clock, sleep },
    random: () => 0.5,
    userAgent: "converge/test",
    home: async () => ({ namespace: "ops" }) as Cluster,
    changed: (change) => {
      changes.push(change);
    },
    linger: 0,
  });
  t.teardown(async () => cluster.close());
  return { cluster, changes, clock };
}

test("a cluster that is closed while it is probed reports no outage", async (t) => {
  const asked = Promise.withResolvers<void>();
  const server = createServer(() => {
    asked.resolve();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const broken = new Promise<void>((resolve) => {
    server.on("connection", (socket) => {
      socket.on("close", () => {
        resolve();
      });
    });
  });
  t.teardown(() => {
    server.close();
  });
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const { cluster, changes, clock } = clusterAt(t, `http://127.0.0.1:${port}`);
  const opening = t.throwsAsync(cluster.open(undefined), { instanceOf: AccessError });
  await asked.promise;
  await cluster.close();
  await Promise.all([opening, broken]);
  for (let turn = 0; turn < 20; turn += 1) {
    clock.pass(1000);
    await nextTurn();
  }
  t.deepEqual(changes, []);
});

test("an unusable kubeconfig is reported as a fault of the cluster", async (t) => {
  const { cluster, changes } = clusterAt(t, `https://${"a".repeat(60_000)}`);
  await t.throwsAsync(cluster.open(undefined), { instanceOf: AccessError });
  t.like(changes, [{ name: "eu", isFirst: true }]);
  t.regex(changes[0]?.fault ?? "", /clusters\[0\]\.cluster\.server is longer than 2048 characters$/);
});
