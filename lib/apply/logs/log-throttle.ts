import type { Clock } from "../../async/clock.ts";
import { plainLogLine } from "./log-line.ts";

/** What is told at one time: lines, and how many that came too fast behind them were left out. */
export type EmitLines = (lines: readonly string[], leftOut: number) => void;

/** Lines are told so many milliseconds after the first of them came. */
const gathering = 75;
/** So many lines may come at once, and so many a second for long. */
const burst = 2000;
const perSecond = 200;
/** Characters that are told at one time at most, and looked at with a pattern. */
const mostText = 256 * 1024;
const mostLookedAt = 1024 * 1024;
/** Of lines that were left out, the last of all are told after all: why a program has ended stands there. */
const lastWords = 20;

/** How a container is told. */
export interface SpeakerFacts {
  readonly clock: Pick<Clock, "now" | "after">;
  /** Whether a line is shown. Of a flood not every line is asked for. */
  readonly shows: (line: string) => boolean;
  readonly report: EmitLines;
}

/** One container as it is told: its lines a few at a time, and no faster than a person or a log can take. */
export class ThrottledLog {
  readonly #clock: SpeakerFacts["clock"];
  readonly #shows: SpeakerFacts["shows"];
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

  constructor({ clock, shows, report }: SpeakerFacts) {
    this.#clock = clock;
    this.#shows = shows;
    this.#report = report;
    this.#allowedAt = clock.now();
  }

  /** Takes a line as it was written. */
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

  /** Keeps what is said until it is let go on: somebody else speaks first. */
  hold(): void {
    this.#isHeld = true;
  }

  /** Its turn has come. */
  goOn(): void {
    this.#isHeld = false;
    this.flush();
  }

  /** Tells what was not told yet. */
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

  /** Tells the rest: nothing more is said. */
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
