import type { Duration } from "../../object/duration.ts";
import type { GroupFacts, Outcome, Diagnosis } from "../model/event.ts";
import type { Scheduler } from "./scheduler.ts";
import type { Task } from "../model/task.ts";

/** Options of a task run. */
export interface ExecutorOptions {
  readonly tasks: readonly Task[];
  readonly groups: readonly GroupFacts[];
  readonly barrier: ConstructorParameters<typeof Scheduler>[1];
  /** The number of concurrent writes. */
  readonly concurrency: number;
  /** The first failure stops everything. */
  readonly failFast: boolean;
  /** The time limits for all tasks of a weight of the main stage together, by weight. */
  readonly weightTimeouts: ReadonlyMap<number, Duration>;
  /** Aborts when the timeout of the whole run expires; whatever is not done yet has timed out. */
  readonly deadline: AbortSignal;
  /** Investigates why an object is stuck. Must not throw. */
  readonly investigate: (task: Task) => Promise<Diagnosis | undefined>;
  /** Called when nothing is left to write, or not before something else is ready. */
  readonly onWritesDone?: () => void;
}

/** The outcomes of the tasks. */
export interface ExecutionResult {
  readonly outcomes: readonly Outcome[];
  readonly criticalPath: readonly string[];
  /** The milliseconds from the write of an object until it was ready, by key. */
  readonly durations: ReadonlyMap<string, Duration>;
}

/** The reason why nothing more is started. */
export interface CancelReason {
  /** The state in which pending waits end. */
  readonly reconcile: "Failed" | "Timeout" | "Interrupted";
  readonly message: string;
  /** Cleanup that is due afterwards still runs. */
  readonly isOrderly: boolean;
}
