import type { Duration } from "../../object/duration.ts";
import type { JsonObject } from "../../object/json.ts";
import type { FailMode } from "../../object/deploy-policy.ts";
import type { Readiness } from "../../readiness/readiness.ts";
import type { BlockedBy, Change, Operation, Outcome, Target } from "./event.ts";

/** One object of a run: what is done to it, and what has to come first. Plain data but for its effect. */
export interface Task {
  /** Where it stands among the tasks of the run. */
  readonly index: number;
  readonly target: Target;
  readonly operation: Operation;
  /**
   * The number of its group; 0 for what is outside of all groups, below 0 for groups that are obeyed but not
   * told of.
   */
  readonly group: number;
  /** How long it may take from the first attempt until it is reconciled, in milliseconds. */
  readonly timeout: Duration;
  readonly waits: readonly TaskWait[];
  /** Groups that must have ended well first. */
  readonly barriers: readonly number[];
  /**
   * Begun only when nothing but such tasks holds back someone: a wait for the cluster should not use up its
   * time earlier.
   */
  readonly lazy: boolean;
  readonly effect: Effect;
  /** What its failure means for the run; null or left out: what waits for it is skipped, all else goes on. */
  readonly failMode?: FailMode | null;
  /** How long nothing about it may change while it is followed, in milliseconds. */
  readonly noActivityTimeout?: Duration | null;
  /**
   * What has to have become of another task for this one to be run; where it has not, nothing is told of this
   * one.
   */
  readonly onlyAfter?: Condition;
}

/** How another task has to have ended. */
export interface Condition {
  /** The index of that task. It has ended when the condition is looked at: the task waits for it. */
  readonly on: number;
  readonly isMet: (outcome: Outcome) => boolean;
}

/** One edge as the run obeys it. */
export interface TaskWait {
  /** The index of the task waited for. */
  readonly on: number;
  /**
   * `written`: its write has succeeded; `done`: it is also reconciled; `ended`: it has come to any end, also
   * to that of not being begun.
   */
  readonly until: "written" | "done" | "ended";
  /** Made only when someone asks: places cost a search in the text. */
  readonly because: () => BlockedBy;
}

/** What a task does to the cluster. It throws what it cannot mend. */
export interface Effect {
  readonly act: (acting: EffectContext) => Promise<EffectResult>;
}

/** What an effect gets from its run. */
export interface EffectContext {
  readonly signal: AbortSignal;
  /** Tells of an attempt that is tried again. */
  readonly retry: (message: string, delay: number) => void;
  /** Tells what the effect waits for, as a state of the object. */
  readonly waits: (readiness: Readiness) => void;
  /** Tells of something worth knowing. */
  readonly notice: (level: "note" | "warning", message: string) => void;
}

/** What an effect did. */
export interface EffectResult {
  readonly change?: Change;
  readonly message?: string;
  /** What has to be seen before the task has ended; undefined where nothing has. */
  readonly follow?: Subscribe;
  /** The write is as good as done and nobody looks how the cluster comes along with it. */
  readonly unwatched?: true;
  /** In a dry run: the object as the server would store it. */
  readonly written?: JsonObject;
  /**
   * The uid of the object that stands there now; left out where that is not known, or not the doing of this
   * release.
   */
  readonly uid?: string;
}

/** Watches what becomes of an object until the task has ended. */
export type Subscribe = (seen: (observation: Observation) => void) => () => void;

/** What was seen of a followed object. */
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
