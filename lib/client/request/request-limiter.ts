import { onAbort } from "../../async/abort.ts";

/**
 * Limits the requests in flight. The rest wait in order of arrival. The limit halves when the server is
 * overloaded: it has refused (429) more than a quarter of a limit's worth of responses. Otherwise it grows
 * again by one for each limit's worth, up to its initial value. A few refusals among many responses, each of
 * which waits as long as the server asks, need no lower limit.
 */
export class RequestLimiter {
  readonly #most: number;
  #bound: number;
  #underWay = 0;
  #answers = 0;
  #refusals = 0;
  /** The responses to come to requests that were sent before the limit was halved. */
  #outdated = 0;
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
    if (this.#outdated > 0) {
      this.#outdated -= 1;
    } else {
      this.#count(refused);
    }
    this.#admit();
  }

  /** A burst of refusals counts once: the next counts after as many responses as were in flight. */
  #count(refused: boolean): void {
    this.#answers += 1;
    this.#refusals += refused ? 1 : 0;
    const isOverloaded = this.#refusals * 4 > this.#bound;
    if (!isOverloaded && this.#answers < this.#bound) {
      return;
    }
    this.#answers = 0;
    this.#refusals = 0;
    this.#outdated = isOverloaded ? this.#underWay : 0;
    this.#bound = isOverloaded
      ? Math.max(1, Math.floor(this.#bound / 2))
      : Math.min(this.#most, this.#bound + 1);
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
