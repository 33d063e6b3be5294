import type { ReleaseIdentity, UnitSpec } from "./unit-comparison.ts";

/** A release on both sides; at least one of them has it. */
export interface ReleasePair<Spec extends UnitSpec> {
  /** The unit of the head; of a release that the head lacks, the one of the base. */
  readonly unit: Spec;
  readonly base: Spec | undefined;
  readonly head: Spec | undefined;
}

/**
 * Pairs the units of both sides that have the same release, whatever their names: these own the same
 * objects.
 */
export function pairUnits<Spec extends UnitSpec>(
  base: readonly Spec[],
  head: readonly Spec[],
): readonly ReleasePair<Spec>[] {
  const before = byRelease(base);
  const after = byRelease(head);
  return [
    ...[...after].map(([release, unit]) => ({ unit, base: before.get(release), head: unit })),
    ...[...before]
      .filter(([release]) => !after.has(release))
      .map(([, unit]) => ({ unit, base: unit, head: undefined })),
  ];
}

function byRelease<Spec extends UnitSpec>(units: readonly Spec[]): ReadonlyMap<string, Spec> {
  return new Map(units.map((unit) => [releaseOf(unit.policy), unit]));
}

function releaseOf({ cluster, namespace, release }: ReleaseIdentity): string {
  return JSON.stringify([cluster, namespace, release]);
}
