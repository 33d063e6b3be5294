import type { Unit } from "./unit.ts";
import type { UnitState } from "./unit-state.ts";

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
