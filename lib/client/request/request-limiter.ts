import { onAbort } from "../../async/abort.ts";

/**
 * How many requests may be under way at once. The rest wait in the order in which they came. The bound halves
 * when the server asks for less (429) and grows again by one for every bound's worth of answers, up to where
 * it began.
 */
export class RequestLimiter {
  readonly #most: number;
  #bound: number;
  #underWay = 0;
  #answers = 0;
  /** Insertion order is the order of waiting; whoever gives up is taken out at no cost. */
  readonly #waiting = new Set<() => void>();

  constructor(most: number) {
    this.#most = most;
    this.#bound = most;
  }

  /** The bound of the moment. */
  get bound(): number {
    return this.#bound;
  }

  /**
   * Undefined where the request may go at once, as an urgent one always may; otherwise resolves when it may,
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

  /** The request is over. `refused`: the server had too many. */
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

  /**
   * A burst of refusals is one word of the server: the next counts after as many answers as were under way.
   */
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
