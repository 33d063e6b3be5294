import { onAbort } from "./abort.ts";

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
