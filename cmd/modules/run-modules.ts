import { mkdir, readFile } from "node:fs/promises";
import { openPlanApart } from "../../lib/sync/planning/plan-apart.ts";
import { startPlanningThread } from "../start-planning-thread.ts";
import { join } from "node:path";

import { modules, sync } from "../../lib/converge.ts";
import { AccessError } from "../../lib/cluster/api-error.ts";
import type { Cluster } from "../../lib/cluster/cluster.ts";
import type { Controllers } from "../../lib/controller/controllers.ts";
import { ModuleStore } from "../../lib/controller/module-store.ts";
import { architectureOf } from "../../lib/registry/architecture.ts";
import { openRegistry } from "../../lib/registry/open-registry.ts";
import { serveAdmission } from "../../lib/serve/admission/serve-admission.ts";
import { ListenError } from "../../lib/serve/http/listen-address.ts";
import type { SyncController } from "../../lib/sync/vigil.ts";
import type { SyncControllerOptions } from "../../lib/sync/vigil-facts.ts";
import { Clusters } from "../../lib/sync/clusters.ts";
import type { ClusterStatus } from "../../lib/sync/cluster-status/cluster-status.ts";
import { createStatusReporter } from "../../lib/sync/cluster-status/open-cluster-status.ts";
import type { SyncEvent } from "../../lib/sync/sync-event.ts";
import { printError } from "../cluster-world.ts";
import { type ExitCode, exitCodes } from "../exit-code.ts";
import { saveMemory, limitYoungGeneration } from "../save-memory.ts";
import type { Host, Signals } from "../shell.ts";
import { replicaIdentity, closeInOrder, openClusterAs, withStateDir } from "../sidecar-life.ts";
import { openEventSinks, type SyncEventSinks } from "../sync-ears.ts";
import { openServers } from "../sync-servers.ts";
import { versionLine } from "../version-command.ts";
import type { ModulesRunFlags } from "./modules-run-command.ts";
import { platformFacts } from "./platform-flags.ts";

/** What one call of `modules run` is asked to do. */
export interface ModulesRunArgs {
  readonly flags: ModulesRunFlags;
  readonly shell: Host;
}

const nothingYet = { name: "modules", units: [], notifications: [] };
const tooling = versionLine.replace(" ", "/v");

/** Runs the controllers of modules until a signal ends them. */
export async function runModules(words: ModulesRunArgs): Promise<ExitCode> {
  limitYoungGeneration();
  saveMemory();
  const { flags, shell } = words;
  const signals = shell.takeSignals();
  try {
    return await withStateDir({ ...flags, part: "modules" }, async (folder) =>
      runIn({ ...words, folder, signals }),
    );
  } catch (error) {
    if (error instanceof AccessError || error instanceof ListenError) {
      printError(error.message, shell);
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
  const { flags, shell, signals } = running;
  const clusters = new Clusters((as) => openClusterAs(as, flags, shell), shell.clock);
  const cluster = await clusters.as(undefined);
  const identity = replicaIdentity(flags, shell);
  const name = flags.name ?? "modules";
  const configuration = { ...nothingYet, name };
  const sinks = await openEventSinks({ configuration, identity, flags, shell, signal: signals.signal });
  const closeServers = await openServers({ ...sinks, flags, shell, pushed: () => {} });
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
  const { cluster, sinks, folder, identity, name, shell, signals } = keeping;
  const { clock, random } = shell;
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

/** After a start all modules are of no unit until their files are here: what they brought must not be taken for left. */
function keepingStatus(status: ClusterStatus, store: ModuleStore): ClusterStatus {
  return { ...status, left: () => status.left().filter(({ name }) => !store.keeps(name)) };
}

async function openController(
  { cluster, clusters, flags, identity, shell }: Keeping,
  own: Pick<SyncControllerOptions, "store" | "status" | "emit">,
): Promise<SyncController> {
  const { clock, random, env, runId } = shell;
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
  { cluster, sinks, flags, folder, shell, signals }: Keeping,
  controller: SyncController,
  store: ModuleStore,
): Promise<Controllers> {
  const { clock, random } = shell;
  const facts = { clock, random, userAgent: tooling, architecture: architectureOf(process.arch) };
  return modules({
    cluster,
    controller,
    store,
    openRegistry: (access) => openRegistry(access, facts),
    platform: platformFacts(flags, shell),
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
  { sinks, flags, shell }: Keeping,
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
    clock: shell.clock,
    notice: sinks.notice,
  });
}
