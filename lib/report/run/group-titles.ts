import { type ApplyEvent, type GroupFacts, operations, type Target } from "../../apply/model/event.ts";
import type { RunProgress } from "./run-progress.ts";

/**
 * Tracks started groups whose title is not printed yet: a group without an event worth a line gets no title.
 */
export class GroupTitles {
  readonly #progress: RunProgress;
  readonly #untold = new Map<number, GroupFacts>();
  readonly #reported = new Set<number>();

  constructor(progress: RunProgress) {
    this.#progress = progress;
  }

  /** Notes that the group has started; its title is due with the first line about one of its objects. */
  begin(group: GroupFacts): void {
    this.#untold.set(group.index, group);
  }

  /** Notes that the group has ended; returns whether its title was printed. */
  end(group: GroupFacts): boolean {
    this.#untold.delete(group.index);
    return this.#reported.has(group.index);
  }

  /** Returns the groups whose titles are due above the line of that event. */
  dueFor(event: ApplyEvent): readonly GroupFacts[] {
    const target = "target" in event ? event.target : undefined;
    if (target === undefined || this.#untold.size === 0) {
      return [];
    }
    const group = "operation" in event ? this.#groupOf(target, [event.operation]) : this.#groupOf(target);
    return this.#take((one) => one.index === group);
  }

  /** Returns the groups whose titles are due above a report of long waits. */
  dueForWaits(): readonly GroupFacts[] {
    return this.#take(({ index }) => this.#progress.countsOf(index).active > 0);
  }

  #groupOf(target: Target, among: readonly (typeof operations)[number][] = operations): number | undefined {
    return among
      .map((operation) => this.#progress.objectOf(target, operation).group)
      .find((index) => this.#untold.has(index));
  }

  #take(isDue: (group: GroupFacts) => boolean): readonly GroupFacts[] {
    const due = [...this.#untold.values()].filter(isDue);
    for (const { index } of due) {
      this.#untold.delete(index);
      this.#reported.add(index);
    }
    return due;
  }
}
