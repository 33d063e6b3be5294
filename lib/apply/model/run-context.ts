import type { Cluster } from "../../client/model/cluster.ts";
import type { Clock, Random } from "../../async/clock.ts";
import type { EventSink } from "./event.ts";

/** The environment of a run. */
export interface RunContext {
  readonly cluster: Cluster;
  readonly clock: Clock;
  readonly random: Random;
  /** Aborts when a person or a scheduler asks the run to end. */
  readonly signal: AbortSignal;
  readonly emit: EventSink;
  /** Distinguishes this run from all others: the holder of the lock. */
  readonly runId: string;
  /**
   * A prefix of the `runId` of earlier processes in this one's place. They have ended: their locks are not
   * waited for.
   */
  readonly endedRuns?: string;
  /** `converge/0.1.0`. */
  readonly tooling: string;
  /** Called when the tasks of the run start, which have timeouts of their own. */
  readonly begin?: () => void;
}

/** The parts that running tasks need: only their effects reach the cluster. */
export type TaskContext = Pick<RunContext, "clock" | "signal" | "emit">;
