import { compareText } from "../../../object/object-ref.ts";
import { componentsOf } from "../../../dag/strongly-connected.ts";
import { shortestWay } from "../../../dag/adjacency.ts";
import type { RequirementsByModule } from "./start-barriers.ts";

/**
 * Returns one cycle for each strongly connected component of modules: the shortest one through its first
 * module by name, from that module back to itself. Complexity: O(modules + requirements).
 */
export function startCycles(needs: RequirementsByModule): readonly (readonly string[])[] {
  const needed = (name: string): readonly string[] => (needs.get(name) ?? []).map(({ on }) => on);
  return componentsOf(needs.keys(), needed)
    .filter(({ length }) => length > 1)
    .map((component) => {
      const [first = ""] = component.toSorted(compareText);
      const members = new Set(component);
      return shortestWay(first, first, (name) => needed(name).filter((other) => members.has(other)));
    })
    .toSorted(([left = ""], [right = ""]) => compareText(left, right));
}
