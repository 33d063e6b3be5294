import type { Clock } from "../../async/clock.ts";
import type { Duration } from "../../object/duration.ts";
import { Timer } from "../../async/timer.ts";
import type { PlanningWorker } from "./planning-worker.ts";

/** After so many milliseconds without anything to do a worker ends. */
const idleTime: Duration = 30_000;

/** Workers that have nothing to do: they are used again, and end after a while. */
export class WorkerPool {
  readonly #clock: Pick<Clock, "now" | "after">;
  readonly #start: () => PlanningWorker;
  readonly #idle: { readonly worker: PlanningWorker; readonly end: Timer }[] = [];

  constructor(clock: Pick<Clock, "now" | "after">, start: () => PlanningWorker) {
    this.#clock = clock;
    this.#start = start;
  }

  /** Takes the worker that was given back last, or starts one. */
  take(): PlanningWorker {
    const idle = this.#idle.pop();
    idle?.end.clear();
    return idle?.worker ?? this.#start();
  }

  /** Keeps a worker for the next one who needs it. */
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
