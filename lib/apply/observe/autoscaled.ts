/** Determines which objects are scaled by autoscalers of the cluster, including those outside the set. */
import { ApiError } from "../../client/model/api-error.ts";
import { hpaTargets } from "../../inventory/conflict.ts";
import { type JsonObject, objectField, stringField, valueAt } from "../../object/json.ts";
import { managedFieldsOf, namespaceOf } from "../../object/metadata.ts";
import type { Plan } from "../../plan/plan.ts";
import type { EffectDeps } from "../model/effect-context.ts";

const replicas = ["spec", "replicas"];

/** Reports whether an autoscaler scales the live object under a key. */
export type IsAutoscaled = (key: string, live: JsonObject) => boolean;

/**
 * Finds the objects of a plan that autoscalers of the cluster scale. Only objects that were scaled, or whose
 * replicas differ from their manifest, are looked up: one request for each namespace of such objects, none if
 * there are none. Where autoscalers may not be listed, objects that an autoscaler has scaled before count.
 */
export async function findAutoscaled(
  plan: Plan,
  live: (key: string) => JsonObject | undefined,
  { kinds, context }: Pick<EffectDeps, "kinds" | "context">,
): Promise<IsAutoscaled> {
  const resource = kinds.find({ group: "autoscaling", kind: "HorizontalPodAutoscaler" });
  const namespaces = resource === undefined ? [] : namespacesToAsk(plan, live);
  const found = await Promise.all(
    namespaces.map(async (namespace): Promise<readonly [string, ReadonlySet<string> | undefined]> => {
      try {
        const listed =
          resource === undefined
            ? []
            : await context.cluster.list({ resource, namespace }, { signal: context.signal });
        return [namespace, hpaTargets(listed.map(asAutoscaler), namespace)];
      } catch (error) {
        if (error instanceof ApiError && (error.status === 403 || error.status === 404)) {
          return [namespace, undefined];
        }
        throw error;
      }
    }),
  );
  const targets = new Map(found);
  return (key, object) => {
    const namespace = namespaceOf(object);
    // In namespaces that were not asked, nothing was autoscaled before the run.
    return targets.get(namespace)?.has(key) ?? wasAutoscaled(object);
  };
}

/** Items of a list may lack their own apiVersion and kind. */
function asAutoscaler(object: JsonObject): JsonObject {
  return { ...object, apiVersion: "autoscaling/v2", kind: "HorizontalPodAutoscaler" };
}

function namespacesToAsk(plan: Plan, live: (key: string) => JsonObject | undefined): readonly string[] {
  const differing = plan.groups.flatMap(({ objects }) =>
    objects.flatMap(({ manifest }) => {
      const wanted = valueAt(manifest.value, replicas);
      const object = wanted === undefined ? undefined : live(manifest.key);
      const isElse = object !== undefined && (valueAt(object, replicas) ?? wanted) !== wanted;
      return isElse || (object !== undefined && wasAutoscaled(object)) ? [manifest.ref.namespace] : [];
    }),
  );
  return [...new Set(differing)];
}

/**
 * Reports whether the replicas of an object were set by an autoscaler: no other controller of Kubernetes
 * writes to `scale`.
 */
export function wasAutoscaled(object: JsonObject): boolean {
  return managedFieldsOf(object).some(
    (entry) =>
      stringField(entry, "subresource") === "scale" &&
      stringField(entry, "manager") === "kube-controller-manager" &&
      valueAt(objectField(entry, "fieldsV1"), ["f:spec", "f:replicas"]) !== undefined,
  );
}
