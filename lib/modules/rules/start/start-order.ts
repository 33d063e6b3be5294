import { BugError } from "../../../object/bug-error.ts";
import { compareText } from "../../../object/object-ref.ts";
import { presentNeeds, type RequirementsByModule } from "./present-requirements.ts";
import { startBarriers, type StartBarrier } from "./start-barriers.ts";
import { startCycles } from "./start-cycles.ts";
import { startRanks, type StartStep } from "./longest-path-rank.ts";
import type { StartModule, StartWait } from "./start-wait.ts";

/**
 * The weight that stands for all modules with requirements on modules that are there: it orders them among
 * the others of their group, and nothing else.
 */
const functionalWeight = 999;

/** Which modules start when. */
export interface StartOrder {
  /** Modules that may start at once, group by group; by weight and name in each. */
  readonly groups: readonly (readonly string[])[];
  /** What each module waits for, and how; of every module, those that never start included. */
  readonly waits: ReadonlyMap<string, readonly StartWait[]>;
  /**
   * Loops of requirements, each from a module back to it: `a`, `b`, `a`, where each needs the next. Modules
   * in and behind them are left out of the groups.
   */
  readonly loops: readonly (readonly string[])[];
  /** The waits by weight and for critical modules once more, told once for all modules that have them. */
  readonly barriers: readonly StartBarrier[];
}

/**
 * In which order modules start; docs/modules-start-order.md has the rules. A name may be given once only.
 *
 * Only the waits that others do not imply are told: for the next lower weight, and for the critical modules
 * of the greatest weight. Complexity: O(modules × log modules + requirements); the waits for critical modules
 * are of each module that has requirements.
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
      // All modules of one weight share one list: in full it would be as long as both weights multiplied.
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
  // They came by name, and sorting keeps that among equals.
  return groups.map((group) =>
    group.toSorted((left, right) => weightOf(left) - weightOf(right)).map(({ name }) => name),
  );
}

/** Modules are nodes by their number, barriers are nodes behind them. */
function* stepsOf(
  modules: readonly StartModule[],
  needs: RequirementsByModule,
  barriers: readonly StartBarrier[],
): Generator<StartStep> {
  const numbers = new Map(modules.map(({ name }, index) => [name, index]));
  const numberOf = (name: string): number => numbers.get(name) ?? 0;
  for (const [name, needed] of needs) {
    yield* needed.map(({ on }) => ({ from: numberOf(on), to: numberOf(name), length: 1 }));
  }
  for (const [index, { before, behind }] of barriers.entries()) {
    const gate = modules.length + index;
    yield* before.map(({ on }) => ({ from: numberOf(on), to: gate, length: 1 }));
    yield* behind.map((name) => ({ from: gate, to: numberOf(name), length: 0 }));
  }
}
