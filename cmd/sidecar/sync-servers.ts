import { readFile } from "node:fs/promises";

import type { Dashboard } from "../../lib/web/dashboard/state/dashboard-state.ts";
import { startServer, type WebServerOptions, type Listening } from "../../lib/web/server/server.ts";
import { router, type Route } from "../../lib/web/server/router.ts";
import { pageRoutes } from "../../lib/web/dashboard/page-routes.ts";
import type { PushEvent } from "../../lib/web/push/push-event.ts";
import { pushRoute } from "../../lib/web/push/push-webhook.ts";
import { operationRoutes, type Probes } from "../../lib/web/telemetry/ops-routes.ts";
import type { SyncMetrics } from "../../lib/web/telemetry/sync-metrics.ts";
import { printError } from "../session/with-cluster.ts";
import type { Host } from "../host/host.ts";
import type { SidecarFlags, SyncFlags } from "../flags/sync-flags.ts";
import { errorMessage } from "../../lib/object/bug-error.ts";

/** The data and callbacks of a sidecar's servers. */
export interface ServersOptions {
  readonly flags: SidecarFlags & Partial<Pick<SyncFlags, "webhook" | "webhookSecretFile">>;
  readonly host: Host;
  readonly board: Dashboard;
  readonly metrics: SyncMetrics;
  readonly probes: Probes;
  readonly pushed: (push: PushEvent) => void;
  readonly notice: (message: string) => void;
}

/**
 * Starts the servers that the flags request, and reports their addresses; the returned function stops all of
 * them. Throws a ListenError.
 */
export async function openServers(options: ServersOptions): Promise<() => Promise<void>> {
  const { flags, host, board, metrics, probes } = options;
  const open: Listening[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(open.map((server) => server.close()));
  };
  const serve = async (
    name: string,
    address: string | undefined,
    { routes, ...who }: { readonly routes: readonly Route[] } & Pick<WebServerOptions, "hosts">,
  ): Promise<void> => {
    if (address === undefined) {
      return;
    }
    const fault = (error: unknown): void => {
      printError(errorMessage(error), host);
    };
    const server = await startServer(address, router(routes), { clock: host.clock, fault, ...who });
    open.push(server);
    const hostname = server.address.includes(":") ? `[${server.address}]` : server.address;
    options.notice(`${name} at http://${hostname}:${server.port}`);
  };
  try {
    await serve("page", flags.page, { routes: pageRoutes(board, { clock: host.clock }) });
    await serve("metrics", flags.metrics, { routes: operationRoutes(metrics, probes) });
    await serve("push events", flags.webhook, { routes: [pushRouteOf(options)], hosts: "any" });
  } catch (error) {
    await close();
    throw error;
  }
  return close;
}

function pushRouteOf({ flags, host, pushed, notice }: ServersOptions): Route {
  return pushRoute({
    secret: () => readFile(flags.webhookSecretFile ?? "", "utf8"),
    pushed,
    notice,
    clock: host.clock,
  });
}
