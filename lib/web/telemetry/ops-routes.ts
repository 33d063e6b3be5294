import { sendText } from "../server/http-message.ts";
import type { Route } from "../server/router.ts";
import type { SyncMetrics } from "./sync-metrics.ts";
import { compareText } from "../../object/object-ref.ts";
import type { SyncEventSink } from "../../sync/sync-event.ts";
import { listSome } from "../../object/message-text.ts";

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

/** A precondition of readiness. */
interface ProbeCheck {
  readonly name: string;
  /** The reason why it is not met; undefined if it is. */
  readonly missing: string | undefined;
}

/**
 * Readiness of a sidecar: its configuration is read, it has joined the members, and each unit that it holds
 * was checked once.
 */
export interface Probes {
  readonly emit: SyncEventSink;
  /** Called once the configuration is read. */
  readonly configured: () => void;
  /** Returns each check, with the reason if it is not met. */
  readonly checks: () => readonly ProbeCheck[];
}

/**
 * Creates the probes of a new sidecar. Once ready it stays ready: a unit taken over later does not delay
 * anything again.
 */
export function syncProbes(): Probes {
  let isConfigured = false;
  let keeps: readonly string[] | undefined;
  let wasReady = false;
  const looked = new Set<string>();
  const checks = (): readonly ProbeCheck[] => {
    const waiting = (keeps ?? []).filter((unit) => !looked.has(unit)).toSorted(compareText);
    const list = [
      { name: "configuration", missing: isConfigured ? undefined : "not read yet" },
      { name: "members", missing: keeps === undefined ? "not joined yet" : undefined },
      {
        name: "units",
        missing: waiting.length === 0 ? undefined : `not checked yet: ${listSome(waiting)}`,
      },
    ];
    wasReady ||= list.every(({ missing }) => missing === undefined);
    return wasReady ? list.map(({ name }) => ({ name, missing: undefined })) : list;
  };
  const emit: SyncEventSink = (event) => {
    if (event.type === "members") {
      ({ keeps } = event);
    } else if (event.type === "state" && event.state.phase !== "Pending") {
      looked.add(event.state.name);
    } else if (event.type === "revision" || event.type === "sourceFailed" || event.type === "removed") {
      looked.add(event.unit);
    }
  };
  return {
    emit,
    configured: () => {
      isConfigured = true;
    },
    checks,
  };
}
