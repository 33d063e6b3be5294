import type { Clock } from "../../async/clock.ts";
import { pause } from "../../async/sleep.ts";

/** Minimum milliseconds of a rest, even if the server is back: a waiter is woken at most once a second. */
const shortestRest = 1000;

/** Rests after connection failures, all of which end when a request succeeds: the server is back. */
export class RetryWakeup {
  readonly #clock: Clock;
  readonly #resting = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Records that a request has succeeded. */
  wake(): void {
    for (const wake of this.#resting) {
      wake();
    }
    this.#resting.clear();
  }

  /** Resolves after that many milliseconds, or sooner if a request succeeds meanwhile. Never rejects. */
  async rest(milliseconds: number, signal: AbortSignal): Promise<void> {
    const wakeup = new AbortController();
    const wake = (): void => wakeup.abort();
    this.#resting.add(wake);
    await pause(Math.min(milliseconds, shortestRest), this.#clock, signal);
    await pause(milliseconds - shortestRest, this.#clock, AbortSignal.any([signal, wakeup.signal]));
    this.#resting.delete(wake);
  }
}
