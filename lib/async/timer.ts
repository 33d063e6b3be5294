import type { Clock } from "./clock.ts";
import type { Duration } from "../object/duration.ts";

/** Something that is due after a while: measured by a timer, so that a clock that is set changes nothing. */
export class Timer {
  readonly #clock: Pick<Clock, "now" | "after">;
  readonly #ring: () => void;
  #callOff: (() => void) | undefined;
  #isDue = false;
  #at: number | undefined;

  /** `ring` is called when it becomes due. */
  constructor(clock: Pick<Clock, "now" | "after">, ring: () => void) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Whether it is due. */
  get isDue(): boolean {
    return this.#isDue;
  }

  /** When it becomes due, as the clock stands, in milliseconds since 1970; undefined where it is not set. */
  get at(): number | undefined {
    return this.#at;
  }

  /** It becomes due after that time, whatever was said before. */
  set(time: Duration): void {
    this.clear();
    this.#at = this.#clock.now() + time;
    this.#callOff = this.#clock.after(time, () => {
      this.#isDue = true;
      this.#ring();
    });
  }

  /** It is not due, and does not become so. */
  clear(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    this.#isDue = false;
    this.#at = undefined;
  }
}
