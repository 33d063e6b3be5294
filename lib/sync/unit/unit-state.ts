import type { Result } from "../../apply/model/event.ts";
import type { GitRevision } from "../../git/model/git-repository.ts";

/** How a unit stands at a moment. */
export const phases = [
  /** Not looked at yet. */
  "Pending",
  /** Another one of the replicas keeps it. */
  "Elsewhere",
  "Suspended",
  /** Waits for other units. */
  "Blocked",
  /** A run is under way. */
  "Reconciling",
  /** The cluster is what git says. */
  "Ready",
  /** The last run did not end well, or git cannot be had and nothing was ever applied; it is tried again. */
  "Failed",
  /** As Failed, but trying again does not help: a person has to change something. */
  "Stalled",
] as const;
export type Phase = (typeof phases)[number];

/** Why a run was begun. */
export const runReasons = ["revision", "drift", "retry", "recheck", "request", "start"] as const;
export type RunReason = (typeof runReasons)[number];

/** How a unit stands. Plain data; nothing secret in it. */
export interface UnitState {
  readonly name: string;
  readonly phase: Phase;
  /** One line for people: why it is so, what it waits for. */
  readonly message: string;
  /** When the phase began, in milliseconds since 1970. */
  readonly since: number;
  /** What git had when it was last asked. */
  readonly observed?: GitRevision;
  /** What the last run has brought, or tried to bring. */
  readonly attempted?: GitRevision;
  /** What the cluster was last wholly brought to. */
  readonly applied?: GitRevision;
  /** When it was last brought there, or found to be there. */
  readonly lastReadyAt?: number;
  /** Why git could not be had at the last look; undefined where it could. What was applied before stays. */
  readonly sourceFault?: string;
  /** Units that it waits for. */
  readonly blockedBy: readonly string[];
  /** Runs that failed in a row. */
  readonly failures: number;
  /** When it is tried again, in milliseconds since 1970; undefined where it is not. */
  readonly retryAt?: number;
  readonly health: Health;
  /** Objects that somebody else keeps changing back: by key, with who it is. */
  readonly fights: readonly Fight[];
  /** Corrections of drift since the process began. */
  readonly corrected: number;
  /** The number of the last run; 0 where there was none. */
  readonly run: number;
}

/** How many objects of a unit are in which state just now. */
export interface Health {
  readonly ready: number;
  readonly progressing: number;
  readonly failed: number;
  /** Objects of the set that are not there. */
  readonly missing: number;
}

/** An object that is changed again and again: corrections of it pause. */
export interface Fight {
  readonly key: string;
  /** Managers of the fields that were changed. */
  readonly rivals: readonly string[];
  /** When it is corrected next, in milliseconds since 1970. */
  readonly until: number;
}

/** How a run of a unit was begun, and how it ended. */
export interface UnitRun {
  /** From 1, in the life of the process. */
  readonly number: number;
  readonly unit: string;
  readonly reason: RunReason;
  readonly revision: GitRevision;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Undefined while it is under way. */
  readonly result?: Result;
}
