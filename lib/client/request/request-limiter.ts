import { onAbort } from "../../async/abort.ts";

/**
 * Limits the requests in flight. The rest wait in order of arrival. The limit halves when the server is
 * overloaded (429), and grows again by one for every limit's worth of responses, up to its initial value.
 */
export class RequestLimiter {
  readonly #most: number;
  #bound: number;
  #underWay = 0;
  #answers = 0;
  /** Insertion order is the order of waiting; a waiter that gives up is removed at no cost. */
  readonly #waiting = new Set<() => void>();

  constructor(most: number) {
    this.#most = most;
    this.#bound = most;
  }

  /** The current limit. */
  get bound(): number {
    return this.#bound;
  }

  /**
   * Undefined if the request may start at once, as an urgent one always may; otherwise resolves when it may,
   * or rejects with the signal's reason.
   */
  enter(signal: AbortSignal, urgent = false): Promise<void> | undefined {
    if (urgent || (this.#underWay < this.#bound && this.#waiting.size === 0)) {
      this.#underWay += 1;
      return undefined;
    }
    return this.#wait(signal);
  }

  async #wait(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const go = (): void => {
        callOff();
        resolve();
      };
      const callOff = onAbort(signal, () => {
        this.#waiting.delete(go);
        reject(signal.reason);
      });
      this.#waiting.add(go);
    });
  }

  /** Records the end of a request. `refused`: the server had too many. */
  leave(refused: boolean): void {
    this.#underWay -= 1;
    this.#answers += 1;
    if (refused) {
      this.#shrink();
    } else if (this.#answers >= this.#bound) {
      this.#answers = 0;
      this.#bound = Math.min(this.#most, this.#bound + 1);
    }
    this.#admit();
  }

  /** A burst of refusals counts once: the next counts after as many responses as were in flight. */
  #shrink(): void {
    if (this.#answers >= this.#bound || this.#bound === this.#most) {
      this.#answers = 0;
      this.#bound = Math.max(1, Math.floor(this.#bound / 2));
    }
  }

  #admit(): void {
    for (const go of this.#waiting) {
      if (this.#underWay >= this.#bound) {
        return;
      }
      this.#waiting.delete(go);
      this.#underWay += 1;
      go();
    }
  }
}
