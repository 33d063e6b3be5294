import { compareText } from "../../../object/object-ref.ts";
import type { RequirementsByModule } from "./present-requirements.ts";

/**
 * One loop of each knot of modules that all need each other, directly or through others: the shortest one
 * through the knot's first module by name, from that module back to it. Complexity: O(modules +
 * requirements).
 */
export function startCycles(needs: RequirementsByModule): readonly (readonly string[])[] {
  return componentsOf(needs)
    .map((component) => loopThrough([...component].reduce(earlier), component, needs))
    .toSorted(([left = ""], [right = ""]) => compareText(left, right));
}

function earlier(left: string, right: string): string {
  return compareText(left, right) < 0 ? left : right;
}

/** The strongly connected parts of more than one module, as Kosaraju and Sharir find them. */
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

/** The module with all that need it and were not seen before. */
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

/** All modules, each after what can be reached from it by requirements, as far as loops allow. */
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
  /** What it needs and nobody has looked at from here. */
  readonly left: string[];
}

/** The module with what is to be looked at from it; nothing where it was entered before. */
function enter(name: string, needs: RequirementsByModule, seen: Set<string>): OpenModule[] {
  if (seen.has(name)) {
    return [];
  }
  seen.add(name);
  return [{ name, left: (needs.get(name) ?? []).map(({ on }) => on) }];
}

/** Breadth first from a module of the knot back to it. */
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
      // Nothing outside of the knot leads back.
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
