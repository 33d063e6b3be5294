import { backoff } from "../../async/timer.ts";
import { compareText } from "../../object/object-ref.ts";
import type { Fight } from "../unit/unit-state.ts";

const minute = 60_000;
/** So many corrections of one object within so many milliseconds are a fight. */
const [many, within] = [3, 10 * minute];
/** Milliseconds that corrections of an object pause: at first, doubled each time, and at most. */
const delays = { first: minute, longest: 60 * minute };
/** Milliseconds after a correction, or its pause, after which past corrections of an object are forgotten. */
const quiet = 60 * minute;

/** The past corrections of one object. */
interface Corrections {
  /** Times of its latest corrections, oldest first. */
  readonly times: readonly number[];
  readonly rivals: ReadonlySet<string>;
  /** Number of times that its corrections have paused. */
  readonly pauses: number;
  /** The time from which it may be corrected again. */
  readonly until: number;
}

/**
 * Distinguishes a fight from drift: an object that is changed back each time it is corrected. From the third
 * correction within ten minutes on its corrections pause, for a minute at first, twice as long each time, an
 * hour at most. An hour without a correction that could have been made ends the fight. Times are milliseconds
 * since 1970; a clock that jumps back ends a pause.
 */
export class Fights {
  readonly #known = new Map<string, Corrections>();

  /** Records that an object was corrected, against those rivals as far as they are known. */
  corrected(key: string, rivals: readonly string[], now: number): void {
    const before = this.#remembered(key, now);
    const times = [...(before?.times ?? []).filter((time) => isWithin(time, now)), now].slice(-many);
    const pauses = before?.pauses ?? 0;
    const isFight = pauses > 0 || times.length >= many;
    this.#known.set(key, {
      times,
      rivals: new Set([...(before?.rivals ?? []), ...rivals]),
      pauses: isFight ? pauses + 1 : 0,
      until: isFight ? now + backoff(pauses + 1, delays) : now,
    });
  }

  /** Forgets all objects but these: what is no longer applied is not fought over. */
  retain(keys: ReadonlySet<string>): void {
    for (const key of [...this.#known.keys()].filter((one) => !keys.has(one))) {
      this.#known.delete(key);
    }
  }

  /** Reports whether an object must not be corrected now. */
  isPaused(key: string, now: number): boolean {
    const known = this.#known.get(key);
    return known !== undefined && isPausing(known, now);
  }

  /** The fights in which corrections pause now, by key. */
  all(now: number): readonly Fight[] {
    return [...this.#known]
      .filter(([key]) => this.#remembered(key, now) !== undefined && this.isPaused(key, now))
      .map(([key, { rivals, until }]) => ({ key, rivals: [...rivals].toSorted(compareText), until }))
      .toSorted((left, right) => compareText(left.key, right.key));
  }

  /** Returns the time when the next pause ends; undefined without one. */
  nextAt(now: number): number | undefined {
    const ends = this.all(now).map(({ until }) => until);
    return ends.length === 0 ? undefined : Math.min(...ends);
  }

  /** Returns the past corrections of an object, unless they are too old. */
  #remembered(key: string, now: number): Corrections | undefined {
    const known = this.#known.get(key);
    if (known !== undefined && now >= known.until + quiet) {
      this.#known.delete(key);
      return undefined;
    }
    return known;
  }
}

function isWithin(time: number, now: number): boolean {
  return time <= now && now - time < within;
}

function isPausing({ until }: Corrections, now: number): boolean {
  return now < until && until - now <= delays.longest;
}
