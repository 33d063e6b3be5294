import { adjacency, type Arc, edgesOf, dependenciesFirst } from "../../../dag/adjacency.ts";
import { BugError } from "../../../object/bug-error.ts";
import { compareText } from "../../../object/object-ref.ts";
import {
  presentNeeds,
  type RequirementsByModule,
  type StartModule,
  type StartWait,
  startBarriers,
  type StartBarrier,
} from "./start-barriers.ts";
import { startCycles } from "./start-cycles.ts";

/**
 * The weight assigned to all modules with requirements on present ones: it only orders them within their
 * group.
 */
const functionalWeight = 999;

/** The order in which modules start. */
export interface StartOrder {
  /** Modules that may start at the same time, group by group; sorted by weight and name in each. */
  readonly groups: readonly (readonly string[])[];
  /** The waits of every module, including those that never start. */
  readonly waits: ReadonlyMap<string, readonly StartWait[]>;
  /**
   * Cycles of requirements, each from a module back to itself: `a`, `b`, `a`, where each needs the next.
   * Modules in and behind them are not in the groups.
   */
  readonly loops: readonly (readonly string[])[];
  /** The waits by weight and for critical modules again, listed once for all modules that share them. */
  readonly barriers: readonly StartBarrier[];
}

/**
 * Returns the order in which modules start; docs/modules/start-order.md has the rules. A name may be given
 * only once.
 *
 * Only waits that others do not imply are included: for the next lower weight, and for the critical modules
 * of the greatest weight. Complexity: O(modules × log modules + requirements), plus the waits of each module
 * with requirements for critical modules.
 */
export function startOrder(modules: readonly StartModule[]): StartOrder {
  const sorted = modules.toSorted((left, right) => compareText(left.name, right.name));
  const needs = presentNeeds(sorted);
  if (needs.size !== modules.length) {
    throw new BugError("a module is given twice");
  }
  const barriers = startBarriers(sorted, needs);
  return {
    groups: startGroups(sorted, needs, barriers),
    waits: startWaits(needs, barriers),
    loops: startCycles(needs),
    barriers,
  };
}

function startWaits(
  needs: RequirementsByModule,
  barriers: readonly StartBarrier[],
): ReadonlyMap<string, readonly StartWait[]> {
  const behind = new Map(
    barriers.flatMap(({ before, behind: names }) => names.map((name) => [name, before])),
  );
  return new Map(
    Array.from(needs, ([name, needed]) => {
      const before = behind.get(name) ?? [];
      // All modules of one weight share one list: separate ones would have the product of both weights'
      // sizes.
      return [name, needed.length === 0 ? before : [...needed, ...othersThan(needed, before)]];
    }),
  );
}

function othersThan(needed: readonly StartWait[], before: readonly StartWait[]): readonly StartWait[] {
  const known = new Set(needed.map(({ on }) => on));
  return before.filter(({ on }) => !known.has(on));
}

function startGroups(
  modules: readonly StartModule[],
  needs: RequirementsByModule,
  barriers: readonly StartBarrier[],
): readonly (readonly string[])[] {
  const ranks = startRanks(modules.length + barriers.length, [...stepsOf(modules, needs, barriers)]);
  const groups: StartModule[][] = [];
  for (const [index, module] of modules.entries()) {
    const rank = ranks[index];
    if (rank !== undefined) {
      (groups[rank] ??= []).push(module);
    }
  }
  const weightOf = ({ name, weight }: StartModule): number =>
    (needs.get(name) ?? []).length === 0 ? weight : functionalWeight;
  // They are sorted by name already, and sorting is stable.
  return groups.map((group) =>
    group.toSorted((left, right) => weightOf(left) - weightOf(right)).map(({ name }) => name),
  );
}

/**
 * Returns the edges of the start graph. Modules are nodes by index, and barriers are the nodes after them.
 */
function* stepsOf(
  modules: readonly StartModule[],
  needs: RequirementsByModule,
  barriers: readonly StartBarrier[],
): Generator<StartStep> {
  const numbers = new Map(modules.map(({ name }, index) => [name, index]));
  const numberOf = (name: string): number => numbers.get(name) ?? 0;
  for (const [name, needed] of needs) {
    yield* needed.map(({ on }) => ({ from: numberOf(name), to: numberOf(on), length: 1 }));
  }
  for (const [index, { before, behind }] of barriers.entries()) {
    const gate = modules.length + index;
    yield* before.map(({ on }) => ({ from: gate, to: numberOf(on), length: 1 }));
    yield* behind.map((name) => ({ from: numberOf(name), to: gate, length: 0 }));
  }
}

/** An edge between nodes: `from` comes after `to`, by at least this many ranks. */
interface StartStep extends Arc {
  /** 0 or 1. */
  readonly length: number;
}

/**
 * Returns the rank of each node, from 0: the earliest that its steps allow. Undefined for nodes in and behind
 * cycles. Complexity: O(nodes + steps).
 */
function startRanks(nodes: number, steps: readonly StartStep[]): readonly (number | undefined)[] {
  const ranks = Array.from({ length: nodes }, (): number | undefined => undefined);
  const needs = adjacency(nodes, steps, "from");
  for (const node of dependenciesFirst(nodes, steps, adjacency(nodes, steps, "to"))) {
    let rank = 0;
    for (const id of edgesOf(needs, node)) {
      const { to, length } = steps[id] ?? { to: node, length: 0 };
      rank = Math.max(rank, (ranks[to] ?? 0) + length);
    }
    ranks[node] = rank;
  }
  return ranks;
}
