import type { Clock, Random } from "../../async/clock.ts";
import { Timer } from "../../async/timer.ts";
import { retryPause } from "./retry-pause.ts";

/** Delays corrections of drift after a failure: each one makes the next correction wait longer. */
export class CorrectionBackoff {
  readonly #due: Timer;
  readonly #random: Random;
  #failures = 0;

  /** `ring` is called when the delay is over. */
  constructor({ clock, random }: { readonly clock: Clock; readonly random: Random }, wake: () => void) {
    this.#due = new Timer(clock, wake);
    this.#random = random;
  }

  /** Whether drift may be corrected now. */
  get isReady(): boolean {
    return this.#due.at === undefined || this.#due.isDue;
  }

  /** Records that a correction has ended, successfully or not. */
  after(isGood: boolean): void {
    this.#failures = isGood ? 0 : this.#failures + 1;
    if (isGood) {
      this.#due.clear();
    } else {
      this.#due.set(retryPause(this.#failures, { isRefused: false, random: this.#random }));
    }
  }

  /** Forgets past failures. */
  clear(): void {
    this.#failures = 0;
    this.#due.clear();
  }
}
