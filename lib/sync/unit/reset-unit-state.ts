import type { Unit } from "./unit.ts";
import type { UnitState } from "./unit-state.ts";

/**
 * Returns the state of a unit whose configuration has changed: with another source, release or form of
 * rendering, nothing was applied yet.
 */
export function resetUnitState(
  state: UnitState,
  units: { readonly before: Unit; readonly now: Unit },
): UnitState {
  const { observed, attempted, applied, retryAt: _, sourceFault: __, ...rest } = state;
  const isSame = madeOf(units.before) === madeOf(units.now);
  return {
    ...rest,
    phase: "Pending",
    message: "configured anew",
    blockedBy: [],
    ...(isSame && observed !== undefined ? { observed } : {}),
    ...(isSame && attempted !== undefined ? { attempted } : {}),
    ...(isSame && applied !== undefined ? { applied } : {}),
  };
}

function madeOf({ source, release, namespace, render }: Unit): string {
  return JSON.stringify([source, release, namespace, render]);
}
