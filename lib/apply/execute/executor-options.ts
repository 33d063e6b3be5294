import type { Duration } from "../../object/duration.ts";
import type { GroupFacts, Outcome, Diagnosis } from "../model/event.ts";
import type { Scheduler } from "./scheduler.ts";
import type { Task } from "../model/task.ts";

/** How tasks are run. */
export interface ExecutorOptions {
  readonly tasks: readonly Task[];
  readonly groups: readonly GroupFacts[];
  readonly barrier: ConstructorParameters<typeof Scheduler>[1];
  /** Writes under way at a time. */
  readonly concurrency: number;
  /** The first failure stops everything. */
  readonly failFast: boolean;
  /** How long all tasks of a weight of the main stage may take together, by weight. */
  readonly weightTimeouts: ReadonlyMap<number, Duration>;
  /** Aborts when the time of the whole run is over; what is not there yet has timed out. */
  readonly deadline: AbortSignal;
  /** Finds out why an object is stuck. Must not throw. */
  readonly investigate: (task: Task) => Promise<Diagnosis | undefined>;
}

/** How the tasks ended. */
export interface ExecutionResult {
  readonly outcomes: readonly Outcome[];
  readonly criticalPath: readonly string[];
}

/** Why nothing more is started. */
export interface CancelReason {
  /** How those end that are waited for. */
  readonly reconcile: "Failed" | "Timeout" | "Interrupted";
  readonly message: string;
  /** What is to be cleaned up after that still is. */
  readonly isOrderly: boolean;
}
