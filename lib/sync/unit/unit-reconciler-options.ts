import type { RunContext } from "../../apply/model/run-context.ts";
import type { Cluster } from "../../client/model/cluster.ts";
import type { Clock, Random } from "../../async/clock.ts";
import type { Duration } from "../../object/duration.ts";
import type { GitRepository } from "../../git/model/git-repository.ts";
import type { UnitCommand } from "../status/status-port.ts";
import type { Engine } from "../apply-engine.ts";
import type { Semaphore } from "../../async/semaphore.ts";
import type { ObjectProviders } from "../object-providers.ts";
import type { RefWatcher } from "../ref/ref-watcher.ts";
import type { SyncEventSink } from "../sync-event.ts";
import type { Unit } from "./unit.ts";
import type { UnitRun, UnitState } from "./unit-state.ts";

/** What the life of a unit needs. */
export interface UnitLoopFacts {
  readonly unit: Unit;
  readonly watcher: RefWatcher;
  readonly repository: GitRepository;
  readonly engine: Engine;
  readonly known: ObjectProviders;
  /**
   * Few units are read and planned at a time: these share one thread, and more would only take more memory.
   */
  readonly gate: Semaphore;
  /**
   * The units of this replica that may bring what this one depends on, and whether there are units of others.
   */
  readonly units: () => readonly string[];
  readonly hasOthers: () => boolean;
  /** The cluster as whom the unit acts. */
  readonly openCluster: () => Promise<Cluster>;
  /** What a run finds around it. */
  readonly contextFor: (cluster: Cluster, run: UnitRun, signal: AbortSignal) => RunContext;
  /** Whether this replica keeps the unit. */
  readonly keeps: () => boolean;
  /** Where it does not: who does. */
  readonly whyNotKept: () => string;
  /** What a person asks of it. */
  readonly command: () => UnitCommand;
  /** How another unit stands. */
  readonly stateOf: (name: string) => UnitState | undefined;
  readonly emit: SyncEventSink;
  readonly clock: Clock;
  readonly random: Random;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Writes under way at a time. */
  readonly concurrency: number;
  /** How long another run of the release is waited for. */
  readonly lockTimeout: Duration;
  /** One run, and nothing after it: no second try, no watch for drift. */
  readonly once: boolean;
}
