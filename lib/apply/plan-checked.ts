/** Plans a set whose fields are checked with what the cluster knows: its version, its definitions, and objects as they stand. */
import { ApiError } from "../cluster/api-error.ts";
import type { Place, Resource } from "../cluster/cluster.ts";
import { definedKind, isDefinition } from "../manifest/definition.ts";
import { labelsOf, mayMatch } from "../graph/label-selector.ts";
import type { Manifest, ReadObject } from "../manifest/manifest.ts";
import { builtinKind } from "../object/builtin-kind.ts";
import type { Diagnostic } from "../object/diagnostic.ts";
import type { JsonObject } from "../object/json.ts";
import { groupKindKey, groupOf, versionOf } from "../object/object-ref.ts";
import type { PlanResult } from "../plan/make-plan.ts";
import type { PlanningRequest } from "../plan/planning.ts";
import type { CheckLevel } from "../schema/check-level.ts";
import type { FieldCheck } from "../schema/prepare-check.ts";
import { definitionKind } from "./definition-kind.ts";
import { kindsOf } from "./look-around.ts";
import { readIfThere } from "./read-object.ts";
import type { World } from "./world.ts";

/** A set that is to be planned. */
export interface CheckedPlanning {
  readonly objects: readonly ReadObject[];
  /** Only objects whose labels it selects are planned: what the others define is what the cluster has. */
  readonly selector?: JsonObject;
  readonly level: CheckLevel;
  readonly plan: (check: PlanningRequest["check"]) => PlanResult;
  /** The cluster's version, where that was asked already. */
  readonly version?: Promise<string> | undefined;
}

type Asked = Pick<World, "cluster" | "signal">;

/**
 * Plans the set. What an object is now is asked only where it matters: for rules about changes, and since the server lets a fault be that
 * was there before. What may not be read is taken for not there: the server has the last word in any case.
 */
export async function planChecked(
  { objects, selector, level, plan, version: asked }: CheckedPlanning,
  world: Asked,
): Promise<PlanResult> {
  if (level === "ignore") {
    return plan(undefined);
  }
  const { prepareCheck } = await import("../schema/prepare-check.ts");
  const [version, definitions] = await Promise.all([
    asked ?? world.cluster.version({ signal: world.signal }),
    findDefinitions(
      selector === undefined ? objects : objects.filter(({ value }) => mayMatch(selector, labelsOf(value))),
      world,
    ),
  ]);
  const minor = minorOf(version);
  const fields = await prepareCheck({ level, definitions, ...(minor === undefined ? {} : { minor }) });
  if (fields === undefined) {
    return plan(undefined);
  }
  let wanted: readonly Manifest[] = [];
  const first = plan((manifests) => {
    const found = fields.check(manifests);
    wanted = standingWanted(manifests, found, fields);
    return found;
  });
  const standing = await readStanding(wanted, world);
  return standing.size === 0 ? first : plan((manifests) => fields.check(manifests, standing));
}

/** Loads what fields are checked by before there is anything to check. Where that fails, the check itself says why. */
export async function loadChecks(level: CheckLevel): Promise<void> {
  try {
    const { prepareCheck } = await import("../schema/prepare-check.ts");
    await prepareCheck({ level });
  } catch {
    // The check loads it again.
  }
}

/** Returns what gets ready for the check of fields while a renderer runs: loads what it takes, and asks for the cluster's version. */
export function checkAhead(
  level: CheckLevel,
  { cluster, signal }: Asked,
): { readonly begin: () => void; readonly version: () => Promise<string> | undefined } {
  let version: Promise<string> | undefined;
  return {
    begin: () => {
      if (level !== "ignore") {
        void loadChecks(level);
        version = cluster.version({ signal });
        // Whoever waits for it hears why there is none.
        version.catch(() => {});
      }
    },
    version: () => version,
  };
}

/** `v1.36.3` → 36. */
function minorOf(version: string): number | undefined {
  const minor = /^v1\.(\d+)/.exec(version)?.[1];
  return minor === undefined ? undefined : Number(minor);
}

/** The cluster's definitions of kinds that are neither built in nor defined in the set. */
async function findDefinitions(objects: readonly ReadObject[], world: Asked): Promise<readonly JsonObject[]> {
  const defined = new Set(objects.filter(isDefinition).map(({ value }) => groupKindKey(definedKind(value))));
  const unknown = kindsOf(
    objects.map(({ apiVersion, kind }) => ({ group: groupOf(apiVersion), kind })),
  ).filter((kind) => builtinKind(kind.group, kind.kind) === undefined && !defined.has(groupKindKey(kind)));
  const catalog = await world.cluster.discover({ signal: world.signal });
  const resources = unknown.map((kind) => catalog.find(kind)).filter((resource) => resource !== undefined);
  const found = await Promise.all(resources.map((resource) => tryRead(placeOfDefinition(resource), world)));
  return found.filter((definition) => definition !== undefined);
}

function placeOfDefinition({ plural, group }: Resource): Place {
  return { resource: definitionKind, namespace: "", name: `${plural}.${group}` };
}

async function tryRead(place: Place, world: Asked): Promise<JsonObject | undefined> {
  try {
    return await readIfThere(place, world);
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) {
      return undefined;
    }
    throw error;
  }
}

function standingWanted(
  manifests: readonly Manifest[],
  found: readonly Diagnostic[],
  fields: FieldCheck,
): readonly Manifest[] {
  const atFault = new Set(found.map(({ ref }) => ref));
  const changing = new Set(fields.changing(manifests));
  return manifests.filter(
    (manifest) =>
      changing.has(manifest) ||
      (atFault.has(manifest.key) && builtinKind(manifest.ref.group, manifest.kind) === undefined),
  );
}

async function readStanding(
  wanted: readonly Manifest[],
  world: Asked,
): Promise<ReadonlyMap<string, JsonObject>> {
  const catalog = await world.cluster.discover({ signal: world.signal });
  const found = await Promise.all(
    wanted.map(async ({ key, ref, apiVersion }) => {
      const resource = catalog.find(ref, versionOf(apiVersion));
      const place = { namespace: ref.namespace, name: ref.name };
      const live = resource && (await tryRead({ ...place, resource }, world));
      return live === undefined ? [] : [[key, live] as const];
    }),
  );
  return new Map(found.flat());
}
