import type { Clock, Random } from "../async/clock.ts";
import type { Duration } from "../object/duration.ts";
import type { GitStore } from "../git/model/git-repository.ts";
import type { ClusterStatus } from "./status/status-port.ts";
import type { Clusters } from "./clusters.ts";
import type { Engine } from "./apply-engine.ts";
import type { Members } from "./membership/members.ts";
import type { PlanApart } from "./planning/plan-apart.ts";
import type { SyncEventSink } from "./sync-event.ts";

/** What a vigil needs. */
export interface SyncControllerOptions {
  readonly store: GitStore;
  readonly engine: Engine;
  /** Plans the set of a unit apart from this thread. */
  readonly planApart: PlanApart;
  readonly clusters: Clusters;
  readonly status: ClusterStatus;
  /** Undefined where nobody shares the units. */
  readonly members: Members | undefined;
  readonly emit: SyncEventSink;
  readonly clock: Clock;
  readonly random: Random;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Unlike that of any other process: the holder of locks. */
  readonly identity: string;
  readonly tooling: string;
  readonly once: boolean;
  /** Of units that name none. */
  readonly namespace: string;
  /** The name of this replica among its members. */
  readonly self: string;
  /** Writes of one unit under way at a time. */
  readonly concurrency: number;
  /** How long another run of a release, by a person or a pipeline, is waited for. */
  readonly lockTimeout: Duration;
}
