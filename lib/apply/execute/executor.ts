import type { Reconcile } from "../model/event.ts";
import { Cancellation, failure } from "./cancellation.ts";
import { RunningTask, completionOf, isRemoval, unblocks } from "./running-task.ts";
import { GroupProgress } from "./group-tracker.ts";
import { OutcomeLog } from "./outcome-log.ts";
import { isRefusal, type OutcomeFields, taskFields, writtenFacts } from "../model/outcome.ts";
import type { ExecutionResult, ExecutorOptions, CancelReason } from "./executor-options.ts";
import { Scheduler } from "./scheduler.ts";
import type { Transitions } from "./transitions.ts";
import type { Condition, EffectResult, Observation, Task } from "../model/task.ts";
import type { TaskContext } from "../model/run-context.ts";
import { WriteQueue } from "./write-queue.ts";

/** Runs tasks in their order and ends with an outcome for each, whatever happens. */
export async function runTasks(options: ExecutorOptions, context: TaskContext): Promise<ExecutionResult> {
  return new Executor(options, context).toEnd();
}

class Executor {
  readonly #options: ExecutorOptions;
  readonly #context: TaskContext;
  readonly #schedule: Scheduler;
  readonly #queue: WriteQueue;
  readonly #groups: GroupProgress;
  readonly #outcomes: OutcomeLog;
  readonly #runningTasks = new Map<number, RunningTask>();
  readonly #end = Promise.withResolvers<void>();
  readonly #cancellation = new Cancellation((stop) => {
    this.#stop(stop);
  });
  #lastDone: Task | undefined;

  constructor(options: ExecutorOptions, context: TaskContext) {
    this.#options = options;
    this.#context = context;
    this.#schedule = new Scheduler(options.tasks, options.barrier);
    this.#queue = new WriteQueue(options.concurrency);
    this.#groups = new GroupProgress(
      {
        ...options,
        report: (group, state) => {
          this.#outcomes.report({ type: "group", group, state });
        },
        expire: (task, reason) => {
          this.#expire(task, reason);
        },
      },
      context.clock,
    );
    this.#outcomes = new OutcomeLog(context, { groups: this.#groups, investigate: options.investigate });
  }

  async toEnd(): Promise<ExecutionResult> {
    const unwatch = this.#cancellation.watch(this.#context.signal, this.#options.deadline);
    this.#advance(this.#schedule.start());
    void this.#queue.idle().then(this.#options.onWritesDone);
    try {
      await this.#end.promise;
    } finally {
      unwatch();
      this.#groups.close();
    }
    const last = this.#lastDone;
    return {
      outcomes: await this.#outcomes.outcomesOf(this.#options.tasks),
      criticalPath: last === undefined ? [] : this.#outcomes.keysOf(this.#schedule.chain(last)),
      durations: this.#outcomes.durations,
    };
  }

  #advance(transitions: Transitions): void {
    for (const skip of transitions.skip) {
      this.#outcomes.recordSkip(skip);
    }
    for (const task of transitions.start) {
      this.#enqueue(task);
    }
    this.#endIfOver();
  }

  #enqueue(task: Task): void {
    if (task.onlyAfter !== undefined) {
      this.#startIfMet(task, task.onlyAfter).catch(this.#abandon);
      return;
    }
    this.#queue.add(task, () => this.#execute(task));
  }

  /**
   * Runs a conditional task if its condition is met. The failure of the task it depends on is diagnosed
   * first: the object may be gone afterwards.
   */
  async #startIfMet(task: Task, condition: Condition): Promise<void> {
    const isDue = (await this.#outcomes.isMet(condition)) && !this.#cancellation.wasCancelled(condition.on);
    if (this.#outcomes.hasEnded(task)) {
      return;
    }
    if (isDue && this.#cancellation.reasonFor(task) === undefined) {
      this.#queue.add(task, () => this.#execute(task));
    } else {
      this.#discard(task);
    }
  }

  #discard(task: Task): void {
    this.#outcomes.recordUnneeded(task);
    this.#advance(this.#schedule.onDone(task));
  }

  async #execute(task: Task): Promise<void> {
    // It may have been skipped while it was in the queue.
    if (this.#outcomes.hasEnded(task)) {
      return;
    }
    const stopped = this.#cancellation.reasonFor(task);
    if (stopped !== undefined) {
      this.#skipStopped(task, stopped.message);
      return;
    }
    this.#groups.enter(task);
    const runningTask = new RunningTask(this.#context, this.#cancellation.timeFor(task), (time) => {
      this.#expire(task, `not ${isRemoval(task) ? "deleted" : "ready"} within ${time}`);
    });
    this.#runningTasks.set(task.index, runningTask);
    this.#outcomes.report({ type: "sending", ...taskFields(task) });
    try {
      const acting = this.#queue.lending(task, this.#outcomes.effectContext(task, runningTask));
      this.#onWritten(task, runningTask, await task.effect.act(acting));
    } catch (error) {
      this.#onRefused(task, error);
    }
  }

  #onWritten(task: Task, runningTask: RunningTask, acted: EffectResult): void {
    if (this.#outcomes.hasEnded(task)) {
      return;
    }
    runningTask.effectResult = acted;
    this.#queue.recordSuccess();
    this.#outcomes.recordWrite(task, acted, runningTask.startedAt);
    this.#advance(this.#schedule.onWritten(task));
    if (acted.follow === undefined) {
      this.#finish(task, acted.unwatched === true ? "Skipped" : "Succeeded", acted.message);
      return;
    }
    runningTask.expectProgress(task.noActivityTimeout ?? undefined, (reason) => {
      this.#expire(task, reason);
    });
    runningTask.setStopFollowing(
      acted.follow((observation) => {
        this.#onObservation(task, runningTask, observation);
      }),
    );
    const stopped = this.#cancellation.reasonFor(task);
    if (stopped !== undefined && !this.#outcomes.hasEnded(task)) {
      this.#stopRunning(task, runningTask, stopped);
    }
  }

  #onObservation(task: Task, runningTask: RunningTask, observation: Observation): void {
    if (this.#outcomes.hasEnded(task)) {
      return;
    }
    if (observation.type === "readiness" && runningTask.recordObservation(observation)) {
      this.#outcomes.report({ type: "status", target: task.target, readiness: observation.readiness });
    }
    const end = completionOf(task, observation);
    if (end !== undefined) {
      this.#finish(task, end.reconcile, end.message);
    } else if (unblocks(observation)) {
      this.#advance(this.#schedule.onUnblocked(task));
    }
  }

  #onRefused(task: Task, error: unknown): void {
    if (!isRefusal(error)) {
      this.#abandon(error);
    } else if (!this.#outcomes.hasEnded(task)) {
      this.#fail(task, "Skipped", error.message);
    }
  }

  /**
   * Ends the run because of a bug: waits and writes in flight are aborted and nothing more starts, since the
   * lock is about to be released.
   */
  readonly #abandon = (error: unknown): void => {
    this.#outcomes.close();
    this.#end.reject(error);
    for (const runningTask of this.#runningTasks.values()) {
      runningTask.end();
    }
    this.#runningTasks.clear();
  };

  /** Ends a task whose write has failed. */
  #fail(task: Task, reconcile: "Skipped" | "Timeout", message: string): void {
    this.#outcomes.report({ type: "actuation", ...taskFields(task), state: "Failed", message });
    this.#settle(task, { actuation: "Failed", reconcile, message });
  }

  /** Ends a running task as timed out: its own time or its group's is over, or the run is being stopped. */
  #expire(task: Task, reason: string): void {
    const runningTask = this.#runningTasks.get(task.index);
    if (runningTask === undefined || this.#outcomes.hasEnded(task)) {
      return;
    }
    const message = runningTask.withLastMessage(reason);
    if (runningTask.effectResult === undefined) {
      this.#fail(task, "Timeout", message);
    } else {
      this.#finish(task, "Timeout", message);
    }
  }

  /** Ends a task that was written. */
  #finish(task: Task, reconcile: Exclude<Reconcile, "Pending">, message: string | undefined): void {
    const change = this.#runningTasks.get(task.index)?.effectResult?.change;
    const isTolerated = task.failMode === "IgnoreAndContinueDeployProcess" && !this.#cancellation.isCancelled;
    this.#settle(task, writtenFacts({ reconcile, change, message, isTolerated }));
  }

  #settle(task: Task, facts: OutcomeFields): void {
    const runningTask = this.#runningTasks.get(task.index);
    runningTask?.end();
    // The running task holds the object as it was written.
    this.#runningTasks.delete(task.index);
    if (this.#outcomes.recordEnd(task, facts, runningTask?.startedAt)) {
      this.#lastDone = task;
      this.#advance(this.#schedule.onDone(task));
    } else {
      const transitions = this.#schedule.onFailed(task);
      // Nothing may start because of the failure that stops the run.
      if (this.#options.failFast || task.failMode === "FailWholeDeployProcessImmediately") {
        this.#cancellation.cancel(failure(task.target.key));
      }
      this.#advance(transitions);
    }
  }

  /** Ends a task that could start but will not, since the run is being stopped. */
  #skipStopped(task: Task, message: string): void {
    if (task.onlyAfter !== undefined) {
      this.#discard(task);
      return;
    }
    this.#outcomes.recordUntried(task, { actuation: "Skipped", reconcile: "Skipped", message });
    this.#advance(this.#schedule.onFailed(task));
  }

  /** Starts nothing more. Writes in flight may finish within their time limit; waits end. */
  #stop(stop: CancelReason): void {
    const isEnding = (task: Task): boolean =>
      !this.#outcomes.hasEnded(task) && this.#cancellation.reasonFor(task) !== undefined;
    for (const task of this.#schedule.held().filter(isEnding)) {
      if (!this.#outcomes.hasEnded(task)) {
        this.#skipStopped(task, stop.message);
      }
    }
    for (const task of this.#options.tasks.filter(isEnding)) {
      const runningTask = this.#runningTasks.get(task.index);
      if (runningTask !== undefined && !this.#outcomes.hasEnded(task)) {
        this.#stopRunning(task, runningTask, stop);
      }
    }
    this.#endIfOver();
  }

  #stopRunning(task: Task, runningTask: RunningTask, { reconcile, message }: CancelReason): void {
    if (runningTask.effectResult !== undefined) {
      this.#cancellation.markCancelled(task);
      this.#finish(task, reconcile, runningTask.withLastMessage(message));
    } else if (task.operation === "wait" || reconcile === "Timeout" || runningTask.isRetrying) {
      this.#expire(task, message);
    } else {
      runningTask.endAfterGrace(() => {
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
