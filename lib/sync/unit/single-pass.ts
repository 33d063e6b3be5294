import type { UnitState } from "./unit-state.ts";

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
  if (state.phase !== "Blocked" || asking.asked.has(unit)) {
    return true;
  }
  asking.asked.add(unit);
  const stuck = state.blockedBy.filter((other) => asking.stateOf(other)?.phase !== "Ready");
  return stuck.length > 0 && stuck.every((other) => hasEnded(other, asking));
}
