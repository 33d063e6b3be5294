import type { Clock, Random } from "../../async/clock.ts";
import { Timer } from "../../async/timer.ts";
import { retryPause } from "./retry-pause.ts";

/** Keeps corrections of drift apart that come to no good end: each one lets the next wait longer. */
export class CorrectionBackoff {
  readonly #due: Timer;
  readonly #random: Random;
  #failures = 0;

  /** `ring` is called when it is over. */
  constructor({ clock, random }: { readonly clock: Clock; readonly random: Random }, ring: () => void) {
    this.#due = new Timer(clock, ring);
    this.#random = random;
  }

  /** Whether drift may be corrected. */
  get isReady(): boolean {
    return this.#due.at === undefined || this.#due.isDue;
  }

  /** A correction has ended, well or not. */
  after(isGood: boolean): void {
    this.#failures = isGood ? 0 : this.#failures + 1;
    if (isGood) {
      this.#due.clear();
    } else {
      this.#due.set(retryPause(this.#failures, { isRefused: false, random: this.#random }));
    }
  }

  /** Forgets what was. */
  clear(): void {
    this.#failures = 0;
    this.#due.clear();
  }
}
