import { onAbort } from "../../async/abort.ts";
import type { CancelReason } from "./executor-options.ts";
import { interrupted, deadlineExceeded } from "./cancel-reasons.ts";
import type { Task } from "../model/task.ts";

/** Milliseconds that a deletion may take which is begun after the run was stopped. */
const patience = 30_000;

/** Holds whether a run is being stopped, and which of its tasks that concerns. */
export class Cancellation {
  readonly #stop: (stop: CancelReason) => void;
  #pulled: CancelReason | undefined;
  readonly #cut = new Set<number>();

  /** `stop` is called with each stop that is news. */
  constructor(stop: (stop: CancelReason) => void) {
    this.#stop = stop;
  }

  /** Nothing new begins any more, but for what cleans up after a failure. */
  get isPulled(): boolean {
    return this.#pulled !== undefined;
  }

  /**
   * Stops the run. Only an interruption counts after another stop: it ends what was left to be cleaned up.
   */
  cancel(stop: CancelReason): void {
    if (this.#pulled === undefined || (this.#pulled.isOrderly && !stop.isOrderly)) {
      this.#pulled = stop;
      this.#stop(stop);
    }
  }

  /** Stops the run when it is interrupted or its time is over; the function given back calls that off. */
  watch(interrupt: AbortSignal, late: AbortSignal): () => void {
    const stops = [this.#pullAt(interrupt, interrupted), this.#pullAt(late, deadlineExceeded)];
    return () => {
      for (const stop of stops) {
        stop();
      }
    };
  }

  #pullAt(signal: AbortSignal, reasonFor: (reason: unknown) => CancelReason): () => void {
    if (signal.aborted) {
      this.cancel(reasonFor(signal.reason));
    }
    return onAbort(signal, () => {
      this.cancel(reasonFor(signal.reason));
    });
  }

  /** Why a task is not to go on; undefined where it is. */
  stopFor({ onlyAfter }: Task): CancelReason | undefined {
    return onlyAfter !== undefined && this.#pulled?.isOrderly === true ? undefined : this.#pulled;
  }

  /**
   * The wait for a task ends because the run does. That the time of the run is over is a failure of what it
   * waits for.
   */
  cut({ index }: Task): void {
    if (this.#pulled !== undefined && this.#pulled.reconcile !== "Timeout") {
      this.#cut.add(index);
    }
  }

  /** Whether that task has ended only because the run did: its object has not failed itself. */
  wasCancelled(index: number): boolean {
    return this.#cut.has(index);
  }

  /** How long a task that begins now may take, in milliseconds. */
  timeFor({ timeout }: Task): number {
    return this.isPulled ? Math.min(timeout, patience) : timeout;
  }
}
