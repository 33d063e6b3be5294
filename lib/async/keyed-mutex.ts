import { untilAbort } from "./abort.ts";

/** A mutex per name, first come, first served. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<void>>();

  /** Runs the work when its turn comes; throws the signal's reason if it aborts while waiting. */
  async take<Result>(name: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(name) ?? Promise.resolve();
    const { promise: done, resolve } = Promise.withResolvers<void>();
    const mine = endOfBoth(before, done);
    this.#last.set(name, mine);
    void this.#forget(name, mine);
    try {
      await untilAbort(before, signal);
      return await work();
    } finally {
      resolve();
    }
  }

  async #forget(name: string, mine: Promise<void>): Promise<void> {
    await mine;
    if (this.#last.get(name) === mine) {
      this.#last.delete(name);
    }
  }
}

async function endOfBoth(one: Promise<void>, other: Promise<void>): Promise<void> {
  await one;
  await other;
}
