import type { Clock } from "../../async/clock.ts";
import type { Cluster } from "../model/cluster.ts";

/** Milliseconds after which the version is requested again: the server may have been upgraded. */
const lifetime = 5 * 60_000;

/** Wraps a cluster so that its version is requested once in five minutes, not for every run. */
export function cacheVersion(cluster: Cluster, clock: Pick<Clock, "now">): Cluster {
  let known: { readonly version: string; readonly until: number } | undefined;
  return {
    ...cluster,
    version: async (call) => {
      if (known === undefined || clock.now() >= known.until) {
        known = { version: await cluster.version(call), until: clock.now() + lifetime };
      }
      return known.version;
    },
  };
}
