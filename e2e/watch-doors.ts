import type { ExecutionContext } from "ava";

import type { Access } from "../lib/client/model/access.ts";
import { cacheWatches } from "../lib/client/cache/watch-cache.ts";
import type { Cluster } from "../lib/client/model/cluster.ts";
import type { Clock } from "../lib/async/clock.ts";
import { openTestCluster, wallClock } from "./open-test-cluster.ts";

/** Enters a cluster until the test is over. */
export type Open = (t: ExecutionContext, way: string | Access, clock?: Clock) => Promise<Cluster>;

/** A way into a cluster that keeps what is promised of watches. */
export interface Door {
  /** For titles. */
  readonly over: string;
  readonly open: Open;
}

/** Enters a cluster whose watches are shared, and go on for a minute. */
export async function openCached(
  t: ExecutionContext,
  way: string | Access,
  clock: Clock = wallClock,
): Promise<Cluster> {
  const cluster = cacheWatches(await openTestCluster(t, way, clock), { clock, linger: 60_000 });
  t.teardown(async () => cluster.close());
  return cluster;
}

/** Every way in. */
export const plainAndCached: readonly Door[] = [
  { over: "", open: openTestCluster },
  { over: " (cached)", open: openCached },
];
