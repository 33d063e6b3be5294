import type { ObjectEffect, SetComparison } from "./set-comparison.ts";
import type { UnitsComparison } from "./unit-comparison.ts";
import { unitsTotal } from "./unit-comparison.ts";

/** The facts that a comparison can fail for; `any` is any difference. */
export const comparisonFacts = [
  "any",
  "added",
  "changed",
  "recreate",
  "removed",
  "prune",
  "order",
  "crd",
  "rights",
  "requests",
  "invalid",
  "moved",
  "units",
] as const;
export type ComparisonFact = (typeof comparisonFacts)[number];

const present: Readonly<Record<ComparisonFact, (comparison: SetComparison) => boolean>> = {
  any: (comparison) =>
    comparison.objects.length > 0 ||
    (["order", "crd", "rights", "invalid"] as const).some((fact) => present[fact](comparison)) ||
    comparison.requests.length + comparison.uncompared.length > 0,
  added: (comparison) => hasEffect(comparison, "added"),
  changed: (comparison) => hasEffect(comparison, "changed", "recreated", "refused"),
  recreate: (comparison) => hasEffect(comparison, "recreated", "refused"),
  removed: (comparison) => hasEffect(comparison, "pruned", "kept", "left"),
  prune: (comparison) => hasEffect(comparison, "pruned"),
  order: ({ moves, waits }) => moves.length + waits.length > 0,
  crd: ({ definitions }) => definitions.length > 0,
  rights: ({ permissions }) => permissions.length > 0,
  requests: ({ requests }) => requests.some(({ grows }) => grows),
  invalid: ({ findings }) => findings.length > 0,
  moved: () => false,
  units: () => false,
};

function hasEffect({ objects }: SetComparison, ...effects: readonly ObjectEffect[]): boolean {
  return objects.some(({ effect }) => effects.includes(effect));
}

/** Reports whether a fact holds for a comparison. */
export function hasFact(comparison: SetComparison, fact: ComparisonFact): boolean {
  return present[fact](comparison);
}

/** Facts that fail a comparison; `none` names none. */
type FailOn = readonly (ComparisonFact | "none")[];

/** Reports whether a comparison fails. A path that was not compared may hide any of the facts. */
export function failsFor(comparison: SetComparison, failOn: FailOn): boolean {
  return failOn.some(
    (fact) => fact !== "none" && (comparison.uncompared.length > 0 || hasFact(comparison, fact)),
  );
}

/** Reports whether a comparison of units fails, like `failsFor`. */
export function unitsFailFor(compared: UnitsComparison, failOn: FailOn): boolean {
  const isPartial = unitsTotal(compared).uncompared.length > 0;
  return failOn.some((fact) => fact !== "none" && (isPartial || hasUnitsFact(compared, fact)));
}

/**
 * Reports whether a fact holds for any of several units, for what moves between them, or for their settings.
 */
function hasUnitsFact(compared: UnitsComparison, fact: ComparisonFact): boolean {
  const { units, moved } = compared;
  const isMoved: Readonly<Partial<Record<ComparisonFact, boolean>>> = {
    any: moved.length > 0 || units.some(({ change }) => change !== "unchanged"),
    changed: moved.some(({ changes }) => changes.length > 0),
    recreate: moved.some(({ outcome }) => outcome !== "taken"),
    moved: moved.length > 0,
    units: units.some(({ change, settings }) => ["added", "removed"].includes(change) || settings.length > 0),
  };
  return isMoved[fact] === true || hasFact(unitsTotal(compared), fact);
}
