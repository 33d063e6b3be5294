import { sync } from "../../lib/engine.ts";
import { AccessError } from "../../lib/client/model/api-error.ts";
import type { Cluster } from "../../lib/client/model/cluster.ts";
import { ListenError } from "../../lib/web/server/listen-address.ts";
import { pushedUnits } from "../../lib/web/push/match-push.ts";
import { openGitStore } from "../../lib/git/store/open-git-store.ts";
import { Clusters } from "../../lib/sync/clusters.ts";
import { createStatusReporter } from "../../lib/sync/status/status-reporter.ts";
import type { ClusterStatus } from "../../lib/sync/status/status-port.ts";
import { doubledRelease } from "../../lib/sync/config/unit-faults.ts";
import { ensureSidecarNamespace } from "../../lib/sync/ensure-namespace.ts";
import { openPlanApart } from "../../lib/sync/planning/plan-apart.ts";
import { joinMembers } from "../../lib/sync/membership/join-membership.ts";
import type { Members } from "../../lib/sync/membership/members.ts";
import type { SyncConfiguration, Unit } from "../../lib/sync/unit/unit.ts";
import type { SyncController } from "../../lib/sync/sync-controller.ts";
import { printError } from "../session/with-cluster.ts";
import { type ExitCode, exitCodes, onceExitCode } from "../host/exit-code.ts";
import { type OpenedConfiguration, loadSyncConfig, watchSyncConfig } from "./load-sync-config.ts";
import {
  replicaIdentity,
  closeInOrder,
  openClusterAs,
  remoteSetup,
  withStateDir,
} from "../sidecar/sidecar-lifecycle.ts";
import { saveMemory, limitYoungGeneration } from "../host/gc-tuning.ts";
import type { Signals } from "../host/host.ts";
import { type EventSinkOptions, openEventSinks, type SyncEventSinks } from "../sidecar/sync-event-sinks.ts";
import type { SyncArgs } from "../flags/sync-flags.ts";
import { settingOfFlag } from "../flags/sync-unit-flags.ts";
import { startPlanningThread } from "../host/start-planning-thread.ts";
import { openServers } from "../sidecar/sync-servers.ts";
import { versionLine } from "../version/command.ts";

/** Keeps a cluster in sync with git, until a signal ends it, or one pass is complete. */
export async function runSync(words: SyncArgs): Promise<ExitCode> {
  limitYoungGeneration();
  saveMemory();
  const opened = await loadSyncConfig(words);
  if (opened === undefined) {
    return exitCodes.invalid;
  }
  const { flags, host } = words;
  const signals = host.takeSignals();
  const facts = {
    configuration: opened.configuration,
    identity: replicaIdentity(flags, host),
    flags,
    host,
    signal: signals.signal,
  };
  try {
    return await withStateDir({ ...flags, part: "git" }, (folder) =>
      keep({ words, opened, facts, signals, folder }),
    );
  } catch (error) {
    if (error instanceof AccessError || error instanceof ListenError) {
      printError(error.message, host);
      return error instanceof AccessError ? exitCodes.unreachable : exitCodes.invalid;
    }
    throw error;
  }
}

interface Keeping {
  readonly words: SyncArgs;
  readonly opened: OpenedConfiguration;
  readonly facts: EventSinkOptions;
  readonly signals: Signals;
  /** The folder for repositories. */
  readonly folder: string;
}

async function keep(keeping: Keeping): Promise<ExitCode> {
  const { facts, words } = keeping;
  const { flags, host } = words;
  const clusters = new Clusters((as) => openClusterAs(as, flags, host), host.clock, remoteSetup(flags, host));
  const cluster = await clusters.as(undefined);
  const doubled = doubledRelease(facts.configuration.units, cluster.namespace);
  if (doubled !== undefined) {
    printError(doubled, host);
    await clusters.close();
    return exitCodes.invalid;
  }
  const sinks = await openEventSinks(facts);
  const held: { controller?: SyncController; units: readonly Unit[] } = { units: facts.configuration.units };
  const closeServers = await openServers({
    ...sinks,
    flags,
    host,
    pushed: (push) => {
      const meant = new Set(pushedUnits(held.units, push));
      held.controller?.look(held.units.filter(({ name }) => meant.has(name)));
    },
  });
  try {
    return await keepIn({ ...keeping, cluster, clusters, sinks, held });
  } finally {
    await closeServers();
    await sinks.close();
    await clusters.close();
  }
}

interface KeepingIn extends Keeping {
  readonly cluster: Cluster;
  readonly clusters: Clusters;
  readonly sinks: SyncEventSinks;
  readonly held: { controller?: SyncController; units: readonly Unit[] };
}

async function keepIn(keeping: KeepingIn): Promise<ExitCode> {
  const { facts, sinks, held, signals, words } = keeping;
  const { flags } = words;
  const homeless = await ensureSidecarNamespace(facts.configuration.units, { ...words.host, ...keeping });
  if (homeless !== undefined) {
    sinks.notice(homeless, "warning");
  }
  const { members, status } = openSurroundings(keeping);
  const controller = await openController(keeping, { members, status });
  held.controller = controller;
  const takeUp = async (configuration: SyncConfiguration): Promise<void> => {
    const fault = doubledRelease(configuration.units, keeping.cluster.namespace);
    if (fault !== undefined) {
      sinks.notice(`the previous configuration stays in effect: ${fault}`, "error");
      return;
    }
    held.units = configuration.units;
    sinks.configured(configuration);
    await controller.configure(configuration);
  };
  try {
    await untilAborted(signals.signal, members?.joined);
    if (!signals.signal.aborted) {
      await takeUp(facts.configuration);
      await untilAborted(
        signals.signal,
        flags.once ? controller.passed : watchSyncConfig(keeping, sinks, takeUp),
      );
    }
  } finally {
    await endLogged(keeping, [
      async () => controller.stop(),
      async () => status.close(),
      async () => members?.leave(),
    ]);
  }
  return flags.once ? (signals.exitCode() ?? onceExitCode(held.units, controller.ends)) : exitCodes.converged;
}

/** Closes one after the other; if that is because of a signal, the log says so, at last that it is done. */
async function endLogged(
  { signals: { signal, exitCode }, sinks }: Pick<KeepingIn, "signals" | "sinks">,
  ends: Parameters<typeof closeInOrder>[0],
): Promise<void> {
  const cause = exitCode() === 130 ? "SIGINT" : "SIGTERM";
  if (signal.aborted) {
    sinks.notice(`${cause} received: runs end at a safe point`);
  }
  await closeInOrder(ends);
  if (signal.aborted) {
    sinks.notice(`sync has ended because of ${cause}`);
  }
}

interface Surroundings {
  readonly members: Members | undefined;
  readonly status: ClusterStatus;
}

async function openController(
  { facts, folder, cluster, clusters, sinks, words: { host, flags, source } }: KeepingIn,
  { members, status }: Surroundings,
): Promise<SyncController> {
  const { clock, random, env, runId } = host;
  return sync({
    store: openGitStore({ folder, env, clock }),
    clusters,
    status,
    members,
    namespace: cluster.namespace,
    self: facts.identity,
    emit: (event) => {
      sinks.emit(event);
      status.emitSync(event);
    },
    ...(source.type === "flags" ? {} : { settingNames }),
    clock,
    random,
    env,
    identity: runId,
    tooling,
    once: flags.once,
    concurrency: flags.concurrency,
    lockTimeout: flags.lockTimeout,
    planApart: openPlanApart({ clock, start: startPlanningThread }),
  });
}

/** The flag for the namespace is one of the sidecar, too. */
const settingNames = new Map([...settingOfFlag, ["namespace", "namespace"]]);
const tooling = versionLine.replace(" ", "/v");

/** Opens the membership that shares the units, and the status reporter. A single pass is not a member. */
function openSurroundings({ cluster, sinks, facts, words }: KeepingIn): Surroundings {
  const { clock, random } = words.host;
  const common = {
    context: { cluster, clock, random, signal: facts.signal, tooling },
    namespace: cluster.namespace,
    sync: facts.configuration.name,
    identity: facts.identity,
    emit: sinks.emit,
  };
  return {
    members: words.flags.once ? undefined : joinMembers(common),
    status: createStatusReporter(common),
  };
}

/** Resolves when the work is done, or at the signal, whichever is first. */
async function untilAborted(signal: AbortSignal, work: Promise<void> | undefined): Promise<void> {
  const aborted = Promise.withResolvers<void>();
  const end = (): void => {
    aborted.resolve();
  };
  signal.addEventListener("abort", end);
  if (signal.aborted) {
    end();
  }
  await Promise.race([work, aborted.promise]);
  signal.removeEventListener("abort", end);
}
