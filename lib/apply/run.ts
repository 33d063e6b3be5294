import PQueue from "p-queue";

import type { Duration } from "../object/duration.ts";
import { formatDuration } from "../object/duration.ts";
import { BugError } from "../object/bug-error.ts";
import type { Readiness } from "../status/readiness.ts";
import type { ApplyEvent, GroupFacts, Outcome, Reconcile, Trouble } from "./event.ts";
import { Schedule, type Moves, type Skip } from "./schedule.ts";
import type { Acted, Sight, Task } from "./task.ts";
import type { World } from "./world.ts";

/** How tasks are run. */
export interface Running {
  readonly tasks: readonly Task[];
  readonly groups: readonly GroupFacts[];
  readonly barrier: ConstructorParameters<typeof Schedule>[1];
  /** Writes under way at a time. */
  readonly concurrency: number;
  /** The first failure stops everything. */
  readonly failFast: boolean;
  /** How long all tasks of a weight of the main stage may take together, by weight. */
  readonly weightTimeouts: ReadonlyMap<number, Duration>;
  /** Aborts when the time of the whole run is over; what is not there yet has timed out. */
  readonly deadline: AbortSignal;
  /** Finds out why an object is stuck. Must not throw. */
  readonly investigate: (task: Task) => Promise<Trouble | undefined>;
}

/** How the tasks ended. */
export interface Ran {
  readonly outcomes: readonly Outcome[];
  readonly criticalPath: readonly string[];
}

/** An event without its time. */
type Bare<Event> = Event extends ApplyEvent ? Omit<Event, "at"> : never;

interface Flight {
  readonly startedAt: number;
  readonly abort: AbortController;
  readonly stopClock: () => void;
  stopFollowing: (() => void) | undefined;
  lastReadiness: Readiness | undefined;
  lastRetry: string | undefined;
}

/** Runs tasks in their order and comes to an end with an outcome for each, whatever happens. */
export async function runTasks(running: Running, world: World): Promise<Ran> {
  const run = new Run(running, world);
  return run.toEnd();
}

class Run {
  readonly #running: Running;
  readonly #world: World;
  readonly #schedule: Schedule;
  readonly #queue: PQueue;
  readonly #outcomes = new Map<number, Outcome>();
  readonly #flights = new Map<number, Flight>();
  readonly #acted = new Map<number, Acted>();
  readonly #investigations: Promise<void>[] = [];
  readonly #openGroups = new Map<number, number>();
  readonly #weightClocks = new Map<number, () => void>();
  readonly #end = Promise.withResolvers<void>();
  #stopping: { readonly reconcile: Reconcile; readonly message: string } | undefined;
  #lastDone: Task | undefined;

  constructor(running: Running, world: World) {
    this.#running = running;
    this.#world = world;
    this.#schedule = new Schedule(running.tasks, running.barrier);
    this.#queue = new PQueue({ concurrency: running.concurrency });
  }

  async toEnd(): Promise<Ran> {
    const { deadline } = this.#running;
    const interrupted = (): void => {
      this.#stop("Skipped", "interrupted");
    };
    const tooLate = (): void => {
      this.#stop("Timeout", "the time of the whole run is over");
    };
    this.#world.signal.addEventListener("abort", interrupted, { once: true });
    deadline.addEventListener("abort", tooLate, { once: true });
    this.#move(this.#schedule.begin());
    if (this.#world.signal.aborted) {
      interrupted();
    }
    if (deadline.aborted) {
      tooLate();
    }
    this.#endIfOver();
    await this.#end.promise;
    await Promise.all(this.#investigations);
    this.#world.signal.removeEventListener("abort", interrupted);
    deadline.removeEventListener("abort", tooLate);
    for (const stop of this.#weightClocks.values()) {
      stop();
    }
    return {
      outcomes: this.#running.tasks.map((task) => this.#outcomeOf(task)),
      criticalPath:
        this.#lastDone === undefined
          ? []
          : this.#schedule.chain(this.#lastDone).map((task) => task.target.key),
    };
  }

  #outcomeOf(task: Task): Outcome {
    const outcome = this.#outcomes.get(task.index);
    if (outcome === undefined) {
      throw new BugError(`${task.target.key} has no outcome`);
    }
    return outcome;
  }

  #hear(event: Bare<ApplyEvent>): void {
    this.#world.hear({ at: this.#world.clock.now(), ...event });
  }

  #move(moves: Moves): void {
    for (const skip of moves.skip) {
      this.#skip(skip);
    }
    for (const task of moves.start) {
      if (this.#stopping === undefined) {
        this.#enqueue(task);
      } else {
        this.#leave(task, this.#stopping.message);
      }
    }
  }

  #enqueue(task: Task): void {
    // A wait for the cluster sends nothing worth a place in the queue.
    const job = (): Promise<void> => this.#act(task);
    if (task.operation === "wait") {
      void job();
    } else {
      void this.#queue.add(job);
    }
  }

  async #act(task: Task): Promise<void> {
    if (this.#stopping !== undefined) {
      this.#leave(task, this.#stopping.message);
      return;
    }
    const flight = this.#takeOff(task);
    try {
      const acted = await task.effect.act({
        signal: flight.abort.signal,
        retry: (message, delay) => {
          flight.lastRetry = message;
          this.#hear({ type: "retry", target: task.target, message, delay });
        },
        notice: (level, message) => {
          this.#hear({ type: "notice", level, target: task.target, message });
        },
      });
      this.#written(task, acted);
    } catch (error) {
      this.#refused(task, error);
    }
  }

  #takeOff(task: Task): Flight {
    this.#enterGroup(task);
    const { clock } = this.#world;
    const flight: Flight = {
      startedAt: clock.now(),
      abort: new AbortController(),
      stopClock: clock.after(task.timeout, () => {
        this.#expire(task, `not reconciled within ${formatDuration(task.timeout)}`);
      }),
      stopFollowing: undefined,
      lastReadiness: undefined,
      lastRetry: undefined,
    };
    this.#flights.set(task.index, flight);
    this.#hear({ type: "sending", target: task.target, operation: task.operation });
    return flight;
  }

  #written(task: Task, acted: Acted): void {
    const flight = this.#flights.get(task.index);
    if (flight === undefined || this.#outcomes.has(task.index)) {
      return;
    }
    this.#acted.set(task.index, acted);
    const took = this.#world.clock.now() - flight.startedAt;
    this.#hear({
      type: "actuation",
      target: task.target,
      operation: task.operation,
      state: acted.skipped === true ? "Skipped" : "Succeeded",
      ...pick(acted, ["change", "message"]),
      took,
    });
    if (acted.skipped === true) {
      this.#settle(task, { actuation: "Skipped", reconcile: "Skipped", ...pick(acted, ["message"]) });
      return;
    }
    this.#move(this.#schedule.written(task));
    if (acted.follow === undefined) {
      this.#finish(task, acted.unwatched === true ? "Skipped" : "Succeeded", acted.message);
      return;
    }
    flight.stopFollowing = acted.follow((sight) => {
      this.#sight(task, sight);
    });
    // What was seen at once has ended the task before there was anything to stop.
    if (this.#outcomes.has(task.index)) {
      flight.stopFollowing();
    }
  }

  #sight(task: Task, sight: Sight): void {
    const flight = this.#flights.get(task.index);
    if (flight === undefined || this.#outcomes.has(task.index)) {
      return;
    }
    if (sight.type === "done") {
      this.#finish(task, "Succeeded", sight.message);
    } else if (sight.type === "failed") {
      this.#finish(task, "Failed", sight.message);
    } else {
      this.#weigh(task, flight, sight.readiness);
    }
  }

  #weigh(task: Task, flight: Flight, readiness: Readiness): void {
    const isNews =
      flight.lastReadiness?.message !== readiness.message || flight.lastReadiness.state !== readiness.state;
    Object.assign(flight, { lastReadiness: readiness });
    if (isNews) {
      this.#hear({ type: "status", target: task.target, readiness });
    }
    if (task.operation === "prune" || task.operation === "delete") {
      return;
    }
    if (readiness.state === "Current") {
      this.#finish(task, "Succeeded", readiness.message);
    } else if (readiness.state === "Failed") {
      this.#finish(task, "Failed", `${readiness.reason}: ${readiness.message}`);
    }
  }

  #refused(task: Task, error: unknown): void {
    if (this.#outcomes.has(task.index)) {
      return;
    }
    if (!(error instanceof Error) || error instanceof BugError || error instanceof TypeError) {
      this.#end.reject(error);
      return;
    }
    this.#hear({
      type: "actuation",
      target: task.target,
      operation: task.operation,
      state: "Failed",
      message: error.message,
    });
    this.#settle(task, { actuation: "Failed", reconcile: "Skipped", message: error.message });
  }

  #expire(task: Task, reason: string): void {
    const flight = this.#flights.get(task.index);
    if (flight === undefined || this.#outcomes.has(task.index)) {
      return;
    }
    const last = flight.lastReadiness?.message ?? flight.lastRetry;
    const message = last === undefined || last === "" ? reason : `${reason}: ${last}`;
    const wasWritten = this.#acted.has(task.index);
    if (!wasWritten) {
      this.#hear({
        type: "actuation",
        target: task.target,
        operation: task.operation,
        state: "Failed",
        message,
      });
    }
    this.#finish(task, "Timeout", message);
  }

  /** The task has been tried and has come to an end. */
  #finish(task: Task, reconcile: Exclude<Reconcile, "Pending">, message: string | undefined): void {
    const acted = this.#acted.get(task.index);
    this.#settle(task, {
      actuation: acted === undefined ? "Failed" : "Succeeded",
      reconcile,
      ...(acted?.change === undefined ? {} : { change: acted.change }),
      ...(message === undefined || message === "" ? {} : { message }),
    });
  }

  #settle(task: Task, facts: Omit<Outcome, "target" | "operation" | "group">): void {
    const flight = this.#flights.get(task.index);
    flight?.stopClock();
    flight?.stopFollowing?.();
    if (facts.actuation !== "Succeeded") {
      flight?.abort.abort(new Error("the object has ended"));
    }
    const { target, operation, group } = task;
    const outcome: Outcome = { target, operation, group, ...facts };
    this.#outcomes.set(task.index, outcome);
    const isGood =
      facts.actuation === "Succeeded" && (facts.reconcile === "Succeeded" || facts.reconcile === "Skipped");
    if (isGood) {
      this.#lastDone = task;
      this.#tell(task, outcome);
    } else if (facts.actuation === "Skipped") {
      this.#tell(task, outcome);
    } else {
      this.#investigations.push(this.#investigate(task, outcome));
    }
    this.#leaveGroup(task);
    this.#move(isGood ? this.#schedule.done(task) : this.#schedule.lost(task));
    if (!isGood && this.#running.failFast) {
      this.#stop("Skipped", `stopped: ${target.key} failed`);
    }
    this.#endIfOver();
  }

  async #investigate(task: Task, outcome: Outcome): Promise<void> {
    const trouble = await this.#running.investigate(task);
    const told = trouble === undefined ? outcome : { ...outcome, trouble };
    this.#outcomes.set(task.index, told);
    this.#tell(task, told);
  }

  #tell(task: Task, outcome: Outcome): void {
    const flight = this.#flights.get(task.index);
    this.#hear({
      type: "reconcile",
      target: task.target,
      operation: task.operation,
      state: outcome.reconcile,
      ...pick(outcome, ["message", "because", "trouble"]),
      ...(flight === undefined ? {} : { took: this.#world.clock.now() - flight.startedAt }),
    });
  }

  /** A task that the schedule has given up already. */
  #skip({ task, because }: Skip): void {
    if (because.rule === "unneeded") {
      this.#outcomes.set(task.index, this.#skipped(task, "nobody waits for it any more"));
      return;
    }
    const { target, operation, group } = task;
    this.#outcomes.set(task.index, {
      target,
      operation,
      group,
      actuation: "Skipped",
      reconcile: "Skipped",
      because,
    });
    this.#hear({ type: "actuation", target, operation, state: "Skipped", because });
    this.#leaveGroup(task);
  }

  /** A task that could start but will not, since the run is being stopped. */
  #leave(task: Task, message: string): void {
    const { target, operation } = task;
    this.#outcomes.set(task.index, this.#skipped(task, message));
    this.#hear({ type: "actuation", target, operation, state: "Skipped", message });
    this.#leaveGroup(task);
    this.#move(this.#schedule.lost(task));
    this.#endIfOver();
  }

  #skipped({ target, operation, group }: Task, message: string): Outcome {
    return { target, operation, group, actuation: "Skipped", reconcile: "Skipped", message };
  }

  /** Starts nothing more; what is being written is let finish, what is waited for ends. */
  #stop(reconcile: Exclude<Reconcile, "Pending">, message: string): void {
    if (this.#stopping !== undefined) {
      return;
    }
    this.#stopping = { reconcile, message };
    for (const task of this.#schedule.held()) {
      if (!this.#outcomes.has(task.index)) {
        this.#leave(task, message);
      }
    }
    for (const task of this.#running.tasks) {
      if (this.#acted.has(task.index) && !this.#outcomes.has(task.index)) {
        this.#finish(task, reconcile === "Skipped" ? "Failed" : reconcile, this.#lastWords(task, message));
      } else if (task.operation === "wait" || reconcile === "Timeout") {
        this.#expire(task, message);
      }
    }
    this.#endIfOver();
  }

  #lastWords(task: Task, message: string): string {
    const last = this.#flights.get(task.index)?.lastReadiness?.message;
    return last === undefined ? message : `${message}: ${last}`;
  }

  #enterGroup(task: Task): void {
    const open = this.#openGroups.get(task.group);
    const group = this.#groupFacts(task.group);
    if (open !== undefined || group === undefined) {
      return;
    }
    this.#openGroups.set(task.group, group.count);
    this.#hear({ type: "group", group, state: "started" });
    const { weight, stage } = group;
    const limit = weight === null || stage !== "main" ? undefined : this.#running.weightTimeouts.get(weight);
    if (weight !== null && limit !== undefined && !this.#weightClocks.has(weight)) {
      this.#weightClocks.set(
        weight,
        this.#world.clock.after(limit, () => {
          this.#expireWeight(weight, limit);
        }),
      );
    }
  }

  #expireWeight(weight: number, limit: Duration): void {
    for (const task of this.#running.tasks) {
      const group = this.#groupFacts(task.group);
      if (group?.stage === "main" && group.weight === weight) {
        this.#expire(task, `weight ${weight} was not ready within ${formatDuration(limit)}`);
      }
    }
  }

  #groupFacts(index: number): GroupFacts | undefined {
    return this.#running.groups[index - 1];
  }

  #leaveGroup(task: Task): void {
    const group = this.#groupFacts(task.group);
    const open = (this.#openGroups.get(task.group) ?? group?.count ?? 0) - 1;
    this.#openGroups.set(task.group, open);
    if (open === 0 && group !== undefined) {
      this.#hear({ type: "group", group, state: "finished" });
    }
  }

  #endIfOver(): void {
    if (this.#schedule.isOver) {
      this.#end.resolve();
    }
  }
}

/** Those of the fields that are there. */
function pick<Value extends object, Name extends keyof Value>(
  value: Value,
  names: readonly Name[],
): Partial<Pick<Value, Name>> {
  const picked: Partial<Pick<Value, Name>> = {};
  for (const name of names) {
    if (value[name] !== undefined) {
      picked[name] = value[name];
    }
  }
  return picked;
}
