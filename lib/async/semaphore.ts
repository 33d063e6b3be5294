import { onAbort } from "./abort.ts";

/** Lets so many through at a time; the rest wait in the order in which they came. */
export class Semaphore {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(most: number) {
    this.#free = most;
  }

  /**
   * Resolves, once there is room, with what leaves again; leaving twice is no harm. Throws the signal's
   * reason where that aborts before.
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
