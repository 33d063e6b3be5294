import type { Clock } from "./clock.ts";
import type { Duration } from "../object/duration.ts";

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
