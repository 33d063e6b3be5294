import type { SetToPlan } from "../../apply/plan/plan-set.ts";
import type { SetLookups } from "../../apply/observe/set-lookups.ts";
import type { Clock } from "../../async/clock.ts";
import type { Duration } from "../../object/duration.ts";
import type { PlanResult } from "../../plan/make-plan.ts";
import { Timer } from "../../async/timer.ts";
import { PlanAssembly } from "./plan-pieces.ts";
import type { PlanningReport, PlanningWorker, PlanningPlace } from "./planning-worker.ts";

/** A worker has computed longer than it may. */
export class PlanningTimeError extends Error {
  override readonly name = "PlanningTimeError";
}

interface Supervision {
  readonly lookups: SetLookups;
  readonly clock: Pick<Clock, "now" | "after">;
  readonly signal: AbortSignal;
  /** The time that the worker may compute. */
  readonly patience: Duration;
}

/**
 * Has a worker plan a set, and answers its questions meanwhile. Rejects if the worker ends early or computes
 * too long, on the signal, and with the error of a lookup; then the worker is in no state to be reused.
 */
export async function supervise(
  worker: PlanningWorker,
  { set, place }: { readonly set: SetToPlan; readonly place: PlanningPlace },
  { lookups, clock, signal, patience }: Supervision,
): Promise<PlanResult> {
  const { promise, resolve, reject } = Promise.withResolvers<PlanResult>();
  const timer = new ComputingTime(clock, patience, () => {
    reject(new PlanningTimeError());
  });
  const abort = (): void => {
    reject(signal.reason);
  };
  signal.addEventListener("abort", abort);
  const plan = new PlanAssembly(set, set.sources);
  const answer = (given: unknown): void => {
    timer.start();
    worker.send({ type: "answer", answer: given });
  };
  worker.listen((report) => {
    timer.stop();
    if (report.type === "ask") {
      askLookup(lookups, report).then(answer, reject);
    } else if (report.type === "piece") {
      plan.add(report.piece);
      answer(undefined);
    } else {
      resolve(plan.finish(report.refused));
    }
  }, reject);
  timer.start();
  worker.send({ type: "plan", set, place });
  try {
    return await promise;
  } finally {
    timer.stop();
    signal.removeEventListener("abort", abort);
  }
}

async function askLookup(
  lookups: SetLookups,
  { lookup, words }: Extract<PlanningReport, { readonly type: "ask" }>,
): Promise<unknown> {
  const ask: (...words: readonly never[]) => Promise<unknown> = lookups[lookup];
  // eslint-disable-next-line typescript/no-unsafe-type-assertion -- the worker asks by the same interface
  return ask(...(words as readonly never[]));
}

/** Measures the time that a worker computes, without the time for which it waits. */
class ComputingTime {
  readonly #clock: Pick<Clock, "now" | "after">;
  readonly #due: Timer;
  #left: Duration;
  #since: number | undefined;

  constructor(clock: Pick<Clock, "now" | "after">, most: Duration, over: () => void) {
    this.#clock = clock;
    this.#left = most;
    this.#due = new Timer(clock, over);
  }

  start(): void {
    this.#since = this.#clock.now();
    this.#due.set(this.#left);
  }

  stop(): void {
    if (this.#since !== undefined) {
      this.#left = Math.max(this.#left - (this.#clock.now() - this.#since), 0);
      this.#since = undefined;
    }
    this.#due.clear();
  }
}

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
