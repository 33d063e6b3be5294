import type { Unit } from "./unit.ts";
import type { UnitState } from "./unit-state.ts";
import type { RingUnit } from "../rollout/qualified-revision.ts";
import type { UnitStatus } from "../status/status-port.ts";
import type { GitRevision } from "../../git/model/git-repository.ts";

/**
 * Returns the units that a unit must wait for: those it depends on that are not ready at the revision that
 * git has now. A suspended one counts as it was when it was suspended.
 */
export function blockingUnits(
  { dependsOn }: Pick<Unit, "dependsOn">,
  stateOf: (name: string) => UnitState | undefined,
): readonly string[] {
  return dependsOn.filter((name) => {
    const state = stateOf(name);
    return state === undefined || !isReadyNow(state);
  });
}

/** Returns the units that depend on a unit, directly or indirectly, including itself. */
export function dependentUnits(
  name: string,
  units: readonly Pick<Unit, "name" | "dependsOn">[],
): ReadonlySet<string> {
  const found = new Set([name]);
  // Iteration over a set includes what is added meanwhile.
  for (const one of found) {
    for (const unit of units.filter(({ dependsOn }) => dependsOn.includes(one))) {
      found.add(unit.name);
    }
  }
  return found;
}

function isReadyNow({ phase, applied, observed, failures }: UnitState): boolean {
  if (phase === "Suspended") {
    return applied !== undefined && failures === 0;
  }
  return phase === "Ready" && applied !== undefined && applied.commit === observed?.commit;
}

/** Facts about a unit that do not come from its own reconciler. */
interface KnownBesides {
  /** The revision that the unit may have by now: the reconciler may not have seen it yet. */
  readonly observed: GitRevision | undefined;
  /** The status in its custom resource. */
  readonly status: UnitStatus | undefined;
}

/**
 * Returns the state of a unit for those that depend on it. For a unit that another replica keeps, or that was
 * suspended before this process began, it comes from the custom resource.
 */
export function knownState(state: UnitState, { observed, status }: KnownBesides): UnitState {
  const seen = observed === undefined ? state : { ...state, observed };
  if (reportsItself(state) || status?.applied === undefined || !status.isReady) {
    return seen;
  }
  const phase = state.phase === "Elsewhere" ? "Ready" : state.phase;
  // Git is polled here only if a unit of this replica follows the same ref.
  const newest = observed?.commit ?? newestOf(status) ?? status.applied;
  return {
    ...state,
    phase,
    failures: 0,
    applied: revisionAt(status.applied),
    observed: revisionAt(newest),
  };
}

/** Reports whether a change of a unit may concern those that wait for it. */
export function mattersToOthers(before: UnitState, now: UnitState): boolean {
  return (
    before.phase !== now.phase ||
    before.readySince !== now.readySince ||
    before.observed?.commit !== now.observed?.commit ||
    before.applied?.commit !== now.applied?.commit
  );
}

/** Returns the state of a unit for the ring after its own, whichever replica keeps it. */
export function ringUnitOf(state: UnitState | undefined, status: UnitStatus | undefined): RingUnit {
  const isKnown = state !== undefined && state.phase !== "Elsewhere" && state.applied !== undefined;
  if (!isKnown) {
    return status?.ready === undefined ? {} : { ready: status.ready };
  }
  const { applied: revision, readySince: since } = state;
  return revision === undefined || since === undefined ? {} : { ready: { revision, since } };
}

/** Returns the commit that a unit kept elsewhere may have by now, as far as its status says. */
function newestOf({ isWaiting, observed }: UnitStatus): string | undefined {
  return isWaiting === true ? undefined : observed;
}

function reportsItself({ phase, applied }: UnitState): boolean {
  return phase !== "Elsewhere" && (phase !== "Suspended" || applied !== undefined);
}

/** Returns a revision of which only the commit is known. */
function revisionAt(commit: string): GitRevision {
  return { commit, ref: commit, subject: "", author: "", at: 0 };
}
