import { Semaphore } from "../../async/locks.ts";
import type { SyncEvent } from "../sync-event.ts";

/** Units that are written concurrently, and while any unit is being run. */
const manyWrites = 32;
const fewWrites = 8;

/** Admits writes of statuses: few at a time while units are run, so that these are not delayed by them. */
export class StatusSlots {
  readonly #all = new Semaphore(manyWrites);
  readonly #few = new Semaphore(fewWrites);
  #runs = 0;

  /** Counts the runs of units under way. */
  count({ type }: Pick<SyncEvent, "type">): void {
    if (type === "runBegun") {
      this.#runs += 1;
    } else if (type === "runEnded") {
      this.#runs -= 1;
    }
  }

  /** Waits for admission, and resolves to the function that ends it. */
  async acquire(): Promise<() => void> {
    // A write ends by itself.
    const { signal } = new AbortController();
    const leaveAll = await this.#all.acquire(signal);
    const leaveFew = this.#runs === 0 ? undefined : await this.#few.acquire(signal);
    return () => {
      leaveFew?.();
      leaveAll();
    };
  }
}
