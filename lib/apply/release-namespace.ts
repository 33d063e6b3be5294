import { ApiError } from "../cluster/api-error.ts";
import type { Place } from "../cluster/cluster.ts";
import type { JsonObject } from "../object/json.ts";
import type { Plan, PlannedObject } from "../plan/plan.ts";
import type { Decision } from "./decision.ts";
import { fieldManager } from "./hands.ts";
import type { ParentPlace } from "./parent-store.ts";
import { RefusedError } from "./refused-error.ts";

/** What has to be known of a release whose namespace is looked for. */
export interface NamespaceWish {
  readonly plan: Plan;
  readonly decisions: ReadonlyMap<PlannedObject, Decision>;
  readonly createNamespace: boolean;
}

/**
 * Sees to it that the namespace of the release is there before the lock is taken in it. Where it is in the set, it is the one object
 * that is written before the lock; where it is not, it is made only if that was asked for.
 */
export async function ensureNamespace(wish: NamespaceWish, place: ParentPlace): Promise<void> {
  const missing = await missingNamespaceOf(wish, place);
  if (missing !== undefined) {
    const { world } = place;
    const call = { signal: world.signal, options: { fieldManager, force: true } };
    await world.cluster.apply(namespacePlace(place), missing, call);
  }
}

/**
 * The namespace of the release as it has to be made first; undefined where it is there. Throws a RefusedError where nobody has
 * asked for it.
 */
export async function missingNamespaceOf(
  { plan, decisions, createNamespace }: NamespaceWish,
  place: ParentPlace,
): Promise<JsonObject | undefined> {
  const { namespace } = place;
  if (await isThere(namespacePlace(place), place)) {
    return undefined;
  }
  const own = plan.groups
    .flatMap((group) => group.objects)
    .find(({ manifest }) => manifest.key === `/Namespace/${namespace}`);
  const decision = own === undefined ? undefined : decisions.get(own);
  if (decision?.type === "apply") {
    return decision.sent;
  }
  if (createNamespace) {
    return { apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } };
  }
  throw new RefusedError(
    `namespace ${namespace} is not there and not in the set: --create-namespace makes it, -n chooses another`,
  );
}

function namespacePlace({ kinds, namespace }: ParentPlace): Place {
  return {
    resource: kinds.demand({ group: "", kind: "Namespace" }, "v1"),
    namespace: "",
    name: namespace,
  };
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
