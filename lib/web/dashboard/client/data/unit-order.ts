import type { UnitSummary } from "../../state/dashboard-state.ts";

const orders = new WeakMap<readonly UnitSummary[], readonly UnitSummary[]>();

/** Returns the units in the order of the page, which is computed once for the same units. */
export function orderedUnits(units: readonly UnitSummary[]): readonly UnitSummary[] {
  const ordered = orders.get(units) ?? inOrder(units);
  orders.set(units, ordered);
  return ordered;
}

/**
 * Orders units: those in trouble first, then those that wait for a person, then by dependency depth, units
 * without dependencies first.
 * Complexity: O(units × log units + dependencies).
 */
export function inOrder(units: readonly UnitSummary[]): readonly UnitSummary[] {
  const depths = depthsOf(units);
  const rank = ({ name, phase }: UnitSummary): number => urgent.get(phase) ?? depths.get(name) ?? 0;
  return units.toSorted((left, right) => rank(left) - rank(right));
}

const urgent: ReadonlyMap<UnitSummary["phase"], number> = new Map([
  ["Failed", -2],
  ["Stalled", -2],
  ["AwaitingApproval", -1],
]);

/** Returns the length of the longest path of dependencies of each unit; less for those in a cycle. */
function depthsOf(units: readonly UnitSummary[]): ReadonlyMap<string, number> {
  const depths = new Map(units.map(({ name }) => [name, 0]));
  const waiting = new Map(
    units.map(({ name, dependsOn }) => [name, new Set(dependsOn.filter((other) => depths.has(other)))]),
  );
  const dependents = dependentsOf(waiting);
  const ready = units.map(({ name }) => name).filter((name) => waiting.get(name)?.size === 0);
  for (const name of ready) {
    const depth = (depths.get(name) ?? 0) + 1;
    for (const dependent of dependents.get(name) ?? []) {
      depths.set(dependent, Math.max(depths.get(dependent) ?? 0, depth));
      const rest = waiting.get(dependent);
      rest?.delete(name);
      if (rest?.size === 0) {
        ready.push(dependent);
      }
    }
  }
  return depths;
}

function dependentsOf(
  waiting: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, readonly string[]> {
  const pairs = [...waiting].flatMap(([name, others]) => Array.from(others, (other) => ({ name, other })));
  const groups = Map.groupBy(pairs, ({ other }) => other);
  return new Map([...groups].map(([other, found]) => [other, found.map(({ name }) => name)]));
}
