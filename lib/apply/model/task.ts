import type { Duration } from "../../object/duration.ts";
import type { JsonObject } from "../../object/json.ts";
import type { FailMode } from "../../object/deploy-policy.ts";
import type { Readiness } from "../../readiness/readiness.ts";
import type { BlockedBy, Change, Operation, Outcome, Target, GroupFacts } from "./event.ts";

/** One object of a run: what is done to it, and what has to come first. Plain data except for its effect. */
export interface Task {
  /** Its position among the tasks of the run. */
  readonly index: number;
  readonly target: Target;
  readonly operation: Operation;
  /** The number of its group; 0 outside all groups, negative for groups that are obeyed but not reported. */
  readonly group: number;
  /** The time limit from the first attempt until it is reconciled, in milliseconds. */
  readonly timeout: Duration;
  readonly waits: readonly TaskWait[];
  /** Groups that must have succeeded first. */
  readonly barriers: readonly number[];
  /** Those of the barriers whose freed tasks do not count; none if omitted. */
  readonly weightBarriers?: readonly number[];
  /** Freed from its weight: `weightBarriers` do not wait for it. */
  readonly isFreed?: boolean;
  /**
   * Started only once a dependent is blocked by nothing but lazy tasks, so that a wait for the cluster does
   * not use up its timeout earlier.
   */
  readonly lazy: boolean;
  readonly effect: Effect;
  /**
   * The effect of a failure on the run; null or omitted: dependents are skipped, everything else continues.
   */
  readonly failMode?: FailMode | null;
  /** The longest time without any change while it is followed, in milliseconds. */
  readonly noActivityTimeout?: Duration | null;
  /**
   * A condition on another task under which this one runs; if it is not met, this one is not reported at all.
   */
  readonly onlyAfter?: Condition;
  /** Starts once every task of an earlier round has ended in any way; omitted: the first round. */
  readonly round?: LateRound;
}

/**
 * The part of a run after the run itself: hooks for its failure, then the deletion of what the end of the run
 * decides.
 */
export type LateRound = "failure" | "cleanup";

/** A condition on the outcome of another task, or of the run. */
export interface Condition {
  /**
   * The index of that task. It has ended when the condition is evaluated: the task waits for it. Omitted for
   * a condition on the run alone.
   */
  readonly on?: number;
  /** `hasFailed`: something has failed so far. `outcome`: that of the other task. */
  readonly isMet: (outcome: Outcome | undefined, hasFailed: boolean) => boolean;
}

/** One edge as the run obeys it. */
export interface TaskWait {
  /** The index of the task waited for. */
  readonly on: number;
  /**
   * `written`: its write has succeeded; `tried`: it has succeeded, failed or will never happen; `done`: it is
   * also reconciled; `ended`: it has ended in any way, even without having started.
   */
  readonly until: "written" | "tried" | "done" | "ended";
  /** Computed only on demand: finding the place costs a search in the text. */
  readonly because: () => BlockedBy;
}

/** A task's action on the cluster. It throws errors that it cannot recover from. */
export interface Effect {
  readonly act: (acting: EffectContext) => Promise<EffectResult>;
}

/** The context that a run passes to an effect. */
export interface EffectContext {
  readonly signal: AbortSignal;
  /** Reports a failed attempt that will be retried. */
  readonly retry: (message: string, delay: number) => void;
  /**
   * Resolves once the next attempt may be sent, or the signal aborts: called after the rest that follows
   * `retry`. Omitted: it may be sent at once.
   */
  readonly resume?: () => Promise<void>;
  /** Reports what the effect waits for, as a readiness of the object. */
  readonly waits: (readiness: Readiness) => void;
  /** Reports something worth knowing. */
  readonly notice: (level: "note" | "warning", message: string) => void;
}

/** The result of an effect. */
export interface EffectResult {
  readonly change?: Change;
  readonly message?: string;
  /** Observes the object until the task has ended; undefined if there is nothing to wait for. */
  readonly follow?: Subscribe;
  /** The write counts as done, and the object's readiness is not awaited. */
  readonly unwatched?: true;
  /** In a dry run: the object as the server would store it. */
  readonly written?: JsonObject;
  /** The uid of the object that exists now; omitted if it is unknown or if this release did not write it. */
  readonly uid?: string;
}

/** Observes an object until the task has ended. */
export type Subscribe = (seen: (observation: Observation) => void) => () => void;

/** An observation of a followed object. */
export type Observation =
  | {
      readonly type: "readiness";
      readonly readiness: Readiness;
      readonly object?: JsonObject;
      /** Nothing about it has changed: time has passed. */
      readonly byTime?: boolean;
    }
  | { readonly type: "done"; readonly message?: string }
  | { readonly type: "failed"; readonly message: string };

/** Tasks with the groups they are in. */
export interface TaskList {
  readonly tasks: readonly Task[];
  /** The groups that are reported. */
  readonly groups: readonly GroupFacts[];
}

/** Appends a list to another: none of its tasks starts before every group of the first one has succeeded. */
export function joinTasks(first: TaskList, second: TaskList): TaskList {
  const { length: tasksBefore } = first.tasks;
  const { length: groupsBefore } = first.groups;
  const quiet = quietGroups(first.tasks);
  const late = new Set(first.tasks.filter(({ round }) => round !== undefined).map(({ group }) => group));
  const all = [...first.groups.map((group) => group.index), ...quiet].filter((group) => !late.has(group));
  const moved = (group: number): number => {
    if (group === 0) {
      return 0;
    }
    return group < 0 ? group - quiet.length : group + groupsBefore;
  };
  return {
    tasks: [
      ...first.tasks,
      ...second.tasks.map((task) => ({
        ...task,
        index: task.index + tasksBefore,
        group: moved(task.group),
        waits: task.waits.map((wait) => ({ ...wait, on: wait.on + tasksBefore })),
        barriers: [...all, ...task.barriers.map(moved)],
        ...(task.weightBarriers === undefined ? {} : { weightBarriers: task.weightBarriers.map(moved) }),
        ...(task.onlyAfter?.on === undefined
          ? {}
          : { onlyAfter: { ...task.onlyAfter, on: task.onlyAfter.on + tasksBefore } }),
      })),
    ],
    groups: [
      ...first.groups,
      ...second.groups.map((group) => ({ ...group, index: group.index + groupsBefore })),
    ],
  };
}

/** The groups that are not reported: -1, -2, … without a gap. */
function quietGroups(tasks: readonly Task[]): readonly number[] {
  const last = tasks.reduce((least, { group }) => Math.min(least, group), 0);
  return Array.from({ length: -last }, (_, index) => -1 - index);
}
