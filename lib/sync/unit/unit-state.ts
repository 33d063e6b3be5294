import type { Result } from "../../apply/model/event.ts";
import type { GitRevision } from "../../git/model/git-repository.ts";
import type { PendingPlan } from "../approval/pending-plan.ts";
import type { Promotion, RolloutWait } from "../rollout/admit-revision.ts";
import type { Unit } from "./unit.ts";

/** The phases of a unit. */
export const phases = [
  /** Not looked at yet. */
  "Pending",
  /** Another replica keeps it. */
  "Elsewhere",
  "Suspended",
  /** Waits for other units. */
  "Blocked",
  /** Waits until a person approves its plan. */
  "AwaitingApproval",
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
export const runReasons = ["revision", "drift", "retry", "recheck", "request", "start", "approval"] as const;
export type RunReason = (typeof runReasons)[number];

/** The state of a unit. Plain data; nothing secret in it. */
export interface UnitState {
  readonly name: string;
  /** The name of its cluster; undefined for that of the sidecar. */
  readonly cluster?: string;
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
  /** The time since which it has been ready at that revision, with all objects, without interruption. */
  readonly readySince?: number;
  /** The reason why it does not have the newest revision yet. */
  readonly waiting?: RolloutWait;
  /** The last revision that was promoted to it. */
  readonly promotion?: Promotion;
  /** The last request for a promotion that was handled. */
  readonly handledPromotion?: string;
  /** The error of the last poll of git; undefined if it succeeded. What was applied before stays. */
  readonly sourceFault?: string;
  /** The plan that waits for approval. */
  readonly pendingPlan?: PendingPlan;
  /** The digest of the plan that was last applied with approval. */
  readonly approvedPlan?: string;
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
  /** Objects on which work is paused on request. */
  readonly suspended: number;
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
  /** Whether it differs from what was applied now. */
  readonly isDrifted?: true;
}

/**
 * The outcome of a unit in a single pass. `unapproved`: its plan waits for approval. `waiting`: it waits for
 * its ring or a window.
 */
export type UnitEnd = Result["verdict"] | "suspended" | "unapproved" | "waiting";

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

/**
 * Returns the state of a unit whose configuration has changed: with another source, release or form of
 * rendering, nothing was applied yet.
 */
export function resetUnitState(
  state: UnitState,
  units: { readonly before: Unit; readonly now: Unit },
): UnitState {
  // What another replica has done since is not known.
  const isSame = madeOf(units.before) === madeOf(units.now) && state.phase !== "Elsewhere";
  const kept = isSame ? state : withoutRevisions(state);
  const { retryAt: _, sourceFault: __, cluster: ___, pendingPlan: ____, ...rest } = kept;
  return {
    ...rest,
    ...(units.now.cluster === undefined ? {} : { cluster: units.now.cluster.name }),
    phase: "Pending",
    message: units.before === units.now ? "its cluster has changed" : "configuration changed",
    blockedBy: [],
  };
}

function withoutRevisions(state: UnitState): UnitState {
  const names = [
    "observed",
    "attempted",
    "applied",
    "readySince",
    "promotion",
    "waiting",
    "approvedPlan",
  ] as const;
  const rest: { -readonly [Name in keyof UnitState]: UnitState[Name] } = { ...state };
  for (const name of names) {
    delete rest[name];
  }
  return rest;
}

function madeOf({ source, release, namespace, cluster, render }: Unit): string {
  return JSON.stringify([source, release, namespace, cluster?.name, render]);
}

/**
 * Reports whether a single pass over all units is complete: each has ended, or waits for one that ended
 * badly.
 */
export function isPassComplete(
  units: readonly string[],
  stateOf: (name: string) => UnitState | undefined,
): boolean {
  return units.every((unit) => hasEnded(unit, { stateOf, asked: new Set() }));
}

/**
 * Returns the outcome in a single pass of a unit that waits for people or for its turn; undefined if it does
 * not.
 */
export function waitingEnd({ phase, waiting }: UnitState): UnitEnd | undefined {
  if (phase === "Blocked" && waiting !== undefined) {
    return "waiting";
  }
  if (phase === "AwaitingApproval") {
    return "unapproved";
  }
  return phase === "Suspended" ? "suspended" : undefined;
}

interface Asking {
  readonly stateOf: (name: string) => UnitState | undefined;
  /** Units that are asked about already: one that waits for itself has ended badly. */
  readonly asked: Set<string>;
}

function hasEnded(unit: string, asking: Asking): boolean {
  const state = asking.stateOf(unit);
  if (state === undefined || state.phase === "Pending" || state.phase === "Reconciling") {
    return false;
  }
  // A single pass waits for no ring and no window.
  if (state.phase !== "Blocked" || state.waiting !== undefined || asking.asked.has(unit)) {
    return true;
  }
  asking.asked.add(unit);
  const stuck = state.blockedBy.filter((other) => asking.stateOf(other)?.phase !== "Ready");
  return stuck.length > 0 && stuck.every((other) => hasEnded(other, asking));
}

/** Reports whether the last run has applied the revision it was for. */
export function hasApplied(
  { applied, failures }: Pick<UnitState, "applied" | "failures">,
  attempted: GitRevision | undefined,
): boolean {
  return failures === 0 && applied !== undefined && applied.commit === attempted?.commit;
}
