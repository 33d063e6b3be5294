import { ApiError } from "../cluster/api-error.ts";
import type { Place } from "../cluster/cluster.ts";
import type { Plan, PlannedObject } from "../plan/plan.ts";
import type { Decision } from "./decision.ts";
import { fieldManager } from "./hands.ts";
import type { ParentPlace } from "./parent-store.ts";
import { RefusedError } from "./refused-error.ts";

/**
 * Sees to it that the namespace of the release is there before the lock is taken in it. Where it is in the set, it is the one object
 * that is written before the lock; where it is not, it is made only if that was asked for.
 */
export async function ensureNamespace(
  plan: Plan,
  decisions: ReadonlyMap<PlannedObject, Decision>,
  { place, createNamespace }: { readonly place: ParentPlace; readonly createNamespace: boolean },
): Promise<void> {
  const { world, kinds, namespace } = place;
  const at: Place = {
    resource: kinds.demand({ group: "", kind: "Namespace" }, "v1"),
    namespace: "",
    name: namespace,
  };
  if (await isThere(at, place)) {
    return;
  }
  const own = plan.groups
    .flatMap((group) => group.objects)
    .find(({ manifest }) => manifest.key === `/Namespace/${namespace}`);
  const decision = own === undefined ? undefined : decisions.get(own);
  const call = { signal: world.signal, options: { fieldManager, force: true } };
  if (decision?.type === "apply") {
    await world.cluster.apply(at, decision.sent, call);
  } else if (createNamespace) {
    const namespaceObject = { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } };
    await world.cluster.apply(at, namespaceObject, call);
  } else {
    throw new RefusedError(
      `namespace ${namespace} is not there and not in the set: --create-namespace makes it, -n chooses another`,
    );
  }
}

async function isThere(at: Place, { world }: ParentPlace): Promise<boolean> {
  try {
    await world.cluster.get(at, { signal: world.signal });
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      return false;
    }
    if (error instanceof ApiError && error.status === 403) {
      // Who may not read namespaces will be told by the lock whether it is there.
      return true;
    }
    throw error;
  }
}
