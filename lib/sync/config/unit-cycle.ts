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

/** Returns the units that remain once all are removed, repeatedly, that wait for no remaining unit. */
function stuckUnits(units: readonly WrittenUnit[]): ReadonlyMap<string, WrittenUnit> {
  const left = new Map(units.map((unit) => [unit.name, unit]));
  const waiting = new Map<string, WrittenUnit[]>();
  const counts = new Map<string, number>();
  for (const unit of left.values()) {
    const known = stringsField(unit.value, "dependsOn").filter((name) => left.has(name));
    counts.set(unit.name, known.length);
    for (const name of known) {
      waiting.set(name, [...(waiting.get(name) ?? []), unit]);
    }
  }
  const free = [...left.values()].filter(({ name }) => counts.get(name) === 0);
  for (const { name } of free) {
    left.delete(name);
    for (const unit of waiting.get(name) ?? []) {
      const count = (counts.get(unit.name) ?? 0) - 1;
      counts.set(unit.name, count);
      if (count === 0) {
        free.push(unit);
      }
    }
  }
  return left;
}
