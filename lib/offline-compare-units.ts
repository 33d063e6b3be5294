/**
 * Compares two configurations of units and their manifests without a cluster. Passes values between layers
 * and decides nothing.
 */
import { comparePlans, type ComparisonRequest } from "./compare/compare-plans.ts";
import { describeUnit } from "./compare/describe-unit.ts";
import { type ComparedRelease, findMovedObjects } from "./compare/moved-objects.ts";
import { totalRequestChanges } from "./compare/request-changes.ts";
import { spareObjects } from "./compare/spared-objects.ts";
import type { UnitsComparison } from "./compare/unit-comparison.ts";
import { pairUnits, type ReleasePair } from "./compare/unit-pairs.ts";
import type { ReadObject } from "./manifest/manifest.ts";
import { cachedReader } from "./manifest/cached-reader.ts";
import { compareText } from "./object/object-ref.ts";
import type { Plan } from "./plan/plan.ts";
import { newestMinor } from "./validate/builtin/supported-versions.ts";
import { loadBuiltinSchemas } from "./validate/builtin/load-builtin-schemas.ts";
import { loadReplacementCheck } from "./validate/update-check.ts";
import { acceptEmpty, isAbsentSet, randomFields } from "./offline-compare.ts";
import {
  type PlannedSide,
  type PlannedUnit,
  planUnits,
  type UnitInput,
  type UnitOptions,
} from "./offline-plan-units.ts";
import { settleRead } from "./offline-schemas.ts";

/** The units of both sides, and what all are planned with. */
export interface UnitsRequest {
  readonly base: readonly UnitInput[];
  readonly head: readonly UnitInput[];
  readonly options: UnitOptions;
}

/** The comparison, or the units that cannot be planned. */
export interface ComparedUnits {
  readonly base: readonly PlannedUnit[];
  readonly head: readonly PlannedUnit[];
  readonly refused: readonly { readonly side: "base" | "head"; readonly unit: PlannedUnit }[];
  /** Undefined if units are refused. */
  readonly comparison: UnitsComparison | undefined;
  /** The plans of each compared unit, in their order; undefined of one that is not read. */
  readonly plans: readonly (SidePlans | undefined)[];
}

type SidePlans = Pick<ComparedRelease, "base" | "head">;

/**
 * Plans the units of both sides and compares them, release by release. Faulty objects of the base are left
 * out, since the head may repair them. Never throws for faults of the user.
 */
export async function compareUnits({ base, head, options }: UnitsRequest): Promise<ComparedUnits> {
  const read = cachedReader();
  const before = await planUnits(base, { ...options, invalid: "skip" }, read);
  const planned = await planUnits(head, options, read);
  const accepted = planned.units.map((unit) => ({ ...unit, result: acceptEmpty(unit.result, unit.texts) }));
  const after = { ...planned, units: accepted };
  const sides = { base: before.units, head: after.units };
  const refused = [
    ...after.units.filter(({ result }) => result.refused).map((unit) => ({ side: "head" as const, unit })),
    ...before.units
      .filter(({ result }) => result.refused && !isAbsentSet(result))
      .map((unit) => ({ side: "base" as const, unit })),
  ];
  if (refused.length > 0) {
    return { ...sides, refused, comparison: undefined, plans: [] };
  }
  const minors = new Set([...base, ...head].map(({ minor }) => minor));
  const versions = new Map<number, VersionRules>();
  for (const minor of minors) {
    const [updates, builtin] = await Promise.all([loadReplacementCheck(minor), loadBuiltinSchemas(minor)]);
    versions.set(minor, { updates, builtin });
  }
  const given = settleRead(options.fields.definitions ?? [], "").manifests;
  const compared = unitsOf(pairUnits(base, head), { before, after, given, versions });
  return { ...sides, refused, ...compared };
}

/** The rules of a version of Kubernetes. */
type VersionRules = Pick<ComparisonRequest, "updates" | "builtin">;

const noRules: VersionRules["updates"] = { changes: () => [], defaults: () => [] };

interface PlannedSides {
  readonly before: PlannedSide;
  readonly after: PlannedSide;
  /** CRDs given besides. */
  readonly given: readonly ReadObject[];
  /** By minor version. */
  readonly versions: ReadonlyMap<number, VersionRules>;
}

function unitsOf(
  pairs: readonly ReleasePair<UnitInput>[],
  sides: PlannedSides,
): { readonly comparison: UnitsComparison; readonly plans: ComparedUnits["plans"] } {
  const heads = byName(pairs.flatMap(({ head }) => head ?? []));
  const bases = byName(pairs.flatMap(({ base }) => base ?? []));
  const compare = releaseComparer(sides, heads);
  const releases = pairs.map((pair) => ({ pair, release: compare(pair) }));
  const compared = releases.flatMap(({ release }) => release ?? []);
  const { moved, rest } = findMovedObjects(
    compared,
    [...heads.values()].map(({ policy }) => policy),
  );
  const left = new Map(compared.map((release, index) => [release, rest[index]]));
  const around = { bases, heads, crossing: new Set(moved.flatMap(({ from, to }) => [from, to])) };
  const units = releases
    .map(({ pair, release }) => ({ unit: describeUnit(pair, release && left.get(release), around), release }))
    .toSorted((one, other) => compareText(one.unit.name, other.unit.name));
  const [minor = newestMinor] = pairs.map(({ unit }) => unit.minor);
  const requests = totalRequestChanges(compared.map(lastingPlans), { minor });
  return {
    comparison: { units: units.map(({ unit }) => unit), moved, requests },
    plans: units.map(({ release }) => release && { base: release.base, head: release.head }),
  };
}

function byName(units: readonly UnitInput[]): ReadonlyMap<string, UnitInput> {
  return new Map(units.map((unit) => [unit.policy.name, unit]));
}

/** The pods of a unit that is removed may stay. */
function lastingPlans({
  base,
  head,
  isRemoved,
  policy,
}: ComparedRelease): Readonly<Record<"base" | "head", Plan>> {
  return { base, head: isRemoved && policy.onRemove === "orphan" ? base : head };
}

/** Returns the function that compares the manifests of both sides of a release, if they are known. */
function releaseComparer(
  sides: PlannedSides,
  heads: ReadonlyMap<string, UnitInput>,
): (pair: ReleasePair<UnitInput>) => ComparedRelease | undefined {
  const olds = new Map(sides.before.units.map((unit) => [unit.input, unit]));
  const news = new Map(sides.after.units.map((unit) => [unit.input, unit]));
  return ({ unit, base, head }) => {
    const old = base && olds.get(base);
    const now = head && news.get(head);
    const isKnown = (base === undefined || old !== undefined) && (head === undefined || now !== undefined);
    return isKnown ? compareRelease(unit, { old, now, heads }, sides) : undefined;
  };
}

interface PlannedRelease {
  readonly old: PlannedUnit | undefined;
  readonly now: PlannedUnit | undefined;
  readonly heads: ReadonlyMap<string, UnitInput>;
}

function compareRelease(
  unit: UnitInput,
  { old, now, heads }: PlannedRelease,
  { before, after, given, versions }: PlannedSides,
): ComparedRelease {
  const isRemoved = now === undefined;
  const plans = { base: planOf(old, unit), head: planOf(now, unit, isRemoved) };
  const { level, minor, recreate } = unit;
  const comparison = comparePlans({
    ...plans,
    definitions: {
      base: [...given, ...before.definitionsIn(unit.policy.cluster)],
      head: [...given, ...after.definitionsIn(unit.policy.cluster)],
    },
    random: { base: randomIn(old), head: randomIn(now) },
    unread: { base: old?.texts.unread ?? [], head: now?.texts.unread ?? [] },
    ...(versions.get(minor) ?? { updates: noRules, builtin: undefined }),
    recreate,
    level,
    minor,
  });
  // A unit that gets another release leaves the objects of the old one as they are.
  const isRenamed = isRemoved && heads.has(unit.policy.name);
  const policy = isRenamed ? { ...unit.policy, onRemove: "orphan" as const } : unit.policy;
  return { policy, isRemoved, ...plans, comparison: spareObjects(comparison, policy, isRemoved) };
}

/**
 * Returns the plan of a unit; an empty one of a side that lacks it. Nothing of it needs a namespace then.
 */
function planOf(unit: PlannedUnit | undefined, { policy }: UnitInput, isRemoved = false): Plan {
  const { release, namespace } = policy;
  return (
    unit?.result.plan ?? {
      action: "upgrade",
      release,
      namespace: isRemoved ? "" : namespace,
      groups: [],
      resting: [],
      diagnostics: [],
    }
  );
}

function randomIn(unit: PlannedUnit | undefined): ReturnType<typeof randomFields> {
  return unit === undefined ? new Map() : randomFields(() => unit.set, unit.texts, unit.result);
}
