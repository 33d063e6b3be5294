import { RevisionGate } from "../rollout/revision-gate.ts";
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

/** Opens the gate of a unit. What the cluster does not know of it is taken from its state. */
export function openGate(
  { clock, repository, rollout, status, command }: UnitReconcilerOptions,
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
      const { attempted, applied, promotion } = state();
      const known = status()?.remembered;
      const current = known?.current ?? attempted ?? applied;
      const promoted = known?.promotion ?? promotion;
      return {
        ...(current === undefined ? {} : { current }),
        ...(promoted === undefined ? {} : { promotion: promoted }),
      };
    },
  });
}
