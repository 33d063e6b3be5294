import type { Cluster } from "../../client/model/cluster.ts";
import { backoff, jitter } from "../../async/timer.ts";
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
  /** Limits how many runs write at a time; undefined: no limit. */
  readonly writeTurn?: WriteTurn;
}

/** The turn of a run to write, among the runs of a process. */
export interface WriteTurn {
  /** Waits for the turn. It is taken before the lock, which would have to be renewed meanwhile. */
  readonly begin: () => Promise<void>;
  /** Ends the turn: the run only waits for readiness now. May be called twice, or without a turn. */
  readonly end: () => void;
}

/** The parts that running tasks need: only their effects reach the cluster. */
export type TaskContext = Pick<RunContext, "clock" | "signal" | "emit">;

const delays = { first: 200, longest: 5000 };

/** Milliseconds before the attempt after the nth (from 1): 0.2 s, doubled up to 5 s, a third of it random. */
export function attemptDelay(attempt: number, { random }: Pick<RunContext, "random">): number {
  return Math.round(jitter(backoff(attempt, delays), [2 / 3, 1 / 3], random));
}
