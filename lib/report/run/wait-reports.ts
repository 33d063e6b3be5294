import { formatElapsed } from "../terminal/format-number.ts";
import type { EventLine } from "./event-line.ts";
import type { ObjectProgress, RunProgress } from "./run-progress.ts";
import { count } from "../../object/message-text.ts";

/**
 * A wait is reported once it has lasted this long, in milliseconds, and again whenever that time has doubled.
 */
const firstReport = 10_000;
/**
 * The minimum interval between scans of the waits, since thousands of them become long one after the other.
 * In milliseconds.
 */
const pause = 1000;
/** The maximum number of waits reported one by one. */
const shownWaits = 5;

/** A report of waits that have become long. */
export interface LongWaits {
  readonly facts: readonly EventLine[];
  /** `and 12 more objects`; empty if all are listed. */
  readonly folded: string;
}

const noWaits: LongWaits = { facts: [], folded: "" };

/** Tracks which long waits were reported, so that the log of a long run has few lines about them. */
export class WaitReports {
  readonly #nextReport = new Map<string, number>();
  #next = -Infinity;

  /**
   * Returns the waits to report at that time (milliseconds since 1970), the longest first. Costs nothing
   * between scans.
   */
  dueAt(at: number, progress: RunProgress): LongWaits {
    if (at < this.#next) {
      return noWaits;
    }
    const active = progress.active().filter((object) => object.since !== undefined);
    const due = active.filter((object) => at >= this.#reportOf(object));
    for (const object of due) {
      this.#nextReport.set(object.target.key, sinceOf(object) + 2 * (at - sinceOf(object)));
    }
    const next = active.reduce((first, one) => Math.min(first, this.#reportOf(one)), at + firstReport);
    this.#next = Math.max(next, at + pause);
    const folded = due.length - shownWaits;
    const shown = folded > 1 ? due.slice(0, shownWaits) : due;
    return {
      facts: shown.map((object) => waitFact(object, at, progress)),
      folded: folded > 1 ? `and ${count(folded, "more object")}` : "",
    };
  }

  #reportOf(object: ObjectProgress): number {
    return this.#nextReport.get(object.target.key) ?? sinceOf(object) + firstReport;
  }
}

function sinceOf({ since = 0 }: ObjectProgress): number {
  return since;
}

/** Formats a wait: `waiting Deployment/web for 10s: 0 of 3 replicas available`. */
function waitFact(object: ObjectProgress, at: number, { names }: RunProgress): EventLine {
  const { message = "" } = object;
  const time = `for ${formatElapsed(at - sinceOf(object))}`;
  const words = message === "" ? time : `${time}: ${message}`;
  const name = names.nameOf(object.target.key);
  return { verb: "waiting", tone: "note", name, words, failed: false, below: [] };
}
