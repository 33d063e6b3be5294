import { type ApplyEvent, type GroupFacts, operations, type Target } from "../../apply/model/event.ts";
import type { RunProgress } from "./run-progress.ts";

/**
 * Remembers which groups have begun without a word being said of them: a group in which nothing happens that
 * is worth a line has no title either.
 */
export class GroupTitles {
  readonly #progress: RunProgress;
  readonly #untold = new Map<number, GroupFacts>();
  readonly #reported = new Set<number>();

  constructor(progress: RunProgress) {
    this.#progress = progress;
  }

  /** The group has begun; its title is due when one of its objects is told of. */
  begin(group: GroupFacts): void {
    this.#untold.set(group.index, group);
  }

  /** The group has ended: whether it had a title. */
  end(group: GroupFacts): boolean {
    this.#untold.delete(group.index);
    return this.#reported.has(group.index);
  }

  /** The groups whose titles have to stand above what is told of that event. */
  dueFor(event: ApplyEvent): readonly GroupFacts[] {
    const target = "target" in event ? event.target : undefined;
    if (target === undefined || this.#untold.size === 0) {
      return [];
    }
    const group = "operation" in event ? this.#groupOf(target, [event.operation]) : this.#groupOf(target);
    return this.#take((one) => one.index === group);
  }

  /** The same above what is told of objects that are waited for. */
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
