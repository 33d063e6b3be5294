import type { UnitState } from "./unit-state.ts";

/**
 * Whether one pass over all units is over: each has come to an end, or waits for one that came to a bad one.
 */
export function isPassComplete(
  units: readonly string[],
  stateOf: (name: string) => UnitState | undefined,
): boolean {
  return units.every((unit) => hasEnded(unit, { stateOf, asked: new Set() }));
}

interface Asking {
  readonly stateOf: (name: string) => UnitState | undefined;
  /** Units that are asked about already: who waits for itself has come to a bad end. */
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
