import { BugError } from "../../object/bug-error.ts";
import type { ApplyEvent, Outcome, Diagnosis } from "../model/event.ts";
import type { RunningTask } from "./running-task.ts";
import type { GroupProgress } from "./group-tracker.ts";
import { isGood, type OutcomeFields, pick, taskFields } from "../model/outcome.ts";
import type { Skip } from "./transitions.ts";
import type { Condition, EffectContext, EffectResult, Task } from "../model/task.ts";
import type { TaskContext } from "../model/run-context.ts";

/** An event without its time. */
export type Bare<Event> = Event extends ApplyEvent ? Omit<Event, "at"> : never;

/** Records the outcome of each task of a run, and emits events about it. */
export class OutcomeLog {
  /** The milliseconds from the write of an object until it was ready, by key. */
  readonly durations: Map<string, number> = new Map();
  readonly #context: TaskContext;
  readonly #groups: GroupProgress;
  readonly #investigate: (task: Task) => Promise<Diagnosis | undefined>;
  readonly #outcomes = new Map<number, Outcome>();
  readonly #writtenAt = new Map<number, number>();
  /** Tasks that were not needed, by index: they are not reported. */
  readonly #dropped = new Set<number>();
  /** Settles when the diagnosis of that task's failure is complete. */
  readonly #explanations = new Map<number, Promise<void>>();
  /** Settles when all diagnoses are reported; undefined until there is one. */
  #explained: Promise<void> | undefined;
  #isClosed = false;

  constructor(
    context: TaskContext,
    parts: {
      readonly groups: GroupProgress;
      readonly investigate: (task: Task) => Promise<Diagnosis | undefined>;
    },
  ) {
    this.#context = context;
    this.#groups = parts.groups;
    this.#investigate = parts.investigate;
  }

  /** Emits an event with the current time. */
  report(event: Bare<ApplyEvent>): void {
    this.#context.emit({ at: this.#context.clock.now(), ...event });
  }

  /** The context through which an effect reports its attempts. */
  effectContext({ target }: Task, runningTask: RunningTask): EffectContext {
    return {
      signal: runningTask.signal,
      retry: (message, delay) => {
        runningTask.recordRetry(message);
        this.report({ type: "retry", target, message, delay });
      },
      waits: (readiness) => {
        if (runningTask.recordObservation({ type: "readiness", readiness })) {
          this.report({ type: "status", target, readiness });
        }
      },
      notice: (level, message) => {
        this.report({ type: "notice", level, target, message });
      },
    };
  }

  /** Ends all tasks without an outcome: the run is abandoned. */
  close(): void {
    this.#isClosed = true;
  }

  /** Reports whether the task has ended, on its own or with the run. */
  hasEnded(task: Task): boolean {
    return this.#isClosed || this.#outcomes.has(task.index) || this.#dropped.has(task.index);
  }

  /** Records the write of an object, which began at `startedAt`. */
  recordWrite(task: Task, acted: Pick<EffectResult, "change" | "message">, startedAt: number): void {
    const now = this.#context.clock.now();
    this.#writtenAt.set(task.index, now);
    this.report({
      type: "actuation",
      ...taskFields(task),
      state: "Succeeded",
      ...pick(acted, ["change", "message"]),
      took: now - startedAt,
    });
  }

  /**
   * Records the end of a task that was tried; a failure is diagnosed in the background. Reports whether
   * dependents may go on.
   */
  recordEnd(task: Task, facts: OutcomeFields, startedAt: number | undefined): boolean {
    const outcome = outcomeOf(task, facts);
    this.#outcomes.set(task.index, outcome);
    const writtenAt = this.#writtenAt.get(task.index);
    if (writtenAt !== undefined && isMeasured(outcome)) {
      this.durations.set(task.target.key, this.#context.clock.now() - writtenAt);
    }
    if (isGood(outcome) && outcome.tolerated !== true) {
      this.#reportEnd(task, outcome, startedAt);
    } else {
      const explanation = this.#explain(task, outcome, startedAt);
      this.#explanations.set(task.index, explanation);
      this.#afterwards(explanation);
    }
    return isGood(outcome);
  }

  /**
   * Evaluates a condition once the failures that it is about are diagnosed. A task that was not needed has no
   * outcome: a hook for failures in a run that succeeds is not deleted either.
   */
  async isMet({ on, isMet }: Condition): Promise<boolean> {
    const hasOutcome = on !== undefined && !this.#dropped.has(on);
    const outcome = hasOutcome ? await this.outcomeOnceDiagnosed(on) : undefined;
    await (on === undefined ? this.#explained : undefined);
    return isMet(
      outcome,
      [...this.#outcomes.values()].some((one) => !isGood(one)),
    );
  }

  /** Records that a task has turned out not to be needed. */
  recordUnneeded(task: Task): void {
    this.#dropped.add(task.index);
  }

  /** The outcome of a task that has ended, once its failure is diagnosed. */
  async outcomeOnceDiagnosed(index: number): Promise<Outcome> {
    await this.#explanations.get(index);
    const outcome = this.#outcomes.get(index);
    if (outcome === undefined) {
      throw new BugError(`task ${index} has no outcome yet`);
    }
    return outcome;
  }

  /** Records the end of a task that the scheduler has given up. */
  recordSkip({ task, because }: Skip): void {
    const why = because.rule === "unneeded" ? { message: "no object waits for it" } : { because };
    this.recordUntried(task, { actuation: "Skipped", reconcile: "Skipped", ...why });
  }

  /** Records the end of a task that is not tried at all. */
  recordUntried(task: Task, facts: OutcomeFields): void {
    this.#outcomes.set(task.index, outcomeOf(task, facts));
    const report = (): void => {
      this.report({
        type: "actuation",
        ...taskFields(task),
        state: "Skipped",
        ...pick(facts, ["because", "message"]),
      });
      this.#groups.leave(task);
    };
    // The cause is reported first, and may still be under diagnosis.
    if (this.#explained === undefined) {
      report();
    } else {
      this.#explained = this.#explained.then(report);
    }
  }

  #afterwards(explanation: Promise<void>): void {
    const before = this.#explained;
    this.#explained = before === undefined ? explanation : both(before, explanation);
  }

  /** The outcome of each needed task, once all diagnoses are complete. */
  async outcomesOf(tasks: readonly Task[]): Promise<readonly Outcome[]> {
    await this.#explained;
    return this.#needed(tasks).map((task) => {
      const outcome = this.#outcomes.get(task.index);
      if (outcome === undefined) {
        throw new BugError(`${task.target.key} has no outcome`);
      }
      return outcome;
    });
  }

  /**
   * The keys of the needed tasks in the chain. An object that is deleted after it has ended counts as one
   * link.
   */
  keysOf(chain: readonly Task[]): readonly string[] {
    const keys = this.#needed(chain).map((task) => task.target.key);
    return keys.filter((key, index) => key !== keys[index - 1]);
  }

  #needed(tasks: readonly Task[]): readonly Task[] {
    return tasks.filter(({ index }) => !this.#dropped.has(index));
  }

  async #explain(task: Task, outcome: Outcome, startedAt: number | undefined): Promise<void> {
    const trouble = await this.#investigate(task);
    const reported = trouble === undefined ? outcome : { ...outcome, trouble };
    this.#outcomes.set(task.index, reported);
    this.#reportEnd(task, reported, startedAt);
  }

  #reportEnd(task: Task, outcome: Outcome, startedAt: number | undefined): void {
    this.report({
      type: "reconcile",
      ...taskFields(task),
      state: outcome.reconcile,
      ...pick(outcome, ["message", "trouble", "tolerated"]),
      ...(startedAt === undefined ? {} : { took: this.#context.clock.now() - startedAt }),
    });
    if (outcome.tolerated === true) {
      const message = "its failure is ignored because of werf.io/fail-mode";
      this.report({ type: "notice", level: "warning", target: task.target, message });
    }
    this.#groups.leave(task);
  }
}

/** Reports whether the end of an object shows how long it takes: it was written, and became ready. */
function isMeasured({ operation, actuation, reconcile, change = "unchanged" }: Outcome): boolean {
  const isReady = actuation === "Succeeded" && reconcile === "Succeeded";
  return operation === "apply" && isReady && change !== "unchanged";
}

function outcomeOf(task: Task, facts: OutcomeFields): Outcome {
  return { ...taskFields(task), group: Math.max(task.group, 0), ...facts };
}

async function both(first: Promise<void>, second: Promise<void>): Promise<void> {
  await first;
  await second;
}
