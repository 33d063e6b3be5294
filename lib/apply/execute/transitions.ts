import type { BlockedBy } from "../model/event.ts";
import type { Task } from "../model/task.ts";

/** A task that will not run, and what prevented it. */
export interface Skip {
  readonly task: Task;
  readonly because: BlockedBy;
}

/** The tasks that may now start, and those that never will. */
export interface Transitions {
  readonly start: readonly Task[];
  readonly skip: readonly Skip[];
}

/** The progress of a task. */
export interface TaskProgress {
  /** The number of waits and barriers that still hold it. */
  blockers: number;
  /** Those of them that are lazy tasks. */
  lazyBlockers: number;
  state: "held" | "started" | "written" | "done" | "lost";
  /** Whether its dependents were released before its end. */
  isUnblocked: boolean;
  /** The task whose progress released it: the link of the critical path. */
  releasedBy: number;
}

/** Transitions while they are collected. */
export interface MovesDraft {
  readonly start: Task[];
  readonly skip: Skip[];
}
