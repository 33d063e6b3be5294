import type { UnitState } from "./unit-state.ts";

/** A commit at which a unit was ready before this replica has kept it. */
export interface ReadyBefore {
  readonly commit: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

type ReadinessFacts = Pick<UnitState, "phase" | "applied" | "attempted" | "health" | "readySince">;

/**
 * Returns since when a unit has been ready at the applied revision, with all its objects and without
 * interruption; undefined if it is not. Runs for that revision, and commits that leave its manifests as they
 * are, do not interrupt it. `state` is the new one, with the time of the previous one.
 */
export function readySinceOf(
  state: ReadinessFacts,
  { now, before }: { readonly now: number; readonly before: ReadyBefore | undefined },
): number | undefined {
  const { phase, applied, readySince } = state;
  if (applied === undefined || isInterrupted(state)) {
    return undefined;
  }
  const earlier = before?.commit === applied.commit ? before.since : undefined;
  return readySince ?? earlier ?? (phase === "Ready" ? now : undefined);
}

/** Reports whether a state ends the time for which the unit was ready. */
export function isInterrupted(state: ReadinessFacts): boolean {
  const { phase, applied, attempted, health } = state;
  const hasFailed = phase === "Stalled" || phase === "Failed";
  const isOther = attempted !== undefined && applied !== undefined && attempted.commit !== applied.commit;
  const isUnhealthy = health.progressing + health.failed + health.missing > 0;
  return isAway(state) || hasFailed || isOther || isUnhealthy;
}

/** Reports whether nothing is known of a unit here: its objects are not watched. */
export function isAway({ phase }: Pick<UnitState, "phase">): boolean {
  return phase === "Suspended" || phase === "Elsewhere" || phase === "Pending";
}
