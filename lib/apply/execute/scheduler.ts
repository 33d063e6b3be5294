import type { BlockedBy } from "../model/event.ts";
import type { Task, TaskWait } from "../model/task.ts";
import { GroupBarriers } from "./group-barriers.ts";
import { RoundTracker } from "./round-tracker.ts";
import { isReleasedByLoss } from "./lost-wait.ts";
import type { MovesDraft, TaskProgress, Transitions } from "./transitions.ts";

/**
 * The order of a run as a state machine: given which tasks were written, done and lost, it returns which
 * may start now and which never will. It has no clock and no cluster. A task starts as soon as its own
 * waits and barriers are satisfied; dependents of a lost task are lost too, unless they wait for its end or
 * attempt only; everything else goes on. Complexity: O(tasks + waits) over the whole run.
 */
export class Scheduler {
  readonly #tasks: readonly Task[];
  readonly #progress: readonly TaskProgress[];
  /** The waits for each task, by its index. */
  readonly #dependents: readonly { readonly task: Task; readonly wait: TaskWait }[][];
  readonly #barriers: GroupBarriers;
  readonly #barrierBecause: (from: Task, lost: Task) => BlockedBy;
  #unsettled: number;
  readonly #rounds: RoundTracker;

  constructor(tasks: readonly Task[], barrierBecause: (from: Task, lost: Task) => BlockedBy) {
    this.#tasks = tasks;
    this.#unsettled = tasks.length;
    this.#barrierBecause = barrierBecause;
    this.#rounds = new RoundTracker(tasks);
    this.#dependents = tasks.map(() => []);
    this.#barriers = new GroupBarriers(tasks);
    this.#progress = tasks.map((task) => this.#enter(task));
  }

  #enter(task: Task): TaskProgress {
    let lazyBlockers = 0;
    for (const wait of task.waits) {
      this.#dependents[wait.on]?.push({ task, wait });
      lazyBlockers += this.#tasks[wait.on]?.lazy === true ? 1 : 0;
    }
    const barriers = this.#barriers.hold(task);
    return {
      blockers: task.waits.length + barriers + (this.#rounds.isHeld(task) ? 1 : 0),
      lazyBlockers,
      state: "held",
      isUnblocked: false,
      releasedBy: -1,
    };
  }

  /** Reports whether every task has ended. */
  get isOver(): boolean {
    return this.#unsettled === 0;
  }

  /** Returns the tasks that nothing holds back; called once, at the start. */
  start(): Transitions {
    const moves: MovesDraft = { start: [], skip: [] };
    for (const task of this.#tasks) {
      if (!task.lazy) {
        this.#startIfFree(task, moves);
      }
    }
    this.#leaveRound(undefined, moves);
    return moves;
  }

  /** Records that the write of a task has succeeded. */
  onWritten(task: Task): Transitions {
    const moves: MovesDraft = { start: [], skip: [] };
    const progress = this.#of(task);
    if (progress.state === "started") {
      progress.state = "written";
      this.#release(task, "written", moves);
    }
    return moves;
  }

  /**
   * Records that dependents may start although the task goes on: its end counts only for those that wait for
   * just that.
   */
  onUnblocked(task: Task): Transitions {
    const moves: MovesDraft = { start: [], skip: [] };
    const progress = this.#of(task);
    if (progress.isUnblocked || (progress.state !== "started" && progress.state !== "written")) {
      return moves;
    }
    progress.isUnblocked = true;
    if (progress.state === "started") {
      progress.state = "written";
      this.#release(task, "written", moves);
    }
    this.#release(task, "done", moves);
    this.#leaveGroup(task, moves);
    return moves;
  }

  /** Records that a task has succeeded. */
  onDone(task: Task): Transitions {
    const moves: MovesDraft = { start: [], skip: [] };
    const progress = this.#of(task);
    if (progress.state === "started") {
      this.#release(task, "written", moves);
    }
    progress.state = "done";
    this.#unsettled -= 1;
    if (!progress.isUnblocked) {
      this.#release(task, "done", moves);
      this.#leaveGroup(task, moves);
    }
    this.#release(task, "ended", moves);
    this.#leaveRound(task, moves);
    return moves;
  }

  /**
   * Records that a task has failed, timed out or been skipped: whatever still waits for more than its end is
   * skipped.
   */
  onFailed(task: Task): Transitions {
    const moves: MovesDraft = { start: [], skip: [] };
    const open: Task[] = [task];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      this.#lose(next, moves, open);
    }
    return moves;
  }

  /** The tasks that have not started. */
  held(): readonly Task[] {
    return this.#tasks.filter((task) => this.#of(task).state === "held");
  }

  /** The tasks whose progress released this one, the first one first, itself last. */
  chain(task: Task): readonly Task[] {
    const links: Task[] = [];
    for (let at: Task | undefined = task; at !== undefined; at = this.#tasks[this.#of(at).releasedBy]) {
      links.push(at);
    }
    return links.toReversed();
  }

  #of(task: Task): TaskProgress {
    const progress = this.#progress[task.index];
    if (progress === undefined) {
      throw new RangeError(`no task ${task.index} in this run`);
    }
    return progress;
  }

  #release(task: Task, until: TaskWait["until"], moves: MovesDraft): void {
    for (const { task: dependent, wait } of this.#dependents[task.index] ?? []) {
      if (wait.until === until || (wait.until === "tried" && until === "written")) {
        this.#unblock(dependent, { by: task, lazily: task.lazy }, moves);
      }
    }
  }

  #unblock(
    dependent: Task,
    { by, lazily }: { readonly by: Task; readonly lazily: boolean },
    moves: MovesDraft,
  ): void {
    const progress = this.#of(dependent);
    if (progress.state !== "held") {
      return;
    }
    progress.blockers -= 1;
    progress.lazyBlockers -= lazily ? 1 : 0;
    progress.releasedBy = by.index;
    this.#startIfFree(dependent, moves);
  }

  #startIfFree(task: Task, moves: MovesDraft): void {
    const progress = this.#of(task);
    if (progress.state !== "held") {
      return;
    }
    if (progress.blockers === 0) {
      progress.state = "started";
      moves.start.push(task);
    } else if (progress.blockers === progress.lazyBlockers) {
      for (const wait of task.waits) {
        const lazy = this.#tasks[wait.on];
        if (lazy?.lazy === true) {
          this.#startLazy(lazy, task, moves);
        }
      }
    }
  }

  #startLazy(lazy: Task, dependent: Task, moves: MovesDraft): void {
    const progress = this.#of(lazy);
    if (progress.state === "held") {
      progress.state = "started";
      progress.releasedBy = this.#of(dependent).releasedBy;
      moves.start.push(lazy);
    }
  }

  #leaveGroup(task: Task, moves: MovesDraft): void {
    for (const held of this.#barriers.succeed(task)) {
      this.#unblock(held, { by: task, lazily: false }, moves);
    }
  }

  /** Loses one task and collects those that are lost with it. */
  #lose(task: Task, moves: MovesDraft, open: Task[]): void {
    const progress = this.#of(task);
    if (progress.state === "done") {
      return;
    }
    const before = progress.state;
    progress.state = "lost";
    this.#unsettled -= 1;
    for (const { task: dependent, wait } of this.#dependents[task.index] ?? []) {
      if (isReleasedByLoss(wait.until, before)) {
        this.#unblock(dependent, { by: task, lazily: task.lazy }, moves);
      } else if (!progress.isUnblocked && (before !== "written" || wait.until === "done")) {
        this.#skip(dependent, wait.because, { moves, open });
      }
    }
    this.#dropLazy(task, { moves, open });
    if (!progress.isUnblocked) {
      this.#loseGroup(task, { moves, open });
    }
    this.#leaveRound(task, moves);
  }

  /** Releases the tasks of the rounds for which that task was the last to end. */
  #leaveRound(task: Task | undefined, moves: MovesDraft): void {
    for (const next of this.#rounds.leave(task)) {
      const progress = this.#of(next);
      if (progress.state === "held") {
        progress.blockers -= 1;
        progress.releasedBy = task?.index ?? -1;
        this.#startIfFree(next, moves);
      }
    }
  }

  #loseGroup(task: Task, into: { readonly moves: MovesDraft; readonly open: Task[] }): void {
    for (const held of this.#barriers.lose(task)) {
      this.#skip(held, () => this.#barrierBecause(held, task), into);
    }
  }

  /** Drops lazy waits whose dependents are all lost. */
  #dropLazy(task: Task, into: { readonly moves: MovesDraft; readonly open: Task[] }): void {
    for (const wait of task.waits) {
      const lazy = this.#tasks[wait.on];
      const dependents = this.#dependents[wait.on] ?? [];
      if (
        lazy?.lazy === true &&
        this.#of(lazy).state === "held" &&
        dependents.every((dependent) => this.#of(dependent.task).state === "lost")
      ) {
        this.#skip(lazy, () => ({ on: task.target.key, rule: "unneeded", until: "ready" }), into);
      }
    }
  }

  #skip(
    task: Task,
    because: () => BlockedBy,
    { moves, open }: { readonly moves: MovesDraft; readonly open: Task[] },
  ): void {
    const progress = this.#of(task);
    if (progress.state === "held") {
      // Marked at once, so that a second lost task does not skip it again; `#lose` counts it.
      progress.state = "started";
      moves.skip.push({ task, because: because() });
      open.push(task);
    }
  }
}
