import { adjacency } from "../../dag/adjacency.ts";
import { dependenciesFirst } from "../../dag/topological.ts";
import { stringsField } from "../../object/json.ts";
import type { WrittenUnit } from "./raw-unit.ts";

/**
 * Returns units that wait for each other in a cycle, each for the next and the last for the first; none if
 * there is no cycle. Begins with the one that is first in the file. Complexity: O(units × what they depend
 * on).
 */
export function findUnitCycle(units: readonly WrittenUnit[]): readonly WrittenUnit[] {
  const stuck = stuckUnits(units);
  const path: WrittenUnit[] = [];
  let [at] = stuck.values();
  // Each stuck unit waits for another one: sooner or later one comes again.
  while (at !== undefined && !path.includes(at)) {
    path.push(at);
    at = nextOf(at, stuck);
  }
  const cycle = at === undefined ? [] : path.slice(path.indexOf(at));
  const firstIndex = Math.min(...cycle.map(({ index }) => index));
  const start = cycle.findIndex(({ index }) => index === firstIndex);
  return [...cycle.slice(start), ...cycle.slice(0, start)];
}

function nextOf(unit: WrittenUnit, stuck: ReadonlyMap<string, WrittenUnit>): WrittenUnit | undefined {
  return stringsField(unit.value, "dependsOn")
    .map((name) => stuck.get(name))
    .find((next) => next !== undefined);
}

/** Returns the units on a cycle, and those that wait for one of them. */
function stuckUnits(units: readonly WrittenUnit[]): ReadonlyMap<string, WrittenUnit> {
  const named = new Map(units.map((unit) => [unit.name, unit]));
  const numbers = new Map([...named.keys()].map((name, number) => [name, number]));
  const waits = [...named.values()].flatMap(({ value }, from) =>
    stringsField(value, "dependsOn").flatMap((name) => {
      const to = numbers.get(name);
      return to === undefined ? [] : [{ from, to }];
    }),
  );
  const free = new Set(dependenciesFirst(named.size, waits, adjacency(named.size, waits, "to")));
  return new Map([...named].filter((_, number) => !free.has(number)));
}
