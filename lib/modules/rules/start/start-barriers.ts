import { compareText } from "../../../object/object-ref.ts";
import type { Requirements } from "../requirement/requirements.ts";

/** Waits that several modules have in common: each module behind the barrier has all those before it. */
export interface StartBarrier {
  readonly before: readonly StartWait[];
  /** Sorted by name. A module is behind one barrier at most. */
  readonly behind: readonly string[];
}

/**
 * Returns the barriers between neighbouring weights, and those that hold the modules with requirements until
 * critical ones are ready. Modules are sorted by name.
 */
export function startBarriers(
  modules: readonly StartModule[],
  needs: RequirementsByModule,
): readonly StartBarrier[] {
  const hasNeeds = ({ name }: StartModule): boolean => (needs.get(name) ?? []).length > 0;
  const levels = weightLevels(modules.filter((module) => !hasNeeds(module)));
  const between = levels.slice(1).map((level, index) => ({
    before: (levels[index] ?? []).map(waitByWeight),
    behind: level.map(({ name }) => name),
  }));
  const held = heldByCritical(levels, modules.filter(hasNeeds), needs);
  return [...between, ...held.filter(({ before, behind }) => before.length > 0 && behind.length > 0)];
}

function weightLevels(modules: readonly StartModule[]): readonly (readonly StartModule[])[] {
  const byWeight = Map.groupBy(modules, ({ weight }) => weight);
  return [...byWeight].toSorted(([left], [right]) => left - right).map(([, level]) => level);
}

function waitByWeight(module: StartModule): StartWait {
  return isCritical(module)
    ? { on: module.name, until: "ready", because: "critical" }
    : { on: module.name, until: "ended", because: "weight" };
}

function heldByCritical(
  levels: readonly (readonly StartModule[])[],
  freed: readonly StartModule[],
  needs: RequirementsByModule,
): readonly StartBarrier[] {
  // The critical modules of lower weights are ready before these start.
  const ordered = levels.findLast((level) => level.some(isCritical))?.filter(isCritical) ?? [];
  const critical = freed.filter(isCritical);
  const early = neededBy(critical, needs);
  const names = freed.map(({ name }) => name);
  return [
    { before: ordered.map(waitByWeight), behind: names.filter((name) => early.has(name)) },
    {
      before: [...ordered, ...critical]
        .map(waitByWeight)
        .toSorted((left, right) => compareText(left.on, right.on)),
      behind: names.filter((name) => !early.has(name)),
    },
  ];
}

function isCritical(module: StartModule): boolean {
  return module.isCritical;
}

/**
 * Returns those modules and all that they need, directly or transitively: none of them can wait for those
 * modules.
 */
function neededBy(modules: readonly StartModule[], needs: RequirementsByModule): ReadonlySet<string> {
  const found = new Set(modules.map(({ name }) => name));
  for (const name of found) {
    for (const { on } of needs.get(name) ?? []) {
      found.add(on);
    }
  }
  return found;
}

/** A module to start. Embedded ones are treated like all others. */
export interface StartModule {
  readonly name: string;
  readonly weight: number;
  readonly isCritical: boolean;
  readonly requirements: Requirements;
}

/** A wait of a module: until another is ready, or has ended, which means that it is ready or has failed. */
export interface StartWait {
  readonly on: string;
  readonly until: "ready" | "ended";
  readonly because: "dependency" | "optional dependency" | "weight" | "critical";
}

/** The requirements of every module on present ones, sorted by name; the modules in the given order. */
export type RequirementsByModule = ReadonlyMap<string, readonly StartWait[]>;

/**
 * Returns the requirements on present modules, as waits. A requirement of a module on itself is ignored; of
 * two on the same module, the mandatory one counts.
 */
export function presentNeeds(modules: readonly StartModule[]): RequirementsByModule {
  const present = new Set(modules.map(({ name }) => name));
  return new Map(modules.map((module) => [module.name, needsOf(module, present)]));
}

function needsOf({ name, requirements }: StartModule, present: ReadonlySet<string>): readonly StartWait[] {
  const needs = new Map<string, StartWait>();
  for (const { module, isOptional } of requirements.modules) {
    const isMandatory = needs.get(module)?.because === "dependency";
    if (module !== name && present.has(module) && !isMandatory) {
      const because = isOptional ? "optional dependency" : "dependency";
      needs.set(module, { on: module, until: "ready", because });
    }
  }
  return [...needs.values()].toSorted((left, right) => compareText(left.on, right.on));
}
