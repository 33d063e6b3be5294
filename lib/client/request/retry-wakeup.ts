import type { Clock } from "../../async/clock.ts";
import { pause } from "../../async/sleep.ts";

/**
 * Milliseconds that a rest takes at least, be the server back or not: none is woken more often than once a
 * second.
 */
const shortestRest = 1000;

/**
 * Rests after trouble with the connection, all of which end when a request succeeds: then the server is back.
 */
export class RetryWakeup {
  readonly #clock: Clock;
  readonly #resting = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** A request has succeeded. */
  wake(): void {
    for (const wake of this.#resting) {
      wake();
    }
    this.#resting.clear();
  }

  /**
   * Resolves after that many milliseconds, or sooner when a request has succeeded meanwhile. Never rejects.
   */
  async rest(milliseconds: number, signal: AbortSignal): Promise<void> {
    const wakeup = new AbortController();
    const wake = (): void => wakeup.abort();
    this.#resting.add(wake);
    await pause(Math.min(milliseconds, shortestRest), this.#clock, signal);
    await pause(milliseconds - shortestRest, this.#clock, AbortSignal.any([signal, wakeup.signal]));
    this.#resting.delete(wake);
  }
}
