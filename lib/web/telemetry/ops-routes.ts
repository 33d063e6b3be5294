import { sendText } from "../server/response.ts";
import type { Route } from "../server/router.ts";
import type { Probes } from "./probes.ts";
import type { SyncMetrics } from "./sync-metrics.ts";

/**
 * Returns the routes for operators of a sidecar: `/metrics`, `/healthz` (liveness: only that the event loop
 * turns), `/readyz` (503 until ready; with `?verbose` or on failure it lists each check, as the probes of
 * Kubernetes do).
 */
export function operationRoutes(metrics: SyncMetrics, probes: Probes): readonly Route[] {
  return [
    {
      path: "/metrics",
      answer: async (_request, response) => {
        const { type, text } = await metrics.exposition();
        sendText(response, { status: 200, type, text });
      },
    },
    {
      path: "/healthz",
      answer: (_request, response) => {
        sendText(response, { status: 200, text: "ok\n" });
      },
    },
    {
      path: "/readyz",
      answer: (request, response) => {
        const isVerbose = /[?&]verbose(?:[=&]|$)/.test(request.url ?? "");
        sendText(response, readiness(probes, isVerbose));
      },
    },
  ];
}

function readiness(probes: Probes, isVerbose: boolean): { readonly status: number; readonly text: string } {
  const checks = probes.checks();
  const isReady = checks.every(({ missing }) => missing === undefined);
  const lines = checks.map(({ name, missing }) =>
    missing === undefined ? `[+]${name} ok\n` : `[-]${name} ${missing}\n`,
  );
  const end = isReady ? "ok\n" : "not ready\n";
  return { status: isReady ? 200 : 503, text: isReady && !isVerbose ? end : `${lines.join("")}${end}` };
}
