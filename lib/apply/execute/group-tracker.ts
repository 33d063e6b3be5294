import { type Duration, formatDuration } from "../../object/duration.ts";
import type { GroupFacts } from "../model/event.ts";
import type { Task } from "../model/task.ts";
import type { RunContext } from "../model/run-context.ts";

/** Callbacks for when groups start, end, or take too long. */
export interface GroupCallbacks {
  readonly tasks: readonly Task[];
  readonly groups: readonly GroupFacts[];
  /** The time limits for all tasks of a weight of the main stage together, by weight. */
  readonly weightTimeouts: ReadonlyMap<number, Duration>;
  readonly report: (group: GroupFacts, state: "started" | "finished") => void;
  /** Ends a task if it is running. */
  readonly expire: (task: Task, reason: string) => void;
}

/** Tracks the start and end of groups, and the time limits of their weights. */
export class GroupProgress {
  readonly #callbacks: GroupCallbacks;
  readonly #clock: RunContext["clock"];
  readonly #started = new Set<number>();
  /** The number of members that have not ended, of groups of which one has ended. */
  readonly #open = new Map<number, number>();
  readonly #stops = new Map<number, () => void>();

  constructor(callbacks: GroupCallbacks, clock: RunContext["clock"]) {
    this.#callbacks = callbacks;
    this.#clock = clock;
  }

  /** The group of a task; undefined for a task outside all groups. */
  of(task: Task): GroupFacts | undefined {
    return this.#callbacks.groups[task.group - 1];
  }

  /** A task of the group starts. */
  enter(task: Task): void {
    const group = this.of(task);
    if (group === undefined) {
      return;
    }
    if (!this.#started.has(group.index)) {
      this.#started.add(group.index);
      this.#callbacks.report(group, "started");
    }
    if (task.isFreed !== true) {
      this.#startClock(group);
    }
  }

  #startClock({ weight, stage }: GroupFacts): void {
    const limit =
      weight === null || stage !== "main" ? undefined : this.#callbacks.weightTimeouts.get(weight);
    if (weight !== null && limit !== undefined && !this.#stops.has(weight)) {
      this.#stops.set(
        weight,
        this.#clock.after(limit, () => {
          this.#expireWeight(weight, limit);
        }),
      );
    }
  }

  /** A task of the group has ended, even if it never started. */
  leave(task: Task): void {
    const group = this.of(task);
    if (group === undefined) {
      return;
    }
    const open = (this.#open.get(group.index) ?? group.count) - 1;
    this.#open.set(group.index, open);
    if (open === 0) {
      this.#callbacks.report(group, "finished");
    }
  }

  #expireWeight(weight: number, limit: Duration): void {
    for (const task of this.#callbacks.tasks) {
      const group = this.of(task);
      if (group?.stage === "main" && group.weight === weight && task.isFreed !== true) {
        this.#callbacks.expire(task, `weight ${weight} was not ready within ${formatDuration(limit)}`);
      }
    }
  }

  /** Stops the timers of weights. */
  close(): void {
    for (const stop of this.#stops.values()) {
      stop();
    }
  }
}
