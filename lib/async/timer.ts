import type { Clock, Random } from "./clock.ts";
import type { Duration } from "../object/duration.ts";
import { onAbort } from "./abort.ts";

/** A deadline, measured by a timer, so that it is unaffected by changes of the clock. */
export class Timer {
  readonly #clock: Pick<Clock, "now" | "after">;
  readonly #wake: () => void;
  #callOff: (() => void) | undefined;
  #isDue = false;
  #at: number | undefined;

  /** `ring` is called when it becomes due. */
  constructor(clock: Pick<Clock, "now" | "after">, wake: () => void) {
    this.#clock = clock;
    this.#wake = wake;
  }

  /** Whether it is due. */
  get isDue(): boolean {
    return this.#isDue;
  }

  /**
   * The time it becomes due, by the current clock, in milliseconds since 1970; undefined if it is not set.
   */
  get at(): number | undefined {
    return this.#at;
  }

  /** Makes it due after that time, replacing any earlier setting. */
  set(time: Duration): void {
    this.clear();
    this.#at = this.#clock.now() + time;
    this.#callOff = this.#clock.after(time, () => {
      this.#isDue = true;
      this.#wake();
    });
  }

  /** Cancels it: it is not due, and does not become so. */
  clear(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    this.#isDue = false;
    this.#at = undefined;
  }
}

/**
 * Resolves after that many milliseconds, or when the signal aborts, at once if it already has. Never rejects.
 */
export async function pause(
  milliseconds: number,
  clock: Pick<Clock, "after">,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted || milliseconds <= 0) {
    return;
  }
  await new Promise<void>((resolve) => {
    const callOffAbort = onAbort(signal, () => {
      callOffTimer();
      resolve();
    });
    const callOffTimer = clock.after(milliseconds, () => {
      callOffAbort();
      resolve();
    });
  });
}

/** Delays that grow with each failure. */
interface Backoff {
  /** The delay after the first failure; it doubles with each further one. */
  readonly first: Duration;
  readonly longest: Duration;
}

/** The delay before the attempt after the nth (from 1). */
export function backoff(attempt: number, { first, longest }: Backoff): Duration {
  return Math.min(longest, first * 2 ** (attempt - 1));
}

/** Multiplies a delay by a random factor: at least `least`, and less than `spread` more. */
export function jitter(
  delay: Duration,
  [least, spread]: readonly [number, number],
  random: Random,
): Duration {
  return delay * (least + spread * random());
}

/** Wakes one waiter; if there is none, the next wait resolves at once. */
export class Wakeup {
  #isRung = false;
  #wake: (() => void) | undefined;

  /** Wakes the waiter. */
  notify(): void {
    this.#isRung = true;
    this.#wake?.();
  }

  /** Resolves when notified, or at once if notified since the last wait. */
  async wait(): Promise<void> {
    if (!this.#isRung) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    this.#wake = undefined;
    this.#isRung = false;
  }
}
