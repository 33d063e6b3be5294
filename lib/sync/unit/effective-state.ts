import type { UnitStatus } from "../status/status-port.ts";
import type { GitRevision } from "../../git/model/git-repository.ts";
import type { UnitState } from "./unit-state.ts";

/** What is known of a unit besides what its own life has told. */
export interface KnownBesides {
  /** What git has for it by now: its own life may not have come to see that. */
  readonly observed: GitRevision | undefined;
  /** What its custom resource tells. */
  readonly status: UnitStatus | undefined;
}

/**
 * How a unit stands for those that depend on it. Of one that another replica keeps, or that was suspended
 * before this process began, its custom resource tells.
 */
export function knownState(state: UnitState, { observed, status }: KnownBesides): UnitState {
  const seen = observed === undefined ? state : { ...state, observed };
  if (reportsItself(state) || status?.applied === undefined || !status.isReady) {
    return seen;
  }
  const phase = state.phase === "Elsewhere" ? "Ready" : state.phase;
  // What git has is asked here only where a unit of this replica follows the same.
  const newest = observed?.commit ?? status.observed ?? status.applied;
  return {
    ...state,
    phase,
    failures: 0,
    applied: revisionAt(status.applied),
    observed: revisionAt(newest),
  };
}

function reportsItself({ phase, applied }: UnitState): boolean {
  return phase !== "Elsewhere" && (phase !== "Suspended" || applied !== undefined);
}

/** A commit of which nothing else is known. */
function revisionAt(commit: string): GitRevision {
  return { commit, ref: commit, subject: "", author: "", at: 0 };
}
