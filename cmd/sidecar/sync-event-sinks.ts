import { readFile } from "node:fs/promises";

import { syncLogLines } from "../../lib/report/sync/sync-log-lines.ts";
import { createDashboard } from "../../lib/web/dashboard/state/dashboard.ts";
import type { Dashboard } from "../../lib/web/dashboard/state/dashboard-state.ts";
import { makeNotifier, type Notifier } from "../../lib/web/notify/notifier.ts";
import { type Probes, syncProbes } from "../../lib/web/telemetry/ops-routes.ts";
import { syncMetrics, type SyncMetrics } from "../../lib/web/telemetry/sync-metrics.ts";
import { openTraces } from "../../lib/web/telemetry/open-traces.ts";
import type { SyncEventSink } from "../../lib/sync/sync-event.ts";
import type { SyncConfiguration } from "../../lib/sync/unit/unit.ts";
import { wantsColor } from "../host/color.ts";
import type { Host } from "../host/host.ts";
import type { SidecarFlags } from "../flags/sync-flags.ts";
import { versionLine } from "../version/command.ts";

/** The event sinks of a sidecar, apart from the cluster. */
export interface SyncEventSinks {
  readonly emit: SyncEventSink;
  readonly board: Dashboard;
  readonly metrics: SyncMetrics;
  readonly probes: Probes;
  /** Called when a configuration was accepted. */
  readonly configured: (configuration: SyncConfiguration) => void;
  /** Reports a message that belongs to no unit. */
  readonly notice: (message: string, level?: "note" | "warning" | "error") => void;
  /** Delivers pending notifications and traces, within a time limit. */
  readonly close: () => Promise<void>;
}

/** Options of the event sinks. */
export interface EventSinkOptions {
  readonly configuration: SyncConfiguration;
  readonly identity: string;
  readonly flags: SidecarFlags;
  readonly host: Host;
  /** Ends retries. */
  readonly signal: AbortSignal;
}

/** Milliseconds that the last notifications and traces may take. */
const farewell = 5000;

/** Opens the event sinks: the log, the page, metrics, traces and notifications. */
export async function openEventSinks(options: EventSinkOptions): Promise<SyncEventSinks> {
  const { configuration, identity, host } = options;
  const { clock, env } = host;
  const board = createDashboard({ sync: configuration.name, identity, units: configuration.units });
  const version = versionLine.replace(/^\S+ /, "");
  const metrics = syncMetrics({ version, process: true });
  const probes = syncProbes();
  const sinks: SyncEventSink[] = [logOf(options), board.emit, metrics.emit, probes.emit];
  const emit: SyncEventSink = (event) => {
    for (const listener of sinks) {
      listener(event);
    }
  };
  const notice: SyncEventSinks["notice"] = (message, level = "note") => {
    emit({ type: "notice", at: clock.now(), level, message });
  };
  const warn = (message: string): void => {
    notice(message, "warning");
  };
  const notifier = renewedNotifier(options, notice);
  const traces = await openTraces({ env, clock, version, notice: warn });
  sinks.push(notifier.emit, ...(traces === undefined ? [] : [traces.emit]));
  return {
    emit,
    board,
    metrics,
    probes,
    notice,
    configured: (next) => {
      notifier.configured(next);
      board.configure(next.units);
      probes.configured();
    },
    close: async () => settleWithin(clock, [notifier.settled(), traces?.close() ?? Promise.resolve()]),
  };
}

function logOf({ flags, host }: EventSinkOptions): SyncEventSink {
  const { clock, stdout } = host;
  return syncLogLines({
    format: flags.logFormat,
    color: wantsColor(flags.color, stdout, host),
    write: (text) => {
      stdout.write(text);
    },
    clock,
  });
}

/** Creates a notifier that follows changes of the configuration. */
function renewedNotifier(
  options: EventSinkOptions,
  notice: SyncEventSinks["notice"],
): Notifier & Pick<SyncEventSinks, "configured"> {
  let current = options.configuration;
  const make = (): Notifier => notifierOf(options, { current: () => current, notice });
  let notifier = make();
  return {
    emit: (event) => {
      notifier.emit(event);
    },
    settled: () => notifier.settled(),
    configured: (next) => {
      const isOther = JSON.stringify(next.notifications) !== JSON.stringify(current.notifications);
      current = next;
      notifier = isOther ? make() : notifier;
    },
  };
}

interface Notifying {
  readonly current: () => SyncConfiguration;
  readonly notice: SyncEventSinks["notice"];
}

function notifierOf(
  { host: { clock, random }, signal }: EventSinkOptions,
  { current, notice }: Notifying,
): Notifier {
  const { name, notifications } = current();
  return makeNotifier({
    send: fetch,
    clock,
    random,
    signal,
    sync: name,
    notifications,
    urlOf: (unit) => current().units.find((one) => one.name === unit)?.source.url,
    read: (file) => readFile(file, "utf8"),
    notice: (message, unit) => {
      notice(unit === undefined ? message : `${unit}: ${message}`, "warning");
    },
    tooling: versionLine.replace(" ", "/"),
  });
}

async function settleWithin(clock: Host["clock"], ends: readonly Promise<void>[]): Promise<void> {
  const late = Promise.withResolvers<void>();
  const callOff = clock.after(farewell, late.resolve);
  await Promise.race([Promise.all(ends), late.promise]);
  callOff();
}
