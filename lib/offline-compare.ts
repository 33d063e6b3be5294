/**
 * Compares two sets of manifests without a cluster: both are planned, then their plans are compared. Passes
 * values between layers and decides nothing.
 */
import type { SetComparison } from "./compare/set-comparison.ts";
import type { UnreadPath } from "./compare/uncompared-paths.ts";
import type { ReadObject } from "./manifest/manifest.ts";
import { readSet, type SetRead } from "./manifest/read-set.ts";
import { cachedReader } from "./manifest/cached-reader.ts";
import type { Path } from "./object/json.ts";
import { plannedObjects } from "./plan/plan.ts";
import { type CheckedPlanRequest, planChecked, type PlanResult } from "./offline.ts";
import { settleRead } from "./offline-schemas.ts";

/** The texts of both sides, and the options that both are planned with. */
export interface SidesRequest {
  readonly base: Sides["base"];
  readonly head: Sides["head"];
  readonly options: Omit<CheckedPlanRequest, keyof Sides["base"]>;
  /** Whether apply may recreate any object that cannot be changed (`--recreate`). */
  readonly recreate: boolean;
}

/** The texts of a side. */
export interface PlannedTexts extends Pick<CheckedPlanRequest, "sources" | "again" | "found"> {
  /** The paths that belong to the set, and are not among the texts. */
  readonly unread?: readonly UnreadPath[];
  /** Whether there are such paths, different or not: without them, the set may be empty. */
  readonly isPartial?: boolean;
}

interface Sides {
  readonly base: PlannedTexts;
  readonly head: PlannedTexts;
}

/** The comparison, and the plans it is of. */
export interface ComparedSides {
  readonly base: PlanResult;
  readonly head: PlanResult;
  /** Undefined if a side is refused. */
  readonly comparison: SetComparison | undefined;
}

/** Reports whether a side was refused only because there was nothing at its paths yet. */
export function isAbsentSet({ plan }: PlanResult): boolean {
  return plan.diagnostics.every(
    ({ severity, code }) => severity !== "error" || code === "NothingToPlan" || code === "SourceNotFound",
  );
}

/** Returns a plan of the head that is not refused for lack of objects if some may be in what is not read. */
export function acceptEmpty<Planned extends PlanResult>(
  planned: Planned,
  { isPartial = false }: PlannedTexts,
): Planned {
  return isPartial && planned.refused && isAbsentSet(planned)
    ? { ...planned, refused: false, plan: { ...planned.plan, diagnostics: [] } }
    : planned;
}

/** Returns the fields that a second rendering of the same charts has rendered differently. */
export function randomFields(
  read: () => Pick<SetRead, "random">,
  texts: PlannedTexts,
  { plan }: PlanResult,
): ReadonlyMap<string, readonly Path[]> {
  if ((texts.again ?? []).length === 0) {
    return new Map();
  }
  const random = new Map(
    read().random.map(({ object, fields }) => [placeOf(object), fields.map(({ path }) => path)]),
  );
  const found = plannedObjects(plan).flatMap((manifest) => {
    const paths = random.get(placeOf(manifest));
    return paths === undefined ? [] : [[manifest.key, paths] as const];
  });
  return new Map(found);
}

function placeOf({ document, path }: ReadObject): string {
  return JSON.stringify([document.source.name, document.index, path]);
}

/**
 * Plans both sides and compares the plans. Faulty objects of the base are left out, since the head may repair
 * them. Never throws for faults of the user.
 */
export async function compareSides({ base, head, options, recreate }: SidesRequest): Promise<ComparedSides> {
  const read = cachedReader();
  const before = await planChecked({ ...options, ...base, invalid: "skip" }, read);
  const after = acceptEmpty(await planChecked({ ...options, ...head }, read), head);
  if (after.refused || (before.refused && !isAbsentSet(before))) {
    return { base: before, head: after, comparison: undefined };
  }
  const { comparePlans } = await import("./compare/compare-plans.ts");
  const { loadReplacementCheck } = await import("./validate/update-check.ts");
  const { loadBuiltinSchemas } = await import("./validate/builtin/load-builtin-schemas.ts");
  const { newestMinor } = await import("./validate/builtin/supported-versions.ts");
  const { level, minor = newestMinor, definitions = [] } = options.fields;
  const given = settleRead(definitions, options.namespace ?? "default").manifests;
  const comparison = comparePlans({
    base: before.plan,
    head: after.plan,
    random: {
      base: randomFields(() => readSet(base), base, before),
      head: randomFields(() => readSet(head), head, after),
    },
    definitions: { base: given, head: given },
    unread: { base: base.unread ?? [], head: head.unread ?? [] },
    builtin: await loadBuiltinSchemas(minor),
    updates: await loadReplacementCheck(minor),
    recreate,
    level,
    minor,
  });
  return { base: before, head: after, comparison };
}
