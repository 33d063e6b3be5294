import type { Unit } from "./unit.ts";
import type { UnitState } from "./unit-state.ts";

/**
 * The units that a unit has to wait for: those it depends on that are not ready at what git has for them now.
 * One that is suspended counts as it stood when it was.
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

/** The units that depend on one, directly or by others; itself among them. */
export function dependentUnits(
  name: string,
  units: readonly Pick<Unit, "name" | "dependsOn">[],
): ReadonlySet<string> {
  const found = new Set([name]);
  // A set that is gone through tells also of what is added meanwhile.
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
