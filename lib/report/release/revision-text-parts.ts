import { formatTimestamp } from "../../object/timestamp.ts";

/** The facts of a revision that are shown. */
export interface RevisionFacts {
  readonly number: number;
  /** The time when its run began to write, in milliseconds since 1970. */
  readonly at: number;
  /** `install`, `upgrade`, `rollback`. */
  readonly action: string;
  /** `succeeded`, `failed`, `timedOut`, `interrupted`, `unfinished`. */
  readonly outcome: string;
  /** The revision that a rollback returned to. */
  readonly from?: number;
  /** The source of the manifests: a commit. */
  readonly source?: string;
  /** The number of its objects, hooks included. */
  readonly objects: number;
  /** Only of the newest: the milliseconds that its objects last took to become ready, by reference. */
  readonly durations?: ReadonlyMap<string, number>;
}

/** Formats an action: `upgrade`, `rollback to 3`. */
export function formatAction({ action, from }: Pick<RevisionFacts, "action" | "from">): string {
  return from === undefined ? action : `${action} to ${from}`;
}

const words: ReadonlyMap<string, string> = new Map([
  ["timedOut", "timed out"],
  ["converged", "succeeded"],
]);

/** Formats a verdict for people, from its identifier: `succeeded`, `timed out`. */
export function verdictWords(verdict: string): string {
  return words.get(verdict) ?? verdict;
}

/** Formats the outcome of a revision: `succeeded`, `timed out`. */
export function outcomeWords({ outcome }: Pick<RevisionFacts, "outcome">): string {
  return verdictWords(outcome);
}

/** The last millisecond of the year 9999, the latest time that can be formatted. */
const lastMoment = 253_402_300_799_999;

/** Formats the start time to the second: `2026-11-21T08:00:00Z`; empty if it is out of range. */
export function timeWords({ at }: Pick<RevisionFacts, "at">): string {
  return at < 0 || at > lastMoment ? "" : formatTimestamp(at).replace(/\.\d+Z$/, "Z");
}
