import { setImmediate as nextTurn } from "node:timers/promises";

import type { Clock, Random } from "../async/clock.ts";
import type { Access } from "./model/access.ts";
import type { Cluster, Watch } from "./model/cluster.ts";
import { Discovery } from "./discovery/discovery.ts";
import { type FollowFacts, followLogs } from "./logs/follow-logs.ts";
import { objectClient } from "./object-client.ts";
import { RequestLimiter } from "./request/request-limiter.ts";
import { Sender } from "./request/sender.ts";
import { ConnectionPool } from "./transport/connection-pool.ts";
import { startReflector } from "./watch/reflector.ts";

/** What a cluster is opened with. */
export interface ClusterFacts {
  readonly access: Access;
  readonly clock: Clock;
  readonly random: Random;
  /** `converge/0.1.0 (linux/x64)`: how the server's logs name us. */
  readonly userAgent: string;
  readonly limits?: {
    /** Requests under way at once, watches apart; 64 where it is not said. */
    readonly inFlight?: number;
  };
}

/** Requests under way at once: beyond that a server gives no more answers a second, even 40 ms away. */
const defaultInFlight = 64;

/**
 * The Kubernetes API behind an access. Nothing is sent before the first call. Requests share one HTTP/2
 * connection (two where the server allows fewer streams than there are requests), watches another, and more
 * where the server's bound of streams is reached.
 */
export function openCluster(facts: ClusterFacts): Cluster {
  const { access, clock } = facts;
  const requests = new ConnectionPool({ access, clock, connections: 2, sockets: 32 });
  const watches = new ConnectionPool({ access, clock, connections: 64, sockets: 1000 });
  const inFlight = new RequestLimiter(facts.limits?.inFlight ?? defaultInFlight);
  const sender = new Sender({ ...facts, inFlight, lane: requests });
  const discovery = new Discovery(sender);
  const running = new Set<Watch>();
  const logs = openLogs({ ...facts, sender, lane: watches });
  return {
    server: access.server,
    namespace: access.namespace,
    context: access.context,
    ...objectClient(sender),
    discover: async (call, fresh) => discovery.discover(call, fresh),
    watch: (selection, emit) => {
      const watch = startReflector(selection, emit, { ...facts, sender, lane: watches });
      running.add(watch);
      return {
        synced: watch.synced,
        stop: () => {
          running.delete(watch);
          watch.stop();
        },
      };
    },
    followLogs: logs.follow,
    close: async () => {
      logs.close();
      for (const watch of running) {
        watch.stop();
      }
      running.clear();
      requests.close();
      watches.close();
      // The streams end in the next turn of the loop; who awaits this finds them ended.
      await nextTurn();
    },
  };
}

/** Logs that are followed, all of which end with the cluster. */
function openLogs(facts: FollowFacts): {
  readonly follow: Cluster["followLogs"];
  readonly close: () => void;
} {
  const life = new AbortController();
  return {
    follow: async (source, call) =>
      followLogs(source, { ...call, signal: AbortSignal.any([call.signal, life.signal]) }, facts),
    close: () => {
      life.abort();
    },
  };
}
