import { formatTimestamp } from "../../object/timestamp.ts";

/** What there is to say of a revision. */
export interface RevisionFacts {
  readonly number: number;
  /** When its run began to write, in milliseconds since 1970. */
  readonly at: number;
  /** `install`, `upgrade`, `rollback`. */
  readonly action: string;
  /** `succeeded`, `failed`, `timedOut`, `interrupted`, `unfinished`. */
  readonly outcome: string;
  /** The revision that a rollback went back to. */
  readonly from?: number;
  /** What the manifests were: a commit. */
  readonly source?: string;
  /** How many objects it holds, hooks included. */
  readonly objects: number;
}

/** `upgrade`, `rollback to 3`. */
export function formatAction({ action, from }: Pick<RevisionFacts, "action" | "from">): string {
  return from === undefined ? action : `${action} to ${from}`;
}

const words: ReadonlyMap<string, string> = new Map([
  ["timedOut", "timed out"],
  ["converged", "succeeded"],
]);

/** How a run has ended, for people, from the word that programs get: `succeeded`, `timed out`. */
export function verdictWords(verdict: string): string {
  return words.get(verdict) ?? verdict;
}

/** How it has ended: `succeeded`, `timed out`. */
export function outcomeWords({ outcome }: Pick<RevisionFacts, "outcome">): string {
  return verdictWords(outcome);
}

/** The last millisecond of the year 9999, and the last that can be written. */
const lastMoment = 253_402_300_799_999;

/** When it began, to the second: `2026-11-21T08:00:00Z`; empty for what is no such moment. */
export function timeWords({ at }: Pick<RevisionFacts, "at">): string {
  return at < 0 || at > lastMoment ? "" : formatTimestamp(at).replace(/\.\d+Z$/, "Z");
}
