/** Plans a set whose fields are checked against the cluster: its version, its CRDs, and live objects. */
import { definedKind, isCrd } from "../../manifest/crd.ts";
import { labelLookup, mayMatch } from "../../object/label-selector.ts";
import type { Manifest, ReadObject } from "../../manifest/manifest.ts";
import { builtinKind } from "../../object/builtin/builtin-kind.ts";
import type { Diagnostic } from "../../object/diagnostic/diagnostic.ts";
import type { JsonObject } from "../../object/json.ts";
import { type GroupKind, groupKindKey, groupOf, versionOf } from "../../object/object-ref.ts";
import type { PlanResult } from "../../plan/make-plan.ts";
import type { PlanningRequest } from "../../plan/plan-request.ts";
import type { CheckLevel } from "../../validate/model/validation-level.ts";
import type { ObjectValidator } from "../../validate/create-validator.ts";
import { kindsOf } from "../observe/observe-release.ts";
import type { SetLookups } from "../observe/set-lookups.ts";

/** A set to be planned. */
export interface CheckedPlanning {
  readonly objects: readonly ReadObject[];
  /**
   * Only objects whose labels it selects are planned: the definitions of the others are taken from the
   * cluster.
   */
  readonly selector?: JsonObject;
  readonly level: CheckLevel;
  readonly plan: (check: PlanningRequest["check"]) => Promise<PlanResult>;
  /** Called before each object is checked. */
  readonly onObject?: ((manifest: Manifest) => void) | undefined;
}

type Lookups = Pick<SetLookups, "minor" | "definitions" | "objects">;

/**
 * Plans the set. Live objects are requested only where they matter: for transition rules, and because the
 * server tolerates a fault that was there before.
 */
export async function planWithValidation(
  { objects, selector, level, plan, onObject }: CheckedPlanning,
  lookups: Lookups,
): Promise<PlanResult> {
  if (level === "ignore") {
    return plan(undefined);
  }
  const { createValidator } = await import("../../validate/create-validator.ts");
  const [minor, definitions] = await Promise.all([
    lookups.minor(),
    lookups.definitions(
      undefinedKinds(
        selector === undefined
          ? objects
          : objects.filter(({ value }) => mayMatch(selector, labelLookup(value))),
      ),
    ),
  ]);
  const fields = await createValidator({ level, definitions, ...(minor === undefined ? {} : { minor }) });
  if (fields === undefined) {
    return plan(undefined);
  }
  let wanted: readonly Manifest[] = [];
  const first = await plan((manifests) => {
    const found = fields.check(manifests, undefined, onObject);
    wanted = wantedLive(manifests, found, fields);
    return found;
  });
  const live = await readLive(wanted, lookups);
  return live.size === 0 ? first : plan((manifests) => fields.check(manifests, live, onObject));
}

/** Loads the validator before there is anything to check. If that fails, the check itself says why. */
export async function loadChecks(level: CheckLevel): Promise<void> {
  try {
    const { createValidator } = await import("../../validate/create-validator.ts");
    await createValidator({ level });
  } catch {
    // The check loads it again.
  }
}

/**
 * Returns a function to call while a renderer runs: it loads the validator and requests the version of the
 * cluster.
 */
export function prepareChecks(level: CheckLevel, { minor }: Pick<SetLookups, "minor">): () => void {
  return () => {
    if (level !== "ignore") {
      void loadChecks(level);
      // Whoever awaits it gets the error.
      minor().catch(() => {});
    }
  };
}

/** Kinds that are neither built in nor defined in the set. */
function undefinedKinds(objects: readonly ReadObject[]): readonly GroupKind[] {
  const defined = new Set(objects.filter(isCrd).map(({ value }) => groupKindKey(definedKind(value))));
  return kindsOf(objects.map(({ apiVersion, kind }) => ({ group: groupOf(apiVersion), kind }))).filter(
    (kind) => builtinKind(kind.group, kind.kind) === undefined && !defined.has(groupKindKey(kind)),
  );
}

function wantedLive(
  manifests: readonly Manifest[],
  found: readonly Diagnostic[],
  fields: ObjectValidator,
): readonly Manifest[] {
  const atFault = new Set(found.map(({ ref }) => ref));
  const changing = new Set(fields.changing(manifests));
  return manifests.filter(
    (manifest) =>
      changing.has(manifest) ||
      (atFault.has(manifest.key) && builtinKind(manifest.ref.group, manifest.kind) === undefined),
  );
}

async function readLive(
  wanted: readonly Manifest[],
  { objects }: Lookups,
): Promise<ReadonlyMap<string, JsonObject>> {
  if (wanted.length === 0) {
    return new Map();
  }
  const found = await objects(
    wanted.map(({ ref: { group, kind, namespace, name }, apiVersion }) => ({
      group,
      kind,
      version: versionOf(apiVersion),
      namespace,
      name,
    })),
  );
  return new Map(
    wanted.flatMap(({ key }, index) => {
      const live = found[index];
      return live === undefined ? [] : [[key, live] as const];
    }),
  );
}
