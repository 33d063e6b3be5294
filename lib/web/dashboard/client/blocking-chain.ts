import type { DependencyIndex } from "./app.ts";
import type { ObjectView } from "../run-view.ts";
import { isHealthyStatus } from "./object-status.ts";

/** Returns the object with everything it waits for, transitively. */
export function chainAbove(dependencies: DependencyIndex, selected: number): ReadonlySet<number> {
  const chain = new Set<number>();
  if (selected === -1) {
    return chain;
  }
  chain.add(selected);
  for (const number of chain) {
    for (const { first } of dependencies.before[number] ?? []) {
      chain.add(first);
    }
  }
  return chain;
}

/** One line of the list of objects that hold an object up. */
interface ChainLink {
  readonly number: number;
  /** The number of steps from the object. */
  readonly depth: number;
  /** Empty for a barrier between groups. */
  readonly rule: string;
  readonly until: string;
}

/**
 * Lists the objects that hold an object up now, each followed by those that hold it up in turn; every object
 * once, at most 60 in all.
 */
export function blockers(dependencies: DependencyIndex, selected: number): readonly ChainLink[] {
  const links: ChainLink[] = [];
  const seen = new Set([selected]);
  const stack: ChainLink[] = blockersOf(dependencies, {
    number: selected,
    depth: 0,
    rule: "",
    until: "",
  }).toReversed();
  while (links.length < 60) {
    const link = stack.pop();
    if (link === undefined) {
      return links;
    }
    if (!seen.has(link.number)) {
      seen.add(link.number);
      links.push(link);
      stack.push(...blockersOf(dependencies, link).toReversed());
    }
  }
  return links;
}

/**
 * Returns the objects that an object still waits for; if there are none, up to five unready objects of its
 * barriers.
 */
function blockersOf(dependencies: DependencyIndex, { number, depth }: ChainLink): ChainLink[] {
  const { run, before, statuses } = dependencies;
  const isOpen = (other: number): boolean => !isHealthyStatus(statuses[other] ?? "");
  const edges = (before[number] ?? []).filter(({ first }) => isOpen(first));
  if (edges.length > 0) {
    return edges.map(({ first, rule, until }) => ({ number: first, depth: depth + 1, rule, until }));
  }
  const object = run.objects[number];
  const lane = run.lanes.find(({ index }) => index === object?.group);
  const barriers = new Set(object?.after ?? lane?.barriers);
  if (barriers.size === 0 || statuses[number] !== "waiting") {
    return [];
  }
  const isMember = ({ group, after }: ObjectView): boolean =>
    barriers.has(group) || (after === undefined && barriers.has(-group));
  return [...run.objects.entries()]
    .filter(([other, facts]) => isMember(facts) && isOpen(other))
    .map(([other]) => other)
    .slice(0, 5)
    .map((other) => ({ number: other, depth: depth + 1, rule: "", until: "ready" }));
}
