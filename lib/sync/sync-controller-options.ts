import type { Clock, Random } from "../async/clock.ts";
import type { Duration } from "../object/duration.ts";
import type { GitStore } from "../git/model/git-repository.ts";
import type { ClusterStatus } from "./status/status-port.ts";
import type { Clusters } from "./clusters.ts";
import type { Engine } from "./apply-engine.ts";
import type { Members } from "./membership/members.ts";
import type { PlanApart } from "../apply/plan/plan-set.ts";
import type { SettingNames } from "./unit/setting-names.ts";
import type { SyncEventSink } from "./sync-event.ts";

/** Options of the sync controller. */
export interface SyncControllerOptions {
  readonly store: GitStore;
  readonly engine: Engine;
  /** Plans the set of a unit outside of this thread. */
  readonly planApart: PlanApart;
  readonly clusters: Clusters;
  readonly status: ClusterStatus;
  /** Undefined if the units are not shared. */
  readonly members: Members | undefined;
  readonly emit: SyncEventSink;
  /** The settings that messages name instead of flags; none if the units are not those of a file. */
  readonly settingNames?: SettingNames | undefined;
  readonly clock: Clock;
  readonly random: Random;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Unique among processes: the holder of locks. */
  readonly identity: string;
  readonly tooling: string;
  readonly once: boolean;
  /** The namespace of units that name none. */
  readonly namespace: string;
  /** The name of this replica among its members. */
  readonly self: string;
  /** Concurrent writes of one unit. */
  readonly concurrency: number;
  /** The time to wait for another run of a release, by a person or a pipeline. */
  readonly lockTimeout: Duration;
}
