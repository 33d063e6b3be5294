import type { Result } from "../../apply/model/event.ts";
import type { GitRevision } from "../../git/model/git-repository.ts";

/** The phases of a unit. */
export const phases = [
  /** Not looked at yet. */
  "Pending",
  /** Another replica keeps it. */
  "Elsewhere",
  "Suspended",
  /** Waits for other units. */
  "Blocked",
  /** A run is under way. */
  "Reconciling",
  /** The cluster is as git specifies. */
  "Ready",
  /** The last run failed, or the source cannot be fetched and nothing was ever applied; it is retried. */
  "Failed",
  /** As Failed, but a retry does not help: a person has to change something. */
  "Stalled",
] as const;
export type Phase = (typeof phases)[number];

/** The reasons for which a run begins. */
export const runReasons = ["revision", "drift", "retry", "recheck", "request", "start"] as const;
export type RunReason = (typeof runReasons)[number];

/** The state of a unit. Plain data; nothing secret in it. */
export interface UnitState {
  readonly name: string;
  readonly phase: Phase;
  /** One line for people: the reason, or what it waits for. */
  readonly message: string;
  /** When the phase began, in milliseconds since 1970. */
  readonly since: number;
  /** The revision that git had at the last poll. */
  readonly observed?: GitRevision;
  /** The revision that the last run has applied, or tried to apply. */
  readonly attempted?: GitRevision;
  /** The revision that was last applied completely. */
  readonly applied?: GitRevision;
  /** The time at which that was last applied, or found to be applied, in milliseconds since 1970. */
  readonly lastReadyAt?: number;
  /** The error of the last poll of git; undefined if it succeeded. What was applied before stays. */
  readonly sourceFault?: string;
  /** Units that it waits for. */
  readonly blockedBy: readonly string[];
  /** Consecutive failed runs. */
  readonly failures: number;
  /** The time of the next retry, in milliseconds since 1970; undefined if there is none. */
  readonly retryAt?: number;
  readonly health: Health;
  /** Objects that others keep changing back, by key, with their managers. */
  readonly fights: readonly Fight[];
  /** Corrections of drift since the process began. */
  readonly corrected: number;
  /** The number of the last run; 0 if there was none. */
  readonly run: number;
}

/** Number of objects of a unit by their current health. */
export interface Health {
  readonly ready: number;
  readonly progressing: number;
  readonly failed: number;
  /** Objects of the set that do not exist. */
  readonly missing: number;
}

/** An object that is changed again and again: corrections of it pause. */
export interface Fight {
  readonly key: string;
  /** Managers of the fields that were changed. */
  readonly rivals: readonly string[];
  /** The time of its next correction, in milliseconds since 1970. */
  readonly until: number;
}

/** The start of a run of a unit, and its result. */
export interface UnitRun {
  /** From 1, counted since the process began. */
  readonly number: number;
  readonly unit: string;
  readonly reason: RunReason;
  readonly revision: GitRevision;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Undefined while it is under way. */
  readonly result?: Result;
}
