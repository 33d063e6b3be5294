import type { Clock } from "../../async/clock.ts";
import { plainLogLine } from "./log-line.ts";

/**
 * Receives a batch: lines, and the number of lines after them that were dropped because they came too fast.
 */
export type EmitLines = (lines: readonly string[], leftOut: number) => void;

/** Milliseconds after the first line of a batch at which the batch is emitted. */
const gathering = 75;
/** The number of lines that may come at once, and the sustained rate per second. */
const burst = 2000;
const perSecond = 200;
/** The most characters of a batch that are emitted, and that are matched against patterns. */
const mostText = 256 * 1024;
const mostLookedAt = 1024 * 1024;
/** The number of the last dropped lines that are emitted after all: they say why a program has ended. */
const lastWords = 20;

/** Dependencies of a throttled log. */
export interface LogThrottleOptions {
  readonly clock: Pick<Clock, "now" | "after">;
  /** Whether a line is shown. Not called for every line of a flood. */
  readonly shows: (line: string) => boolean;
  readonly report: EmitLines;
}

/** The log of one container, emitted in batches and no faster than a person or a log can take. */
export class ThrottledLog {
  readonly #clock: LogThrottleOptions["clock"];
  readonly #shows: LogThrottleOptions["shows"];
  readonly #report: EmitLines;
  #lines: string[] = [];
  #text = 0;
  #lookedAt = 0;
  #leftOut: string[] = [];
  #leftOutCount = 0;
  #allowance = burst;
  #allowedAt: number;
  #callOff: (() => void) | undefined;
  #isHeld = false;
  #hasEnded = false;

  constructor({ clock, shows, report }: LogThrottleOptions) {
    this.#clock = clock;
    this.#shows = shows;
    this.#report = report;
    this.#allowedAt = clock.now();
  }

  /** Accepts a line as it was written. */
  emit(line: string): void {
    if (this.#hasEnded) {
      return;
    }
    if (this.#callOff === undefined) {
      this.#grow();
      this.#callOff = this.#clock.after(gathering, () => {
        this.flush();
      });
    }
    const isSeen = this.#lookedAt < mostLookedAt;
    this.#lookedAt += line.length;
    if (isSeen && !this.#shows(line)) {
      return;
    }
    if (this.#leftOutCount === 0 && this.#allowance >= 1 && this.#text < mostText) {
      const plain = plainLogLine(line);
      this.#allowance -= 1;
      this.#text += plain.length;
      this.#lines.push(plain);
    } else {
      this.#leaveOut(line);
    }
  }

  /** Holds back all lines until `goOn`: another log is emitted first. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Emits what was held back: its turn has come. */
  goOn(): void {
    this.#isHeld = false;
    this.flush();
  }

  /** Emits the pending lines. */
  flush(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    if (this.#isHeld) {
      return;
    }
    if (this.#lines.length + this.#leftOutCount > 0) {
      this.#report(this.#lines, this.#leftOutCount);
    }
    this.#lines = [];
    this.#text = 0;
    this.#lookedAt = 0;
    this.#leftOut = [];
    this.#leftOutCount = 0;
  }

  /** Emits the rest: no more lines follow. */
  end(): void {
    this.#hasEnded = true;
    this.#isHeld = false;
    const last = this.#leftOut.filter(this.#shows).map((line) => plainLogLine(line));
    this.#leftOutCount -= this.#leftOut.length;
    this.flush();
    if (last.length > 0) {
      this.#report(last, 0);
    }
  }

  #grow(): void {
    const now = this.#clock.now();
    this.#allowance = Math.min(burst, this.#allowance + ((now - this.#allowedAt) / 1000) * perSecond);
    this.#allowedAt = now;
  }

  #leaveOut(line: string): void {
    this.#leftOutCount += 1;
    this.#leftOut.push(line);
    if (this.#leftOut.length > lastWords) {
      this.#leftOut.shift();
    }
  }
}
