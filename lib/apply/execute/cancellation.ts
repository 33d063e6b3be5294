import { onAbort } from "../../async/abort.ts";
import type { CancelReason } from "./executor-options.ts";
import type { Task } from "../model/task.ts";
import { LockLostError } from "../store/lock.ts";

/** The time limit of a deletion that starts after the run was stopped, in milliseconds. */
const patience = 30_000;

/** Tracks whether a run is being stopped, and which of its tasks that concerns. */
export class Cancellation {
  readonly #stop: (stop: CancelReason) => void;
  #cancelled: CancelReason | undefined;
  readonly #cancelledTasks = new Set<number>();

  /** `stop` is called with each new reason to stop. */
  constructor(stop: (stop: CancelReason) => void) {
    this.#stop = stop;
  }

  /** Nothing new starts any more, except cleanup after a failure. */
  get isCancelled(): boolean {
    return this.#cancelled !== undefined;
  }

  /** Stops the run. After another stop only an interruption counts: it also ends the remaining cleanup. */
  cancel(stop: CancelReason): void {
    if (this.#cancelled === undefined || (this.#cancelled.isOrderly && !stop.isOrderly)) {
      this.#cancelled = stop;
      this.#stop(stop);
    }
  }

  /** Stops the run when it is interrupted or its timeout expires; the returned function cancels that. */
  watch(interrupt: AbortSignal, late: AbortSignal): () => void {
    const stops = [this.#cancelAt(interrupt, interrupted), this.#cancelAt(late, deadlineExceeded)];
    return () => {
      for (const stop of stops) {
        stop();
      }
    };
  }

  #cancelAt(signal: AbortSignal, reasonFor: (reason: unknown) => CancelReason): () => void {
    if (signal.aborted) {
      this.cancel(reasonFor(signal.reason));
    }
    return onAbort(signal, () => {
      this.cancel(reasonFor(signal.reason));
    });
  }

  /** The reason why a task must not go on; undefined if it may. */
  reasonFor({ onlyAfter }: Task): CancelReason | undefined {
    return onlyAfter !== undefined && this.#cancelled?.isOrderly === true ? undefined : this.#cancelled;
  }

  /**
   * Ends the wait for a task because the run ends. A timeout of the run, however, counts as a failure of the
   * task itself.
   */
  markCancelled({ index }: Task): void {
    if (this.#cancelled !== undefined && this.#cancelled.reconcile !== "Timeout") {
      this.#cancelledTasks.add(index);
    }
  }

  /** Reports whether that task has ended only because the run did: its object has not failed itself. */
  wasCancelled(index: number | undefined): boolean {
    return index !== undefined && this.#cancelledTasks.has(index);
  }

  /** The time limit of a task that starts now, in milliseconds. */
  timeFor({ timeout, round }: Task): number {
    return this.isCancelled && round !== "failure" ? Math.min(timeout, patience) : timeout;
  }
}

/** The reason why an interrupted run ended: a lost lock, or a signal. */
export function interrupted(reason: unknown): CancelReason {
  return reason instanceof LockLostError
    ? { reconcile: "Failed", message: reason.message, isOrderly: false }
    : { reconcile: "Interrupted", message: "interrupted", isOrderly: false };
}

/** The run has exceeded its timeout. */
export function deadlineExceeded(): CancelReason {
  return { reconcile: "Timeout", message: "the run timed out", isOrderly: true };
}

/** A failure that stops the run at once. */
export function failure(key: string): CancelReason {
  return { reconcile: "Failed", message: `stopped: ${key} failed`, isOrderly: true };
}
