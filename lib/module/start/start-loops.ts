import { compareText } from "../../object/object-ref.ts";
import type { RequirementsByModule } from "./present-needs.ts";

/**
 * One loop of each knot of modules that all need each other, directly or through others: the shortest one through the knot's first module by name,
 * from that module back to it. Complexity: O(modules + requirements).
 */
export function startCycles(needs: RequirementsByModule): readonly (readonly string[])[] {
  return knotsOf(needs)
    .map((knot) => loopThrough([...knot].reduce(earlier), knot, needs))
    .toSorted(([left = ""], [right = ""]) => compareText(left, right));
}

function earlier(left: string, right: string): string {
  return compareText(left, right) < 0 ? left : right;
}

/** The strongly connected parts of more than one module, as Kosaraju and Sharir find them. */
function knotsOf(needs: RequirementsByModule): readonly ReadonlySet<string>[] {
  const needing = new Map(Array.from(needs.keys(), (name): [string, string[]] => [name, []]));
  for (const [name, needed] of needs) {
    for (const { on } of needed) {
      needing.get(on)?.push(name);
    }
  }
  const seen = new Set<string>();
  const knots = finishedOrder(needs)
    .toReversed()
    .map((name) => knotOf(name, needing, seen));
  return knots.filter(({ size }) => size > 1);
}

/** The module with all that need it and were not seen before. */
function knotOf(
  name: string,
  needing: ReadonlyMap<string, readonly string[]>,
  seen: Set<string>,
): ReadonlySet<string> {
  const knot = new Set(seen.has(name) ? [] : [name]);
  for (const member of knot) {
    seen.add(member);
    for (const other of (needing.get(member) ?? []).filter((one) => !seen.has(one))) {
      knot.add(other);
    }
  }
  return knot;
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
  knot: ReadonlySet<string>,
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
      if (knot.has(on) && !cameFrom.has(on)) {
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
