/**
 * Plans several units of one side of a comparison without a cluster: definitions and schemas are loaded once
 * for all units of a cluster. Passes values between layers and decides nothing.
 */
import { isCrd } from "./manifest/crd.ts";
import { readSet, type SetRead } from "./manifest/read-set.ts";
import type { TextReader } from "./manifest/cached-reader.ts";
import { resolveManifests, type ServedScope } from "./manifest/resolve-manifests.ts";
import type { Manifest } from "./manifest/manifest.ts";
import type { Action } from "./plan/plan.ts";
import type { InvalidPolicy } from "./plan/plan-request.ts";
import type { UnitSpec } from "./compare/unit-comparison.ts";
import { planLoaded, type PlanRequest, type PlanResult } from "./offline.ts";
import type { PlannedTexts } from "./offline-compare.ts";
import { type FieldsRequest, loadSchemas, type LoadedSchemas } from "./offline-schemas.ts";

/** A unit of one side. */
export interface UnitInput extends UnitSpec {
  /** Undefined if its manifests are in another repository. */
  readonly texts: PlannedTexts | undefined;
  readonly level: FieldsRequest["level"];
  /** The minor version of Kubernetes: 36 for 1.36. */
  readonly minor: number;
  readonly recreate: boolean;
  readonly options: Pick<PlanRequest, "externalDeps" | "compat" | "timeout">;
}

/** Options that all units are planned with. */
export interface UnitOptions {
  readonly action: Action;
  readonly invalid: InvalidPolicy;
  readonly fields: Pick<FieldsRequest, "definitions" | "policies" | "cached">;
}

/** A unit with the plan of its manifests. */
export interface PlannedUnit {
  readonly input: UnitInput;
  readonly texts: PlannedTexts;
  readonly set: SetRead;
  readonly result: PlanResult;
}

/** The planned units of a side. */
export interface PlannedSide {
  /** Without those whose manifests are in another repository. */
  readonly units: readonly PlannedUnit[];
  /** Returns the CRDs of all units of a cluster. */
  readonly definitionsIn: (cluster: string) => readonly Manifest[];
}

type ReadUnit = Omit<PlannedUnit, "result">;

/**
 * Plans the units of a side. `readText` reads a text. Never throws for faults of the user. Complexity: linear
 * in all objects.
 */
export async function planUnits(
  inputs: readonly UnitInput[],
  options: UnitOptions,
  readText: TextReader,
): Promise<PlannedSide> {
  const read = inputs.flatMap((input): readonly ReadUnit[] =>
    input.texts === undefined ? [] : [{ input, texts: input.texts, set: readSet(input.texts, readText) }],
  );
  const clusters = Map.groupBy(read, ({ input }) => input.policy.cluster);
  const definitions = new Map<string, readonly Manifest[]>();
  const units: PlannedUnit[] = [];
  for (const [cluster, members] of clusters) {
    const crds = members.flatMap(({ set }) => resolveManifests(set.objects.filter(isCrd), "").manifests);
    definitions.set(cluster, crds);
    units.push(...(await planCluster(members, crds, options)));
  }
  return { units, definitionsIn: (cluster) => definitions.get(cluster) ?? [] };
}

/** Plans the units of a cluster, each with the CRDs of all. */
async function planCluster(
  members: readonly ReadUnit[],
  crds: readonly Manifest[],
  { fields, action, invalid }: UnitOptions,
): Promise<readonly PlannedUnit[]> {
  const objects = members.flatMap(({ set }) => set.objects);
  const loaded = new Map<string, LoadedSchemas>();
  for (const { level, minor } of members.map(({ input }) => input)) {
    const id = schemasOf({ level, minor });
    if (!loaded.has(id)) {
      loaded.set(id, await loadSchemas({ ...fields, level, minor, besides: crds }, objects));
    }
  }
  const [first] = loaded.values();
  const bringers = bringersOf(members, first?.planning.served);
  return members.map((unit) => {
    const { set, input, texts } = unit;
    const { options, policy } = input;
    const { planning, found = [] } = loaded.get(schemasOf(input)) ?? {};
    const request = {
      ...options,
      ...planning,
      action,
      invalid,
      sources: texts.sources,
      release: policy.release,
      namespace: policy.namespace,
      comesElsewhere: (key: string) => bringers.get(key)?.some((name) => name !== policy.name) === true,
    };
    return { ...unit, result: planLoaded(request, { ...set, found: [...set.found, ...found] }) };
  });
}

function schemasOf({ level, minor }: Pick<UnitInput, "level" | "minor">): string {
  return `${level} ${minor}`;
}

/** Returns the names of the units that bring an object, by its reference. */
function bringersOf(
  members: readonly ReadUnit[],
  served?: ServedScope,
): ReadonlyMap<string, readonly string[]> {
  const bringers = new Map<string, string[]>();
  for (const { input, set } of members) {
    for (const { key } of resolveManifests(set.objects, input.policy.namespace, served).manifests) {
      const names = bringers.get(key) ?? [];
      names.push(input.policy.name);
      bringers.set(key, names);
    }
  }
  return bringers;
}
