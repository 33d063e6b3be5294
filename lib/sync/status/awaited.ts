import type { ApplyEvent } from "../../apply/model/event.ts";

/** Objects that are named; the others are only counted. */
const mostNamed = 3;

/** The objects that the run of a unit waits for, in the order in which it began to. */
export class Awaited {
  /** `Deployment web: 1 of 3 replicas available`, by key. */
  readonly #objects = new Map<string, string>();

  /** Records an event of a run. Returns whether the words for it have changed. */
  emit(event: ApplyEvent): boolean {
    const before = this.words();
    if (event.type === "start" || event.type === "finish") {
      this.#objects.clear();
    } else if (event.type === "status") {
      const { target, readiness } = event;
      const words = readiness.message === "" ? readiness.reason : readiness.message;
      this.#objects.set(target.key, `${target.kind} ${target.name}: ${words}`);
    } else if (event.type === "reconcile" && event.state !== "Pending") {
      this.#objects.delete(event.target.key);
    }
    return this.words() !== before;
  }

  /**
   * Formats them as `waits for Deployment web: 1 of 3 replicas available; Job migrate: running; and 2 more`;
   * empty if the run waits for nothing.
   */
  words(): string {
    const all = [...this.#objects.values()];
    const more = all.length > mostNamed ? [`and ${all.length - mostNamed} more`] : [];
    return all.length === 0 ? "" : `waits for ${[...all.slice(0, mostNamed), ...more].join("; ")}`;
  }
}
