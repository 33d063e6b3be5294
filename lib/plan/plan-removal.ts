import { liveObject } from "../manifest/live-object.ts";
import type { Manifest, ReadObject } from "../manifest/manifest.ts";
import { type ServedScope, settleManifests } from "../manifest/manifest-set.ts";
import type { JsonObject } from "../object/json.ts";
import { groupKindKey, groupOf } from "../object/object-ref.ts";
import { usualTreatment } from "../object/treatment.ts";
import { makePlan } from "./make-plan.ts";
import type { Plan, PlanGroup, PlannedObject } from "./plan.ts";
import type { PlanningRequest } from "./planning.ts";

/**
 * Plans the deletion of objects as they stand in a cluster, by the same rules as their creation, backwards. Nothing may be left out:
 * what cannot be ordered (a knot of dependencies, an annotation that cannot be read) goes first and waits for nothing.
 */
export function planRemoval(
  objects: readonly JsonObject[],
  request: Pick<PlanningRequest, "release" | "namespace" | "timeout">,
): Plan {
  const read = objects.map((object) => liveObject(object));
  const served = scopesOf(read);
  const { plan } = makePlan({
    ...request,
    served,
    objects: read,
    found: [],
    action: "delete",
    externalDeps: "ignore",
    invalid: "skip",
  });
  const planned = new Set(plan.groups.flatMap((group) => group.objects.map(({ manifest }) => manifest.key)));
  const { manifests } = settleManifests(read, request.namespace, served);
  const rest = manifests.filter(({ key }) => !planned.has(key));
  if (rest.length === 0) {
    return plan;
  }
  return { ...plan, groups: [unordered(rest, request), ...plan.groups.map(oneLater)] };
}

/** Live objects tell themselves whether their kind lives in namespaces, also where its definition is not among them. */
function scopesOf(objects: readonly ReadObject[]): ServedScope {
  const scopes = new Map(
    objects.map(({ apiVersion, kind, namespace }) => [
      groupKindKey({ group: groupOf(apiVersion), kind }),
      namespace !== "",
    ]),
  );
  return (kind) => scopes.get(groupKindKey(kind));
}

/** A group in front of all others, whose objects wait for nothing. */
function unordered(rest: readonly Manifest[], { timeout }: Pick<PlanningRequest, "timeout">): PlanGroup {
  const objects = rest.map((manifest): PlannedObject => ({
    manifest,
    hook: null,
    owned: true,
    deletePolicy: [],
    treatment: usualTreatment,
    timeout,
    freed: false,
    after: null,
    movedFor: null,
    waitsFor: [],
  }));
  return { index: 1, stage: "main", weight: null, after: [], objects };
}

function later(indices: readonly number[]): readonly number[] {
  return indices.map((index) => index + 1);
}

function oneLater(group: PlanGroup): PlanGroup {
  return {
    ...group,
    index: group.index + 1,
    after: later(group.after),
    objects: group.objects.map((object) => ({
      ...object,
      after: object.after === null ? null : later(object.after),
    })),
  };
}
