import type { Cluster } from "../../client/model/cluster.ts";
import type { Clock, Random } from "../../async/clock.ts";
import type { EventSink } from "./event.ts";

/** What a run finds around it. */
export interface RunContext {
  readonly cluster: Cluster;
  readonly clock: Clock;
  readonly random: Random;
  /** Aborts when a person or a scheduler asks the run to end. */
  readonly signal: AbortSignal;
  readonly emit: EventSink;
  /** Tells this run from all others: the holder of the lock. */
  readonly runId: string;
  /**
   * Begins the `runId` of earlier processes in the place of this one, which have ended: their locks are not
   * waited for.
   */
  readonly endedRuns?: string;
  /** `converge/0.1.0`. */
  readonly tooling: string;
  /** Hears that the tasks of the run begin, which have times of their own. */
  readonly begin?: () => void;
}

/** What running tasks needs of it: the cluster is reached by their effects alone. */
export type TaskContext = Pick<RunContext, "clock" | "signal" | "emit">;
