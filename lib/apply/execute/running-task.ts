import { type Duration, formatDuration } from "../../object/duration.ts";
import type { Readiness } from "../../readiness/readiness.ts";
import type { EffectResult, Observation, Task } from "../model/task.ts";
import type { TaskContext } from "../model/run-context.ts";
import type { Reconcile } from "../model/event.ts";

/** The time left for a write in flight when the run is stopped, in milliseconds. */
const grace = 5000;

/** A task from its first attempt to its end. */
export class RunningTask {
  readonly startedAt: number;
  /** The result of its effect, once it is done. */
  effectResult: EffectResult | undefined;
  readonly #abort = new AbortController();
  readonly #clock: TaskContext["clock"];
  #stopClock: () => void;
  #stopQuiet: (() => void) | undefined;
  #restartQuiet: (() => void) | undefined;
  #stopFollowing: (() => void) | undefined;
  #readiness: Readiness | undefined;
  #lastRetry: string | undefined;
  #hasEnded = false;

  /** `expire` is called with the time limit that was exceeded: `5m`. */
  constructor({ clock }: TaskContext, timeout: Duration, expire: (time: string) => void) {
    this.#clock = clock;
    this.startedAt = clock.now();
    this.#stopClock = clock.after(timeout, () => {
      expire(formatDuration(timeout));
    });
  }

  /** Aborts when the task has ended before its effect has. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Accepts the function that stops the following; calls it at once if the task has ended meanwhile. */
  setStopFollowing(stop: () => void): void {
    this.#stopFollowing = stop;
    if (this.#hasEnded) {
      stop();
    }
  }

  /** From now on, calls `expire` after `limit` milliseconds without any change. */
  expectProgress(limit: Duration | undefined, expire: (reason: string) => void): void {
    if (limit !== undefined) {
      this.#restartQuiet = () => {
        this.#stopQuiet?.();
        this.#stopQuiet = this.#clock.after(limit, () => {
          expire(`it has not changed for ${formatDuration(limit)}`);
        });
      };
      this.#restartQuiet();
    }
  }

  /** Reports whether its write was refused at least once and is being retried. */
  get isRetrying(): boolean {
    return this.#lastRetry !== undefined;
  }

  /** Gives the write in flight a short time to end. */
  endAfterGrace(expire: () => void): void {
    this.#stopClock();
    this.#stopClock = this.#clock.after(grace, expire);
  }

  /** Records that an attempt failed and is retried. */
  recordRetry(message: string): void {
    this.#lastRetry = message;
  }

  /** Records an observation, and reports whether its readiness is new. */
  recordObservation({ readiness, byTime }: Extract<Observation, { readonly type: "readiness" }>): boolean {
    const before = this.#readiness;
    this.#readiness = readiness;
    const isChanged = before?.message !== readiness.message || before.state !== readiness.state;
    if (isChanged || byTime !== true) {
      this.#restartQuiet?.();
    }
    return isChanged;
  }

  /** The reason with the last message about the object. */
  withLastMessage(reason: string): string {
    const last = this.#readiness?.message ?? this.#lastRetry ?? "";
    return last === "" ? reason : `${reason}: ${last}`;
  }

  /** Ends the task: nothing more is waited for. */
  end(): void {
    this.#hasEnded = true;
    this.#stopClock();
    this.#stopQuiet?.();
    this.#stopFollowing?.();
    if (this.effectResult === undefined) {
      this.#abort.abort(new Error("it timed out"));
    }
  }
}

/** The end of a followed task. */
interface TaskCompletion {
  readonly reconcile: Extract<Reconcile, "Succeeded" | "Suspended" | "Failed">;
  readonly message: string | undefined;
}

/** Reports whether a task removes its object. */
export function isRemoval({ operation }: Pick<Task, "operation">): boolean {
  return operation === "prune" || operation === "delete";
}

/**
 * Returns the end of a task that an observation of its object implies; undefined if the task goes on. A
 * removal ends only when the object is gone.
 */
export function completionOf(task: Task, observation: Observation): TaskCompletion | undefined {
  switch (observation.type) {
    case "done":
      return { reconcile: "Succeeded", message: observation.message };
    case "failed":
      return { reconcile: "Failed", message: observation.message };
    case "readiness":
      return isRemoval(task) ? undefined : byReadiness(observation.readiness);
    default:
      return observation satisfies never;
  }
}

/** Reports whether dependents may start although the task goes on. */
export function unblocks(observation: Observation): boolean {
  return observation.type === "readiness" && observation.readiness.unblocks === true;
}

function byReadiness({
  state,
  reason,
  message,
}: Extract<Observation, { readonly type: "readiness" }>["readiness"]): TaskCompletion | undefined {
  switch (state) {
    case "Current":
      return { reconcile: "Succeeded", message };
    case "Suspended":
      return { reconcile: "Suspended", message };
    case "Failed":
      return { reconcile: "Failed", message: `${reason}: ${message}` };
    case "InProgress":
    case "Terminating":
    case "NotFound":
    case "Unknown":
      return undefined;
    default:
      return state satisfies never;
  }
}
