import type { DependencyIndex } from "./app.ts";
import { isHealthyStatus } from "./object-status.ts";

/**
 * The object with all that it waits for, and all that they wait for in turn; of one that waits for nothing
 * more, what it had to wait for itself. With what waits for it next.
 */
export function chainAbove(wiring: DependencyIndex, selected: number): ReadonlySet<number> {
  const chain = new Set<number>();
  if (selected === -1) {
    return chain;
  }
  chain.add(selected);
  for (const number of chain) {
    for (const { first } of wiring.before[number] ?? []) {
      chain.add(first);
    }
  }
  return chain;
}

/** One line of what holds an object up. */
export interface ChainLink {
  readonly number: number;
  /** How many steps it is away. */
  readonly depth: number;
  /** Empty for a barrier between groups. */
  readonly rule: string;
  readonly until: string;
}

/**
 * What holds an object up just now, each with what holds that up in turn below it; each object once, and not
 * more than anyone reads.
 */
export function blockers(wiring: DependencyIndex, selected: number): readonly ChainLink[] {
  const links: ChainLink[] = [];
  const seen = new Set([selected]);
  const stack: ChainLink[] = holdersOf(wiring, {
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
      stack.push(...holdersOf(wiring, link).toReversed());
    }
  }
  return links;
}

/**
 * What of all that an object waits for is not there yet; where that is nothing, what is not ready of the
 * groups before its own.
 */
export function holdersOf(wiring: DependencyIndex, { number, depth }: ChainLink): ChainLink[] {
  const { run, before, stands } = wiring;
  const isOpen = (other: number): boolean => !isHealthyStatus(stands[other] ?? "");
  const edges = (before[number] ?? []).filter(({ first }) => isOpen(first));
  if (edges.length > 0) {
    return edges.map(({ first, rule, until }) => ({ number: first, depth: depth + 1, rule, until }));
  }
  const object = run.objects[number];
  const after = new Set(run.lanes.find(({ index }) => index === object?.group)?.after);
  if (after.size === 0 || stands[number] !== "waiting") {
    return [];
  }
  return [...run.objects.keys()]
    .filter((other) => after.has(run.objects[other]?.group ?? -2) && isOpen(other))
    .slice(0, 5)
    .map((other) => ({ number: other, depth: depth + 1, rule: "", until: "ready" }));
}
