import type { ExecutionContext } from "ava";

import type { Access } from "../lib/client/model/access.ts";
import { cacheWatches } from "../lib/client/cache/watch-cache.ts";
import type { Cluster } from "../lib/client/model/cluster.ts";
import type { Clock } from "../lib/async/clock.ts";
import { openTestCluster, wallClock } from "./open-test-cluster.ts";

/** Connects to a cluster until the test ends. */
export type OpenCluster = (t: ExecutionContext, way: string | Access, clock?: Clock) => Promise<Cluster>;

/** A kind of cluster connection with the guarantees about watches. */
export interface ClusterVariant {
  /** Part of the test title. */
  readonly over: string;
  readonly open: OpenCluster;
}

/** Connects to a cluster whose watches are shared, and stay open for a minute. */
export async function openCached(
  t: ExecutionContext,
  way: string | Access,
  clock: Clock = wallClock,
): Promise<Cluster> {
  const cluster = cacheWatches(await openTestCluster(t, way, clock), { clock, linger: 60_000 });
  t.teardown(async () => cluster.close());
  return cluster;
}

/** All kinds of cluster connections. */
export const plainAndCached: readonly ClusterVariant[] = [
  { over: "", open: openTestCluster },
  { over: " (cached)", open: openCached },
];
