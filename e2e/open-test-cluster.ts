import { homedir } from "node:os";

import type { ExecutionContext } from "ava";

import type { Access } from "../lib/client/model/access.ts";
import { openAccess } from "../lib/client/access/open-access.ts";
import type { Cluster, Resource } from "../lib/client/model/cluster.ts";
import { openCluster } from "../lib/client/open-cluster.ts";
import type { Clock } from "../lib/async/clock.ts";

/** The system clock. */
export const wallClock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      signal.addEventListener("abort", () => {
        clearTimeout(timer);
        resolve();
      });
    }),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** The same, but pauses of some seconds pass fifty times as fast. */
export const fastClock: Clock = {
  ...wallClock,
  after: (milliseconds, callback) =>
    wallClock.after(milliseconds < 15_000 ? milliseconds / 50 : milliseconds, callback),
};

/** Connects to a cluster by a kubeconfig, or by another access, until the test ends. */
export async function openTestCluster(
  t: ExecutionContext,
  way: string | Access,
  clock: Clock = wallClock,
): Promise<Cluster> {
  const access = typeof way === "string" ? await accessBy(way) : way;
  const cluster = openCluster({ access, clock, random: Math.random, userAgent: "converge/e2e" });
  t.teardown(async () => cluster.close());
  return cluster;
}

/** The access of a kubeconfig file. */
export async function accessBy(kubeconfig: string): Promise<Access> {
  return openAccess({ env: {}, homeDirectory: homedir(), clock: wallClock, kubeconfig });
}

/** Options of a call that is aborted after half a minute. */
export function call(): { readonly signal: AbortSignal } {
  return { signal: AbortSignal.timeout(30_000) };
}

/** The resource of a kind of the core group. Throws an Error if it is not served. */
export async function coreResource(cluster: Cluster, kind: string): Promise<Resource> {
  const found = (await cluster.discover(call())).find({ group: "", kind });
  if (found === undefined) {
    throw new Error(`the cluster does not serve ${kind}`);
  }
  return found;
}
