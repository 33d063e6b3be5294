import { mkdir, readFile } from "node:fs/promises";
import { openPlanApart } from "../../../lib/sync/planning/plan-apart.ts";
import { startPlanningThread } from "../../host/start-planning-thread.ts";
import { join } from "node:path";

import { modules, sync } from "../../../lib/engine.ts";
import { AccessError } from "../../../lib/client/model/api-error.ts";
import type { Cluster } from "../../../lib/client/model/cluster.ts";
import type { Controllers } from "../../../lib/modules/controller/controllers.ts";
import { ModuleStore } from "../../../lib/modules/controller/module-source.ts";
import { openRegistry } from "../../../lib/modules/registry/open-registry.ts";
import { serveAdmission } from "../../../lib/web/admission/serve-admission.ts";
import { ListenError } from "../../../lib/web/server/listen-address.ts";
import type { SyncController } from "../../../lib/sync/sync-controller.ts";
import type { SyncControllerOptions } from "../../../lib/sync/sync-controller-options.ts";
import { Clusters } from "../../../lib/sync/clusters.ts";
import type { ClusterStatus } from "../../../lib/sync/status/status-port.ts";
import { createStatusReporter } from "../../../lib/sync/status/status-reporter.ts";
import type { SyncEvent } from "../../../lib/sync/sync-event.ts";
import { printError } from "../../session/with-cluster.ts";
import { type ExitCode, exitCodes } from "../../host/exit-code.ts";
import { saveMemory, limitYoungGeneration } from "../../host/gc-tuning.ts";
import type { Host, Signals } from "../../host/host.ts";
import {
  replicaIdentity,
  closeInOrder,
  openClusterAs,
  withStateDir,
} from "../../sidecar/sidecar-lifecycle.ts";
import { openEventSinks, type SyncEventSinks } from "../../sidecar/sync-event-sinks.ts";
import { openServers } from "../../sidecar/sync-servers.ts";
import { versionLine } from "../../version/command.ts";
import type { ModulesRunFlags } from "./command.ts";
import { platformFacts } from "../flags/platform-flags.ts";
import { architectureOf } from "../../../lib/modules/registry/model/module-registry.ts";

/** Inputs of one call of `modules run`. */
export interface ModulesRunArgs {
  readonly flags: ModulesRunFlags;
  readonly host: Host;
}

const nothingYet = { name: "modules", clusters: [], units: [], notifications: [] };
const tooling = versionLine.replace(" ", "/v");

/** Runs the module controllers until a signal ends them. */
export async function runModules(words: ModulesRunArgs): Promise<ExitCode> {
  limitYoungGeneration();
  saveMemory();
  const { flags, host } = words;
  const signals = host.takeSignals();
  try {
    return await withStateDir({ ...flags, part: "modules" }, async (folder) =>
      runIn({ ...words, folder, signals }),
    );
  } catch (error) {
    if (error instanceof AccessError || error instanceof ListenError) {
      printError(error.message, host);
      return error instanceof AccessError ? exitCodes.unreachable : exitCodes.invalid;
    }
    throw error;
  }
}

interface Running extends ModulesRunArgs {
  readonly folder: string;
  readonly signals: Signals;
}

async function runIn(running: Running): Promise<ExitCode> {
  const { flags, host, signals } = running;
  const clusters = new Clusters((as) => openClusterAs(as, flags, host), host.clock);
  const cluster = await clusters.as(undefined);
  const identity = replicaIdentity(flags, host);
  const name = flags.name ?? "modules";
  const configuration = { ...nothingYet, name };
  const sinks = await openEventSinks({ configuration, identity, flags, host, signal: signals.signal });
  const closeServers = await openServers({ ...sinks, flags, host, pushed: () => {} });
  try {
    await keepModules({ ...running, clusters, cluster, sinks, identity, name });
    return exitCodes.converged;
  } finally {
    await closeInOrder([closeServers, async () => sinks.close(), async () => clusters.close()]);
  }
}

interface Keeping extends Running {
  readonly clusters: Clusters;
  readonly cluster: Cluster;
  readonly sinks: SyncEventSinks;
  readonly identity: string;
  readonly name: string;
}

async function keepModules(keeping: Keeping): Promise<void> {
  const { cluster, sinks, folder, identity, name, host, signals } = keeping;
  const { clock, random } = host;
  const store = new ModuleStore(join(folder, "laid-out"));
  await store.begin();
  await mkdir(join(folder, "pulled"), { recursive: true, mode: 0o700 });
  const status = createStatusReporter({
    context: { cluster, clock, random, signal: signals.signal, tooling },
    namespace: cluster.namespace,
    sync: name,
    identity,
    emit: sinks.emit,
  });
  const held: { controllers?: Controllers } = {};
  const emit = (event: SyncEvent): void => {
    sinks.emit(event);
    status.emitSync(event);
    held.controllers?.emitSync(event);
  };
  const controller = await openController(keeping, { store, status: keepingStatus(status, store), emit });
  const controllers = await openControllers(keeping, controller, store);
  held.controllers = controllers;
  try {
    await controllers.begin();
    const closeAdmission = await openAdmission(controllers, keeping);
    try {
      await controllers.run();
    } finally {
      await closeAdmission();
    }
  } finally {
    await closeInOrder([
      async () => controllers.close(),
      async () => controller.stop(),
      async () => status.close(),
    ]);
  }
}

/**
 * After a start, modules have no unit until their files are pulled: their objects must not be treated as left
 * over.
 */
function keepingStatus(status: ClusterStatus, store: ModuleStore): ClusterStatus {
  return { ...status, left: () => status.left().filter(({ name }) => !store.keeps(name)) };
}

async function openController(
  { cluster, clusters, flags, identity, host }: Keeping,
  own: Pick<SyncControllerOptions, "store" | "status" | "emit">,
): Promise<SyncController> {
  const { clock, random, env, runId } = host;
  return sync({
    ...own,
    clusters,
    members: undefined,
    namespace: cluster.namespace,
    self: identity,
    clock,
    random,
    env,
    identity: runId,
    tooling,
    once: false,
    concurrency: flags.concurrency,
    lockTimeout: flags.lockTimeout,
    planApart: openPlanApart({ clock, start: startPlanningThread }),
  });
}

async function openControllers(
  { cluster, sinks, flags, folder, host, signals }: Keeping,
  controller: SyncController,
  store: ModuleStore,
): Promise<Controllers> {
  const { clock, random } = host;
  const facts = { clock, random, userAgent: tooling, architecture: architectureOf(process.arch) };
  return modules({
    cluster,
    controller,
    store,
    openRegistry: (access) => openRegistry(access, facts),
    platform: platformFacts(flags, host),
    folder: join(folder, "pulled"),
    interval: flags.interval,
    clock,
    random,
    emit: sinks.emit,
    signal: signals.signal,
    configured: sinks.configured,
  });
}

async function openAdmission(
  controllers: Controllers,
  { sinks, flags, host }: Keeping,
): Promise<() => Promise<void>> {
  const { admission, admissionCertFile = "", admissionKeyFile = "" } = flags;
  if (admission === undefined) {
    return async () => Promise.resolve();
  }
  return serveAdmission({
    address: admission,
    identity: async () => ({
      cert: await readFile(admissionCertFile, "utf8"),
      key: await readFile(admissionKeyFile, "utf8"),
    }),
    answer: (review) => controllers.review(review),
    clock: host.clock,
    notice: sinks.notice,
  });
}
