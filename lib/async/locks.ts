import { onAbort, untilAbort } from "./abort.ts";

/** Admits a limited number of holders at a time; the rest wait in order of arrival. */
export class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(most: number) {
    this.#free = most;
  }

  /**
   * Waits for admission and resolves to a release function, which may be called twice. Throws the signal's
   * reason if it aborts before.
   */
  async acquire(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#free === 0) {
      await this.#room(signal);
    } else {
      this.#free -= 1;
    }
    let isInside = true;
    return () => {
      if (isInside) {
        isInside = false;
        this.#leave();
      }
    };
  }

  async #room(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    const callOff = onAbort(signal, () => {
      this.#waiting.delete(resolve);
      reject(signal.reason);
    });
    try {
      await promise;
    } finally {
      callOff();
    }
  }

  #leave(): void {
    for (const next of this.#waiting) {
      this.#waiting.delete(next);
      next();
      return;
    }
    this.#free += 1;
  }
}

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
