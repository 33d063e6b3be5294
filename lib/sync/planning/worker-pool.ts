import type { Clock } from "../../async/clock.ts";
import type { Duration } from "../../object/duration.ts";
import { Timer } from "../../async/timer.ts";
import type { PlanningWorker } from "./planning-worker.ts";

/** Milliseconds after which an idle worker is terminated. */
const idleTime: Duration = 30_000;

/** Idle workers: they are reused, or terminated after a while. */
export class WorkerPool {
  readonly #clock: Pick<Clock, "now" | "after">;
  readonly #start: () => PlanningWorker;
  readonly #idle: { readonly worker: PlanningWorker; readonly end: Timer }[] = [];

  constructor(clock: Pick<Clock, "now" | "after">, start: () => PlanningWorker) {
    this.#clock = clock;
    this.#start = start;
  }

  /** Returns the worker that was given back last, or starts one. */
  take(): PlanningWorker {
    const idle = this.#idle.pop();
    idle?.end.clear();
    return idle?.worker ?? this.#start();
  }

  /** Keeps a worker for reuse. */
  giveBack(worker: PlanningWorker): void {
    const end = new Timer(this.#clock, () => {
      this.#idle.splice(this.#idle.indexOf(idle), 1);
      worker.terminate();
    });
    const idle = { worker, end };
    this.#idle.push(idle);
    end.set(idleTime);
  }
}
