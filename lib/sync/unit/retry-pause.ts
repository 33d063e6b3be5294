import { backoff, jitter, Timer } from "../../async/timer.ts";
import type { Random, Clock } from "../../async/clock.ts";
import type { Phase } from "./unit-state.ts";
import type { Duration } from "../../object/duration.ts";

/** The delays before a failed run is retried. */
const delays = { first: 5000, longest: 300_000 };

/** Milliseconds after which it is checked again whether it is known what other units will bring. */
const unknownPause = 30_000;

/**
 * Returns the time to wait before a run is retried that has failed so often in a row. One that was refused
 * needs a person, and is rarely retried.
 */
export function retryPause(
  failures: number,
  { isRefused, random }: { readonly isRefused: boolean; readonly random: Random },
): Duration {
  return jitter(isRefused ? delays.longest : backoff(failures, delays), [0.9, 0.2], random);
}

/** Returns the time to wait after a run before the next one; undefined if none is due by itself. */
export function pauseAfter(
  { phase, failures }: { readonly phase: Phase | undefined; readonly failures: number },
  { once, random }: { readonly once: boolean; readonly random: Random },
): Duration | undefined {
  if (phase === "Blocked") {
    return unknownPause;
  }
  const isRefused = phase === "Stalled";
  return failures > 0 && !once ? retryPause(failures, { isRefused, random }) : undefined;
}

/** Delays corrections of drift after a failure: each one makes the next correction wait longer. */
export class CorrectionBackoff {
  readonly #due: Timer;
  readonly #random: Random;
  #failures = 0;

  /** `wake` is called when the delay is over. */
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
