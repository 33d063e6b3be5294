import PQueue from "p-queue";

import type { Reconcile } from "../model/event.ts";
import { Cancellation } from "./cancellation.ts";
import { RunningTask } from "./running-task.ts";
import { GroupProgress } from "./group-tracker.ts";
import { OutcomeLog } from "./outcome-log.ts";
import { isRefusal, type OutcomeFields, pick, taskFields, writtenFacts } from "../model/outcome.ts";
import type { ExecutionResult, ExecutorOptions, CancelReason } from "./executor-options.ts";
import { failure } from "./cancel-reasons.ts";
import { Scheduler, type Transitions } from "./scheduler.ts";
import { completionOf, isRemoval } from "./task-completion.ts";
import type { EffectResult, Condition, Observation, Task } from "../model/task.ts";
import type { TaskContext } from "../model/run-context.ts";

/** Runs tasks in their order and ends with an outcome for each, whatever happens. */
export async function runTasks(running: ExecutorOptions, context: TaskContext): Promise<ExecutionResult> {
  return new Executor(running, context).toEnd();
}

class Executor {
  readonly #running: ExecutorOptions;
  readonly #context: TaskContext;
  readonly #schedule: Scheduler;
  readonly #queue: PQueue;
  readonly #groups: GroupProgress;
  readonly #ledger: OutcomeLog;
  readonly #runningTasks = new Map<number, RunningTask>();
  readonly #end = Promise.withResolvers<void>();
  readonly #cancellation = new Cancellation((stop) => {
    this.#stop(stop);
  });
  #lastDone: Task | undefined;

  constructor(running: ExecutorOptions, context: TaskContext) {
    this.#running = running;
    this.#context = context;
    this.#schedule = new Scheduler(running.tasks, running.barrier);
    this.#queue = new PQueue({ concurrency: running.concurrency });
    this.#groups = new GroupProgress(
      {
        ...running,
        report: (group, state) => {
          this.#ledger.report({ type: "group", group, state });
        },
        expire: (task, reason) => {
          this.#expire(task, reason);
        },
      },
      context.clock,
    );
    this.#ledger = new OutcomeLog(context, { groups: this.#groups, investigate: running.investigate });
  }

  async toEnd(): Promise<ExecutionResult> {
    const release = this.#cancellation.watch(this.#context.signal, this.#running.deadline);
    this.#move(this.#schedule.start());
    this.#endIfOver();
    try {
      await this.#end.promise;
    } finally {
      release();
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
    // A wait for the cluster sends nothing, so it needs no slot in the queue.
    if (task.operation === "wait") {
      void this.#act(task);
    } else {
      void this.#queue.add(() => this.#act(task));
    }
  }

  /**
   * Runs a conditional task if its condition is met. The failure of the task it depends on is diagnosed
   * first: the object may be gone afterwards.
   */
  async #consider(task: Task, { on, isMet }: Condition): Promise<void> {
    try {
      const isDue = isMet(await this.#ledger.explained(on)) && !this.#cancellation.wasCancelled(on);
      if (this.#ledger.has(task)) {
        return;
      }
      if (isDue && this.#cancellation.reasonFor(task) === undefined) {
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
    const stopped = this.#cancellation.reasonFor(task);
    if (stopped !== undefined) {
      this.#leave(task, stopped.message);
      return;
    }
    this.#groups.enter(task);
    const runningTask = new RunningTask(this.#context, this.#cancellation.timeFor(task), (time) => {
      this.#expire(task, `not ${isRemoval(task) ? "gone" : "reconciled"} within ${time}`);
    });
    this.#runningTasks.set(task.index, runningTask);
    this.#ledger.report({ type: "sending", ...taskFields(task) });
    try {
      const acted = await task.effect.act(this.#ledger.acting(task, runningTask));
      this.#written(task, runningTask, acted);
    } catch (error) {
      this.#refused(task, error);
    }
  }

  #written(task: Task, runningTask: RunningTask, acted: EffectResult): void {
    if (this.#ledger.has(task)) {
      return;
    }
    runningTask.acted = acted;
    this.#ledger.report({
      type: "actuation",
      ...taskFields(task),
      state: "Succeeded",
      ...pick(acted, ["change", "message"]),
      took: this.#context.clock.now() - runningTask.startedAt,
    });
    this.#move(this.#schedule.onWritten(task));
    if (acted.follow === undefined) {
      this.#finish(task, acted.unwatched === true ? "Skipped" : "Succeeded", acted.message);
      return;
    }
    runningTask.expectProgress(task.noActivityTimeout ?? undefined, (reason) => {
      this.#expire(task, reason);
    });
    runningTask.following(
      acted.follow((observation) => {
        this.#observation(task, runningTask, observation);
      }),
    );
    const stopped = this.#cancellation.reasonFor(task);
    if (stopped !== undefined && !this.#ledger.has(task)) {
      this.#land(task, runningTask, stopped);
    }
  }

  #observation(task: Task, runningTask: RunningTask, observation: Observation): void {
    if (this.#ledger.has(task)) {
      return;
    }
    if (observation.type === "readiness" && runningTask.sees(observation)) {
      this.#ledger.report({ type: "status", target: task.target, readiness: observation.readiness });
    }
    const end = completionOf(task, observation);
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

  /** Ends a task whose write has failed. */
  #fail(task: Task, reconcile: "Skipped" | "Timeout", message: string): void {
    this.#ledger.report({ type: "actuation", ...taskFields(task), state: "Failed", message });
    this.#settle(task, { actuation: "Failed", reconcile, message });
  }

  /** Ends a running task because its timeout expired. */
  #expire(task: Task, reason: string): void {
    const runningTask = this.#runningTasks.get(task.index);
    if (runningTask === undefined || this.#ledger.has(task)) {
      return;
    }
    const message = runningTask.withLastMessage(reason);
    if (runningTask.acted === undefined) {
      this.#fail(task, "Timeout", message);
    } else {
      this.#finish(task, "Timeout", message);
    }
  }

  /** Ends a task that was written. */
  #finish(task: Task, reconcile: Exclude<Reconcile, "Pending">, message: string | undefined): void {
    const change = this.#runningTasks.get(task.index)?.acted?.change;
    const isTolerated = task.failMode === "IgnoreAndContinueDeployProcess" && !this.#cancellation.isCancelled;
    this.#settle(task, writtenFacts({ reconcile, change, message, isTolerated }));
  }

  #settle(task: Task, facts: OutcomeFields): void {
    const runningTask = this.#runningTasks.get(task.index);
    runningTask?.end();
    // The running task holds the object as it was written.
    this.#runningTasks.delete(task.index);
    if (this.#ledger.end(task, facts, runningTask?.startedAt)) {
      this.#lastDone = task;
      this.#move(this.#schedule.onDone(task));
    } else {
      this.#move(this.#schedule.onFailed(task));
      if (this.#running.failFast || task.failMode === "FailWholeDeployProcessImmediately") {
        this.#cancellation.cancel(failure(task.target.key));
      }
    }
    this.#endIfOver();
  }

  /** Ends a task that could start but will not, since the run is being stopped. */
  #leave(task: Task, message: string): void {
    if (task.onlyAfter !== undefined) {
      this.#drop(task);
      return;
    }
    this.#ledger.markSkipped(task, { actuation: "Skipped", reconcile: "Skipped", message });
    this.#move(this.#schedule.onFailed(task));
    this.#endIfOver();
  }

  /** Starts nothing more. Writes in flight may finish within their time limit; waits end. */
  #stop(stop: CancelReason): void {
    const isEnding = (task: Task): boolean =>
      !this.#ledger.has(task) && this.#cancellation.reasonFor(task) !== undefined;
    for (const task of this.#schedule.held().filter(isEnding)) {
      if (!this.#ledger.has(task)) {
        this.#leave(task, stop.message);
      }
    }
    for (const task of this.#running.tasks.filter(isEnding)) {
      const runningTask = this.#runningTasks.get(task.index);
      if (runningTask !== undefined && !this.#ledger.has(task)) {
        this.#land(task, runningTask, stop);
      }
    }
    this.#endIfOver();
  }

  #land(task: Task, runningTask: RunningTask, { reconcile, message }: CancelReason): void {
    if (runningTask.acted !== undefined) {
      this.#cancellation.cut(task);
      this.#finish(task, reconcile, runningTask.withLastMessage(message));
    } else if (task.operation === "wait" || reconcile === "Timeout" || runningTask.isRetrying) {
      this.#expire(task, message);
    } else {
      runningTask.endSoon(() => {
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
