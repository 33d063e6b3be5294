import { setImmediate as nextTurn } from "node:timers/promises";

import type { Clock, Random } from "../async/clock.ts";
import type { Access } from "./model/access.ts";
import type { Cluster, Watch } from "./model/cluster.ts";
import { Discovery } from "./discovery/discovery.ts";
import { type FollowLogsOptions, followLogs } from "./logs/follow-logs.ts";
import { objectClient } from "./object-client.ts";
import { RequestLimiter } from "./request/request-limiter.ts";
import { Sender } from "./request/sender.ts";
import { ConnectionPool } from "./transport/connection-pool.ts";
import { startReflector } from "./watch/reflector.ts";

/** Options for opening a cluster. */
export interface ClusterOptions {
  readonly access: Access;
  readonly clock: Clock;
  readonly random: Random;
  /** `converge/0.1.0 (linux/x64)`: our name in the server's logs. */
  readonly userAgent: string;
  readonly limits?: {
    /** Requests in flight, not counting watches; 64 by default. */
    readonly inFlight?: number;
  };
}

/** Requests in flight: with more, a server does not respond faster, even 40 ms away. */
const defaultInFlight = 64;

/**
 * Opens the Kubernetes API of an access. Nothing is sent before the first call. Requests share one HTTP/2
 * connection (two if the server allows fewer streams than there are requests), watches another, and more
 * where the server's stream limit is reached.
 */
export function openCluster(options: ClusterOptions): Cluster {
  const { access, clock } = options;
  const requests = new ConnectionPool({ access, clock, connections: 2, sockets: 32 });
  const watches = new ConnectionPool({ access, clock, connections: 64, sockets: 1000 });
  const inFlight = new RequestLimiter(options.limits?.inFlight ?? defaultInFlight);
  const sender = new Sender({ ...options, inFlight, lane: requests });
  const discovery = new Discovery(sender);
  const running = new Set<Watch>();
  const logs = openLogs({ ...options, sender, lane: watches });
  return {
    server: access.server,
    namespace: access.namespace,
    context: access.context,
    ...objectClient(sender),
    discover: async (call, fresh) => discovery.discover(call, fresh),
    watch: (selection, emit) => {
      const watch = startReflector(selection, emit, { ...options, sender, lane: watches });
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
      // The streams end in the next turn of the event loop; a caller that awaits this finds them ended.
      await nextTurn();
    },
  };
}

/** The followed logs, all of which end with the cluster. */
function openLogs(options: FollowLogsOptions): {
  readonly follow: Cluster["followLogs"];
  readonly close: () => void;
} {
  const life = new AbortController();
  return {
    follow: async (source, call) =>
      followLogs(source, { ...call, signal: AbortSignal.any([call.signal, life.signal]) }, options),
    close: () => {
      life.abort();
    },
  };
}
