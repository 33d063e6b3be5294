import type { Task } from "../model/task.ts";

/** The rounds of a run, the first one without a name. */
const rounds = [undefined, "failure", "cleanup"] as const;

/**
 * Tracks which rounds of a run have ended: the tasks of a round start when those of all earlier ones have
 * ended.
 */
export class RoundTracker {
  readonly #members: readonly (readonly Task[])[];
  /** The number of tasks that have not ended, by round. */
  readonly #open: number[];
  #current = 0;

  constructor(tasks: readonly Task[]) {
    this.#members = rounds.map((name) => tasks.filter(({ round }) => round === name));
    this.#open = this.#members.map(({ length }) => length);
  }

  /** Reports whether the round of a task has not begun. */
  isHeld({ round }: Task): boolean {
    return rounds.indexOf(round) > this.#current;
  }

  /**
   * Records the end of a task, or the start of the run, and returns the tasks whose round begins with that.
   */
  leave(task: Task | undefined): readonly Task[] {
    if (task !== undefined) {
      const round = rounds.indexOf(task.round);
      this.#open[round] = (this.#open[round] ?? 0) - 1;
    }
    const released: Task[] = [];
    while (this.#current < rounds.length - 1 && this.#open[this.#current] === 0) {
      this.#current += 1;
      released.push(...(this.#members[this.#current] ?? []));
    }
    return released;
  }
}
