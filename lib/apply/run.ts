import PQueue from "p-queue";

import type { Reconcile } from "./event.ts";
import { Cancellation } from "./brake.ts";
import { RunningTask } from "./flight.ts";
import { GroupProgress } from "./group-progress.ts";
import { OutcomeLog } from "./ledger.ts";
import { isRefusal, type OutcomeFields, pick, taskFields, writtenFacts } from "./outcome.ts";
import type { ExecutionResult, ExecutorOptions, CancelReason } from "./running.ts";
import { failure } from "./stop.ts";
import { Scheduler, type Transitions } from "./schedule.ts";
import { completionOf, isRemoval } from "./sight-end.ts";
import type { EffectResult, Condition, Observation, Task } from "./task.ts";
import type { RunWorld } from "./world.ts";

/** Runs tasks in their order and comes to an end with an outcome for each, whatever happens. */
export async function executeTasks(running: ExecutorOptions, world: RunWorld): Promise<ExecutionResult> {
  return new Executor(running, world).toEnd();
}

class Executor {
  readonly #running: ExecutorOptions;
  readonly #world: RunWorld;
  readonly #schedule: Scheduler;
  readonly #queue: PQueue;
  readonly #groups: GroupProgress;
  readonly #ledger: OutcomeLog;
  readonly #flights = new Map<number, RunningTask>();
  readonly #end = Promise.withResolvers<void>();
  readonly #brake = new Cancellation((stop) => {
    this.#stop(stop);
  });
  #lastDone: Task | undefined;

  constructor(running: ExecutorOptions, world: RunWorld) {
    this.#running = running;
    this.#world = world;
    this.#schedule = new Scheduler(running.tasks, running.barrier);
    this.#queue = new PQueue({ concurrency: running.concurrency });
    this.#groups = new GroupProgress(
      {
        ...running,
        tell: (group, state) => {
          this.#ledger.tell({ type: "group", group, state });
        },
        expire: (task, reason) => {
          this.#expire(task, reason);
        },
      },
      world.clock,
    );
    this.#ledger = new OutcomeLog(world, { groups: this.#groups, investigate: running.investigate });
  }

  async toEnd(): Promise<ExecutionResult> {
    const letGo = this.#brake.watch(this.#world.signal, this.#running.deadline);
    this.#move(this.#schedule.start());
    this.#endIfOver();
    try {
      await this.#end.promise;
    } finally {
      letGo();
      this.#groups.close();
    }
    const last = this.#lastDone;
    return {
      outcomes: await this.#ledger.outcomesOf(this.#running.tasks),
      criticalPath: last === undefined ? [] : this.#ledger.keysOf(this.#schedule.chain(last)),
    };
  }

  #move(moves: Transitions): void {
    for (const skip of moves.skip) {
      this.#ledger.skip(skip);
    }
    for (const task of moves.start) {
      this.#enqueue(task);
    }
  }

  #enqueue(task: Task): void {
    if (task.onlyAfter !== undefined) {
      void this.#consider(task, task.onlyAfter);
      return;
    }
    // A wait for the cluster sends nothing worth a place in the queue.
    if (task.operation === "wait") {
      void this.#act(task);
    } else {
      void this.#queue.add(() => this.#act(task));
    }
  }

  /** Runs a task where it is needed. What another has failed of is found out first: afterwards it may be gone. */
  async #consider(task: Task, { on, isMet }: Condition): Promise<void> {
    try {
      const isDue = isMet(await this.#ledger.explained(on)) && !this.#brake.wasCancelled(on);
      if (this.#ledger.has(task)) {
        return;
      }
      if (isDue && this.#brake.stopFor(task) === undefined) {
        void this.#queue.add(() => this.#act(task));
      } else {
        this.#drop(task);
      }
    } catch (error) {
      this.#end.reject(error);
    }
  }

  #drop(task: Task): void {
    this.#ledger.discard(task);
    this.#move(this.#schedule.onDone(task));
    this.#endIfOver();
  }

  async #act(task: Task): Promise<void> {
    const stopped = this.#brake.stopFor(task);
    if (stopped !== undefined) {
      this.#leave(task, stopped.message);
      return;
    }
    this.#groups.enter(task);
    const flight = new RunningTask(this.#world, this.#brake.timeFor(task), (time) => {
      this.#expire(task, `not ${isRemoval(task) ? "gone" : "reconciled"} within ${time}`);
    });
    this.#flights.set(task.index, flight);
    this.#ledger.tell({ type: "sending", ...taskFields(task) });
    try {
      const acted = await task.effect.act(this.#ledger.acting(task, flight));
      this.#written(task, flight, acted);
    } catch (error) {
      this.#refused(task, error);
    }
  }

  #written(task: Task, flight: RunningTask, acted: EffectResult): void {
    if (this.#ledger.has(task)) {
      return;
    }
    flight.acted = acted;
    this.#ledger.tell({
      type: "actuation",
      ...taskFields(task),
      state: "Succeeded",
      ...pick(acted, ["change", "message"]),
      took: this.#world.clock.now() - flight.startedAt,
    });
    this.#move(this.#schedule.onWritten(task));
    if (acted.follow === undefined) {
      this.#finish(task, acted.unwatched === true ? "Skipped" : "Succeeded", acted.message);
      return;
    }
    flight.expectNews(task.noActivityTimeout ?? undefined, (reason) => {
      this.#expire(task, reason);
    });
    flight.following(
      acted.follow((sight) => {
        this.#sight(task, flight, sight);
      }),
    );
    const stopped = this.#brake.stopFor(task);
    if (stopped !== undefined && !this.#ledger.has(task)) {
      this.#land(task, flight, stopped);
    }
  }

  #sight(task: Task, flight: RunningTask, sight: Observation): void {
    if (this.#ledger.has(task)) {
      return;
    }
    if (sight.type === "readiness" && flight.sees(sight)) {
      this.#ledger.tell({ type: "status", target: task.target, readiness: sight.readiness });
    }
    const end = completionOf(task, sight);
    if (end !== undefined) {
      this.#finish(task, end.reconcile, end.message);
    }
  }

  #refused(task: Task, error: unknown): void {
    if (!isRefusal(error)) {
      this.#end.reject(error);
    } else if (!this.#ledger.has(task)) {
      this.#fail(task, "Skipped", error.message);
    }
  }

  /** The write itself has come to no good end. */
  #fail(task: Task, reconcile: "Skipped" | "Timeout", message: string): void {
    this.#ledger.tell({ type: "actuation", ...taskFields(task), state: "Failed", message });
    this.#settle(task, { actuation: "Failed", reconcile, message });
  }

  /** Ends a task that is under way because its time is over. */
  #expire(task: Task, reason: string): void {
    const flight = this.#flights.get(task.index);
    if (flight === undefined || this.#ledger.has(task)) {
      return;
    }
    const message = flight.withLastMessage(reason);
    if (flight.acted === undefined) {
      this.#fail(task, "Timeout", message);
    } else {
      this.#finish(task, "Timeout", message);
    }
  }

  /** A task that was written has come to an end. */
  #finish(task: Task, reconcile: Exclude<Reconcile, "Pending">, message: string | undefined): void {
    const change = this.#flights.get(task.index)?.acted?.change;
    const isTolerated = task.failMode === "IgnoreAndContinueDeployProcess" && !this.#brake.isPulled;
    this.#settle(task, writtenFacts({ reconcile, change, message, isTolerated }));
  }

  #settle(task: Task, facts: OutcomeFields): void {
    const flight = this.#flights.get(task.index);
    flight?.end();
    // It holds the object as it was written.
    this.#flights.delete(task.index);
    if (this.#ledger.end(task, facts, flight?.startedAt)) {
      this.#lastDone = task;
      this.#move(this.#schedule.onDone(task));
    } else {
      this.#move(this.#schedule.lost(task));
      if (this.#running.failFast || task.failMode === "FailWholeDeployProcessImmediately") {
        this.#brake.cancel(failure(task.target.key));
      }
    }
    this.#endIfOver();
  }

  /** A task that could start but will not, since the run is being stopped. */
  #leave(task: Task, message: string): void {
    if (task.onlyAfter !== undefined) {
      this.#drop(task);
      return;
    }
    this.#ledger.markSkipped(task, { actuation: "Skipped", reconcile: "Skipped", message });
    this.#move(this.#schedule.lost(task));
    this.#endIfOver();
  }

  /** Starts nothing more; what is being written is let finish unless its time is over, what is waited for ends. */
  #stop(stop: CancelReason): void {
    const isEnding = (task: Task): boolean =>
      !this.#ledger.has(task) && this.#brake.stopFor(task) !== undefined;
    for (const task of this.#schedule.held().filter(isEnding)) {
      if (!this.#ledger.has(task)) {
        this.#leave(task, stop.message);
      }
    }
    for (const task of this.#running.tasks.filter(isEnding)) {
      const flight = this.#flights.get(task.index);
      if (flight !== undefined && !this.#ledger.has(task)) {
        this.#land(task, flight, stop);
      }
    }
    this.#endIfOver();
  }

  #land(task: Task, flight: RunningTask, { reconcile, message }: CancelReason): void {
    if (flight.acted !== undefined) {
      this.#brake.cut(task);
      this.#finish(task, reconcile, flight.withLastMessage(message));
    } else if (task.operation === "wait" || reconcile === "Timeout" || flight.isRetrying) {
      this.#expire(task, message);
    } else {
      flight.endSoon(() => {
        this.#expire(task, message);
      });
    }
  }

  #endIfOver(): void {
    if (this.#schedule.isOver) {
      this.#end.resolve();
    }
  }
}
