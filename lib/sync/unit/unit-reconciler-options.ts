import type { RunContext } from "../../apply/model/run-context.ts";
import type { Cluster } from "../../client/model/cluster.ts";
import type { Clock, Random } from "../../async/clock.ts";
import type { HealthRuleSources } from "../../readiness/readiness.ts";
import type { Duration } from "../../object/duration.ts";
import type { GitRepository } from "../../git/model/git-repository.ts";
import type { UnitCommand, UnitStatus } from "../status/status-port.ts";
import type { Engine } from "../apply-engine.ts";
import type { Semaphore } from "../../async/locks.ts";
import type { ObjectProviders } from "../object-providers.ts";
import type { Rollout } from "../rollout/rollouts.ts";
import type { RefWatcher } from "../ref/ref-watcher.ts";
import type { SyncEventSink } from "../sync-event.ts";
import type { SettingNames } from "./setting-names.ts";
import type { Unit } from "./unit.ts";
import type { UnitRun, UnitState } from "./unit-state.ts";

/** Options of the reconciler of a unit. */
export interface UnitReconcilerOptions {
  readonly unit: Unit;
  /** The namespace of the custom resource of the unit. */
  readonly namespace: string;
  /** Health rules of the unit; the built-in table by default. */
  readonly healthRules?: HealthRuleSources;
  readonly watcher: RefWatcher;
  readonly repository: GitRepository;
  readonly engine: Engine;
  readonly providers: ObjectProviders;
  /**
   * Limits how many units are read and planned at a time: these share one thread, and more would only take
   * more memory.
   */
  readonly gate: Semaphore;
  /**
   * The units of this replica that may bring what this one depends on, and whether other replicas keep units.
   */
  readonly units: () => readonly string[];
  readonly hasOthers: () => boolean;
  /** Opens the cluster with the identity of the unit. */
  readonly openCluster: () => Promise<Cluster>;
  /** Returns the context of a run. */
  readonly contextFor: (cluster: Cluster, run: UnitRun, signal: AbortSignal) => RunContext;
  /** Reports whether the unit is assigned to this replica. */
  readonly isAssigned: () => boolean;
  /** Returns the reason why the unit is not assigned to this replica. */
  readonly whyNotAssigned: () => string;
  /** Returns the requests of a user to the unit. */
  readonly command: () => UnitCommand;
  /** Returns what the unit waits for before it gets a new revision; undefined if it does not. */
  readonly rollout: () => Rollout | undefined;
  /** Returns the status of the unit in the cluster. */
  readonly status: () => UnitStatus | undefined;
  /** Returns the state of another unit. */
  readonly stateOf: (name: string) => UnitState | undefined;
  /** The settings that messages name instead of flags. */
  readonly settingNames?: SettingNames | undefined;
  readonly emit: SyncEventSink;
  readonly clock: Clock;
  readonly random: Random;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Concurrent writes. */
  readonly concurrency: number;
  /** The time to wait for another run of the release. */
  readonly lockTimeout: Duration;
  /** A single run: no retry, no watch for drift. */
  readonly once: boolean;
}
