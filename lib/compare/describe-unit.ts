import { hasFact } from "./comparison-facts.ts";
import type { SetComparison } from "./set-comparison.ts";
import { settingChanges } from "./setting-changes.ts";
import type { UnitChange, UnitComparison, UnitSpec } from "./unit-comparison.ts";
import type { ReleasePair } from "./unit-pairs.ts";

/** Facts about all units. */
export interface UnitsAround {
  /** The units of each side, by name. */
  readonly bases: ReadonlyMap<string, UnitSpec>;
  readonly heads: ReadonlyMap<string, UnitSpec>;
  /** The names of units that objects move from or to. */
  readonly crossing: ReadonlySet<string>;
}

/** Describes what happens to a unit. `compared`: its objects, as far as they are known. */
export function describeUnit(
  pair: ReleasePair<UnitSpec>,
  compared: SetComparison | undefined,
  around: UnitsAround,
): UnitComparison {
  const { unit, base, head } = pair;
  const { name, release, namespace } = unit.policy;
  const before = base ?? around.bases.get(name);
  const settings =
    head === undefined || before === undefined ? [] : settingChanges(before.settings, head.settings);
  const comparison = compared && { ...compared, release, namespace };
  const differs =
    settings.length > 0 ||
    around.crossing.has(name) ||
    (comparison !== undefined && hasFact(comparison, "any"));
  const notes = [...unit.notes, ...renameNotes(pair, around)];
  return { name, change: changeOf(pair, { around, before, differs }), settings, notes, comparison };
}

interface Differing {
  readonly around: UnitsAround;
  readonly before: UnitSpec | undefined;
  readonly differs: boolean;
}

function changeOf({ unit, head }: ReleasePair<UnitSpec>, { around, before, differs }: Differing): UnitChange {
  if (head === undefined) {
    return around.heads.has(unit.policy.name) ? "changed" : "removed";
  }
  if (before === undefined) {
    return "added";
  }
  return differs ? "changed" : "unchanged";
}

/** Notes that a release goes to a unit of another name, or a unit gets another release. */
function renameNotes(
  { base, head }: ReleasePair<UnitSpec>,
  { bases, heads }: UnitsAround,
): readonly string[] {
  if (base !== undefined && head !== undefined) {
    const { name } = base.policy;
    return name === head.policy.name ? [] : [`it takes over the release of unit ${name}`];
  }
  const now = base && heads.get(base.policy.name);
  const was = head && bases.get(head.policy.name);
  return [
    ...(base && now ? [`its release ${nameOf(base)} is left as it is: it is ${nameOf(now)} now`] : []),
    ...(head && was ? [`its release is another one: it was ${nameOf(was)}`] : []),
  ];
}

function nameOf({ policy }: UnitSpec): string {
  return `${policy.namespace}/${policy.release}`;
}
