import { type RememberedRevisions, RevisionGate } from "../rollout/revision-gate.ts";
import type { UnitReconcilerOptions } from "./unit-reconciler-options.ts";
import type { UnitState } from "./unit-state.ts";

/** Parts of a reconciler that its gate needs. */
export interface GateSurroundings {
  readonly state: () => UnitState;
  /** Called when there may be something new. */
  readonly wake: () => void;
  /** Aborts when the unit is stopped. */
  readonly signal: AbortSignal;
}

/** Options of the gate of a unit. */
export interface GateOptions extends Pick<UnitReconcilerOptions, "clock" | "rollout" | "status" | "command"> {
  readonly repository: Pick<UnitReconcilerOptions["repository"], "fetch">;
}

/**
 * Opens the gate of a unit. While it is kept here its state is newer than what the cluster knows of it, which
 * counts otherwise.
 */
export function openGate(
  { clock, repository, rollout, status, command }: GateOptions,
  { state, wake, signal }: GateSurroundings,
): RevisionGate {
  return new RevisionGate({
    clock,
    repository,
    rollout,
    wake,
    signal,
    promotionAsked: () => command().promote,
    remembered: () => {
      const here = revisionsOf(state());
      const known = status()?.remembered;
      return state().phase === "Elsewhere" ? { ...here, ...known } : { ...known, ...here };
    },
  });
}

function revisionsOf({ attempted, applied, promotion }: UnitState): RememberedRevisions {
  const current = attempted ?? applied;
  return {
    ...(current === undefined ? {} : { current }),
    ...(promotion === undefined ? {} : { promotion }),
  };
}
