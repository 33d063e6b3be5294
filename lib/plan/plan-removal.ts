import { liveObject } from "../manifest/live-object.ts";
import { settleManifests } from "../manifest/manifest-set.ts";
import type { JsonObject } from "../object/json.ts";
import { makePlan } from "./make-plan.ts";
import type { Plan, PlannedObject } from "./plan.ts";
import type { PlanningRequest } from "./planning.ts";

/**
 * Plans the deletion of objects as they stand in a cluster, by the same rules as their creation, backwards. Nothing may be left out:
 * what cannot be ordered (a knot of dependencies, an annotation that cannot be read) goes first and waits for nothing.
 */
export function planRemoval(
  objects: readonly JsonObject[],
  request: Pick<PlanningRequest, "release" | "namespace" | "timeout" | "served">,
): Plan {
  const read = objects.map((object) => liveObject(object));
  const { plan } = makePlan({
    ...request,
    objects: read,
    found: [],
    action: "delete",
    externalDeps: "ignore",
    invalid: "skip",
  });
  const planned = new Set(plan.groups.flatMap((group) => group.objects.map(({ manifest }) => manifest.key)));
  const { manifests } = settleManifests(read, request.namespace, request.served);
  const rest = manifests.filter(({ key }) => !planned.has(key));
  if (rest.length === 0) {
    return plan;
  }
  const unordered = rest.map((manifest): PlannedObject => ({
    manifest,
    hook: null,
    timeout: request.timeout,
    freed: false,
    after: null,
    movedFor: null,
    waitsFor: [],
  }));
  const shifted = plan.groups.map((group) => ({
    ...group,
    index: group.index + 1,
    after: group.after.map((index) => index + 1),
    objects: group.objects.map((object) => ({
      ...object,
      after: object.after?.map((index) => index + 1) ?? null,
    })),
  }));
  return {
    ...plan,
    groups: [{ index: 1, stage: "main", weight: null, after: [], objects: unordered }, ...shifted],
  };
}
