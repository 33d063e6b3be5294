import type { ObjectEffect, SetComparison } from "./set-comparison.ts";

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
] as const;
export type ComparisonFact = (typeof comparisonFacts)[number];

const present: Readonly<Record<ComparisonFact, (comparison: SetComparison) => boolean>> = {
  any: (comparison) =>
    comparison.objects.length > 0 ||
    (["order", "crd", "rights", "invalid"] as const).some((fact) => present[fact](comparison)) ||
    comparison.requests.length > 0,
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
};

function hasEffect({ objects }: SetComparison, ...effects: readonly ObjectEffect[]): boolean {
  return objects.some(({ effect }) => effects.includes(effect));
}

/** Reports whether a fact holds for a comparison. */
export function hasFact(comparison: SetComparison, fact: ComparisonFact): boolean {
  return present[fact](comparison);
}
