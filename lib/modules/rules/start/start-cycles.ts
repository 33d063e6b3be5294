import { compareText } from "../../../object/object-ref.ts";
import type { RequirementsByModule } from "./present-requirements.ts";

/**
 * Returns one cycle for each strongly connected component of modules: the shortest one through its first
 * module by name, from that module back to itself. Complexity: O(modules + requirements).
 */
export function startCycles(needs: RequirementsByModule): readonly (readonly string[])[] {
  return componentsOf(needs)
    .map((component) => loopThrough([...component].reduce(earlier), component, needs))
    .toSorted(([left = ""], [right = ""]) => compareText(left, right));
}

function earlier(left: string, right: string): string {
  return compareText(left, right) < 0 ? left : right;
}

/**
 * Returns the strongly connected components of more than one module, by the algorithm of Kosaraju and Sharir.
 */
function componentsOf(needs: RequirementsByModule): readonly ReadonlySet<string>[] {
  const needing = new Map(Array.from(needs.keys(), (name): [string, string[]] => [name, []]));
  for (const [name, needed] of needs) {
    for (const { on } of needed) {
      needing.get(on)?.push(name);
    }
  }
  const seen = new Set<string>();
  const components = finishedOrder(needs)
    .toReversed()
    .map((name) => componentOf(name, needing, seen));
  return components.filter(({ size }) => size > 1);
}

/** Returns the module with all unvisited modules that need it, directly or transitively. */
function componentOf(
  name: string,
  needing: ReadonlyMap<string, readonly string[]>,
  seen: Set<string>,
): ReadonlySet<string> {
  const component = new Set(seen.has(name) ? [] : [name]);
  for (const member of component) {
    seen.add(member);
    for (const other of (needing.get(member) ?? []).filter((one) => !seen.has(one))) {
      component.add(other);
    }
  }
  return component;
}

/** Returns all modules, each after those it reaches by requirements, as far as cycles allow. */
function finishedOrder(needs: RequirementsByModule): readonly string[] {
  const seen = new Set<string>();
  const finished: string[] = [];
  for (const root of needs.keys()) {
    const open = enter(root, needs, seen);
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const next = top.left.pop();
      if (next === undefined) {
        finished.push(top.name);
        open.pop();
      } else {
        open.push(...enter(next, needs, seen));
      }
    }
  }
  return finished;
}

interface OpenModule {
  readonly name: string;
  /** The modules that it needs and that were not followed from here yet. */
  readonly left: string[];
}

/** Returns the module with the modules to follow from it; nothing if it was visited before. */
function enter(name: string, needs: RequirementsByModule, seen: Set<string>): OpenModule[] {
  if (seen.has(name)) {
    return [];
  }
  seen.add(name);
  return [{ name, left: (needs.get(name) ?? []).map(({ on }) => on) }];
}

/** Finds the shortest cycle from a module of the component back to itself, breadth first. */
function loopThrough(
  start: string,
  component: ReadonlySet<string>,
  needs: RequirementsByModule,
): readonly string[] {
  const cameFrom = new Map<string, string>();
  const reached = [start];
  for (const name of reached) {
    for (const { on } of needs.get(name) ?? []) {
      if (on === start) {
        return [...wayTo(name, start, cameFrom), start];
      }
      // Nothing outside of the component leads back.
      if (component.has(on) && !cameFrom.has(on)) {
        cameFrom.set(on, name);
        reached.push(on);
      }
    }
  }
  return [];
}

function wayTo(end: string, start: string, cameFrom: ReadonlyMap<string, string>): readonly string[] {
  const way = [end];
  for (let name = end; name !== start; way.push(name)) {
    name = cameFrom.get(name) ?? start;
  }
  return way.toReversed();
}
