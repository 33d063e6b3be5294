import { readFile } from "node:fs/promises";

import type { Dashboard } from "../../lib/web/dashboard/state/dashboard-state.ts";
import { startServer, type WebServerOptions, type Listening } from "../../lib/web/server/server.ts";
import { router, type Route } from "../../lib/web/server/router.ts";
import { pageRoutes } from "../../lib/web/dashboard/page-routes.ts";
import type { PushEvent } from "../../lib/web/push/push-event.ts";
import { pushRoute } from "../../lib/web/push/push-webhook.ts";
import { operationRoutes } from "../../lib/web/telemetry/ops-routes.ts";
import type { Probes } from "../../lib/web/telemetry/probes.ts";
import type { SyncMetrics } from "../../lib/web/telemetry/sync-metrics.ts";
import { printError } from "../session/with-cluster.ts";
import type { Host } from "../host/host.ts";
import type { SidecarFlags, SyncFlags } from "../flags/sync-flags.ts";

/** What the servers of a sidecar show and take in. */
export interface ServedFacts {
  readonly flags: SidecarFlags & Partial<Pick<SyncFlags, "webhook" | "webhookSecretFile">>;
  readonly shell: Host;
  readonly board: Dashboard;
  readonly metrics: SyncMetrics;
  readonly probes: Probes;
  readonly pushed: (push: PushEvent) => void;
  readonly notice: (message: string) => void;
}

/**
 * Listens wherever the flags ask for it, and tells where; the function given back ends all servers. Throws a
 * ListenError.
 */
export async function openServers(facts: ServedFacts): Promise<() => Promise<void>> {
  const { flags, shell, board, metrics, probes } = facts;
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
      printError(error instanceof Error ? error.message : String(error), shell);
    };
    const server = await startServer(address, router(routes), { clock: shell.clock, fault, ...who });
    open.push(server);
    const host = server.address.includes(":") ? `[${server.address}]` : server.address;
    facts.notice(`${name} at http://${host}:${server.port}`);
  };
  try {
    await serve("page", flags.page, { routes: pageRoutes(board, { clock: shell.clock }) });
    await serve("metrics", flags.metrics, { routes: operationRoutes(metrics, probes) });
    await serve("push events", flags.webhook, { routes: [pushRouteOf(facts)], hosts: "any" });
  } catch (error) {
    await close();
    throw error;
  }
  return close;
}

function pushRouteOf({ flags, shell, pushed, notice }: ServedFacts): Route {
  return pushRoute({
    secret: () => readFile(flags.webhookSecretFile ?? "", "utf8"),
    pushed,
    notice,
    clock: shell.clock,
  });
}
