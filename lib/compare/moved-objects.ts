import type { Manifest } from "../manifest/manifest.ts";
import { compareText } from "../object/object-ref.ts";
import type { Plan } from "../plan/plan.ts";
import { comparableValue } from "./comparable-value.ts";
import { compareObjects } from "./compare-objects.ts";
import { moveOutcome } from "./move-outcome.ts";
import { byKey } from "./object-effects.ts";
import type { ComparedObject, ObjectEffect, SetComparison } from "./set-comparison.ts";
import type { MovedObject, UnitPolicy } from "./unit-comparison.ts";

/** The objects of one release on both sides. */
export interface ComparedRelease {
  /** Its unit in the head; of a release that the head lacks, that in the base. */
  readonly policy: UnitPolicy;
  readonly isRemoved: boolean;
  readonly base: Plan;
  readonly head: Plan;
  readonly comparison: SetComparison;
}

/** Objects that move, and the comparisons of the releases without them, in their order. */
export interface ObjectMoves {
  readonly moved: readonly MovedObject[];
  readonly rest: readonly SetComparison[];
}

/** An object that a release gets or loses. */
interface Crossing {
  readonly release: ComparedRelease;
  readonly object: ComparedObject;
}

/**
 * Finds the objects that one release loses and another one of the same cluster gets. `policies`: the units
 * of the head. Complexity: O(objects log objects).
 */
export function findMovedObjects(
  releases: readonly ComparedRelease[],
  policies: readonly UnitPolicy[],
): ObjectMoves {
  const arrivals = crossingsOf(releases, ["added"]);
  const departures = crossingsOf(releases, ["pruned", "kept", "left"]);
  const waitsFor = waitsAmong(policies);
  const pairs = [...arrivals].flatMap(([place, to]) => {
    const from = departures.get(place);
    return from === undefined ? [] : [{ from, to, one: movedObject(from, to, waitsFor) }];
  });
  const gone = new Map<ComparedRelease, MovedObject[]>();
  for (const { from, to, one } of pairs) {
    for (const { release } of [from, to]) {
      const others = gone.get(release) ?? [];
      others.push(one);
      gone.set(release, others);
    }
  }
  return {
    moved: pairs.map(({ one }) => one).toSorted((left, right) => compareText(left.key, right.key)),
    rest: releases.map((release) => without(release.comparison, gone.get(release) ?? [])),
  };
}

/** Returns objects with one of these effects, by cluster and reference. */
function crossingsOf(
  releases: readonly ComparedRelease[],
  effects: readonly ObjectEffect[],
): ReadonlyMap<string, Crossing> {
  return new Map(
    releases.flatMap((release) =>
      release.comparison.objects
        .filter(({ effect }) => effects.includes(effect))
        .map((object) => [`${release.policy.cluster} ${object.key}`, { release, object }] as const),
    ),
  );
}

type WaitsFor = (unit: string, other: string) => boolean;

/** Returns a function that follows `dependsOn` from a unit. Each unit is followed once. */
function waitsAmong(policies: readonly UnitPolicy[]): WaitsFor {
  const direct = new Map(policies.map(({ name, dependsOn }) => [name, dependsOn]));
  const known = new Map<string, ReadonlySet<string>>();
  return (unit, other) => {
    const reached = known.get(unit) ?? reachedFrom(unit, direct);
    known.set(unit, reached);
    return reached.has(other);
  };
}

function reachedFrom(unit: string, direct: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set(direct.get(unit));
  // Iteration over a set includes what is added meanwhile.
  for (const one of found) {
    for (const other of direct.get(one) ?? []) {
      found.add(other);
    }
  }
  return found;
}

function movedObject(from: Crossing, to: Crossing, waitsFor: WaitsFor): MovedObject {
  const { key, origin } = to.object;
  const before = manifestIn(from.release.base, key);
  const after = manifestIn(to.release.head, key);
  const { changes } = compareObjects({
    key,
    before: before && comparableValue(before),
    after: after && comparableValue(after),
  });
  const ends = {
    from: { ...from.release.policy, isRemoved: from.release.isRemoved },
    to: to.release.policy,
    isOwned: from.object.effect !== "left",
    isDetached: from.object.effect !== "pruned",
    waitsFor,
  };
  return { key, from: ends.from.name, to: ends.to.name, ...moveOutcome(ends), changes, origin };
}

const indexes = new WeakMap<Plan, ReadonlyMap<string, Manifest>>();

function manifestIn(plan: Plan, key: string): Manifest | undefined {
  const index = indexes.get(plan) ?? byKey(plan);
  indexes.set(plan, index);
  return index.get(key);
}

/** Returns a comparison without objects that move. A CRD that is deleted for it is still listed. */
function without(comparison: SetComparison, moved: readonly MovedObject[]): SetComparison {
  if (moved.length === 0) {
    return comparison;
  }
  const keys = new Set(moved.map(({ key }) => key));
  const safe = new Set(
    moved.filter(({ outcome }) => outcome === "taken" || outcome === "refused").map(({ key }) => key),
  );
  return {
    ...comparison,
    objects: comparison.objects.filter(({ key }) => !keys.has(key)),
    arrows: comparison.arrows.filter(({ key, on }) => !keys.has(key) && !keys.has(on)),
    definitions: comparison.definitions.filter(({ key, risk }) => risk !== "removed" || !safe.has(key)),
  };
}
