/** Finds live objects of an adopted owner in the cluster. */
import { ApiError } from "../../client/model/api-error.ts";
import type { Resource } from "../../client/model/cluster.ts";
import type { AdoptedOwner } from "../../inventory/adoption/adopted-owner.ts";
import type { JsonObject } from "../../object/json.ts";
import { refOf } from "../../object/metadata.ts";
import { compareText, formatRef, type GroupKind, type ObjectRef } from "../../object/object-ref.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import type { RunContext } from "../model/run-context.ts";
import { getIfExists } from "../store/applyset-store.ts";

/**
 * Reads an object that a record lists; undefined if it does not exist, or may not be read, which is reported.
 */
export async function readListed(
  ref: ObjectRef,
  { resource, title }: { readonly resource: Resource; readonly title: string },
  { context }: Pick<EffectDeps, "context">,
): Promise<JsonObject | undefined> {
  const { namespace, name } = ref;
  try {
    return await getIfExists({ resource, namespace, name }, context);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 403)) {
      throw error;
    }
    warnKept(`${formatRef(ref)} of ${title} cannot be read and is kept: ${error.message}`, context);
    return undefined;
  }
}

/** The kinds and namespaces in which an owner may have objects, and the label that all of them have. */
export interface MarkedExtent {
  readonly groupKinds: readonly GroupKind[];
  readonly namespaces: readonly string[];
  /** There may be more namespaces: all are searched, or these alone if that is not permitted. */
  readonly isOpen: boolean;
  readonly labelSelector: string;
}

/** Returns the live objects of an owner, by key, in order. What may not be listed is reported. */
export async function listMarked(
  owner: AdoptedOwner,
  extent: MarkedExtent,
  { kinds, context }: EffectDeps,
): Promise<ReadonlyMap<string, JsonObject>> {
  const refusals = new Set<string>();
  const lists = await Promise.all(
    extent.groupKinds.map(async (kind) => {
      const resource = kinds.find(kind);
      const unknown = kinds.whyUnknown(kind);
      if (unknown !== undefined) {
        refusals.add(unknown);
      }
      return resource?.verbs.includes("list") === true
        ? listResource(resource, extent, { refusals, context })
        : [];
    }),
  );
  for (const message of refusals) {
    warnKept(`some objects of ${owner.title} cannot be listed and are kept: ${message}`, context);
  }
  const keyed = lists
    .flat()
    .filter((object) => owner.owns(object))
    .map((object) => [formatRef(refOf(object)), object] as const);
  return new Map(keyed.toSorted(([left], [right]) => compareText(left, right)));
}

interface Listing {
  readonly refusals: Set<string>;
  readonly context: RunContext;
}

async function listResource(
  resource: Resource,
  { namespaces, isOpen, labelSelector }: MarkedExtent,
  { refusals, context }: Listing,
): Promise<readonly JsonObject[]> {
  if (isOpen || !resource.namespaced) {
    const all = await listIn(resource, { labelSelector }, context);
    if (typeof all !== "string") {
      return all;
    }
    if (!resource.namespaced) {
      refusals.add(all);
      return [];
    }
  }
  const lists = await Promise.all(
    namespaces.map((namespace) => listIn(resource, { labelSelector, namespace }, context)),
  );
  return lists.flatMap((listed) => {
    if (typeof listed === "string") {
      refusals.add(listed);
      return [];
    }
    return listed;
  });
}

/** The objects, or the server's message if they may not be listed. */
async function listIn(
  resource: Resource,
  selection: { readonly labelSelector: string; readonly namespace?: string },
  { cluster, signal }: RunContext,
): Promise<readonly JsonObject[] | string> {
  try {
    return await cluster.list({ resource, ...selection }, { signal });
  } catch (error) {
    // A kind that was removed between discovery and now has no objects.
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) {
      return error.status === 403 ? error.message : [];
    }
    throw error;
  }
}

function warnKept(message: string, { emit, clock }: RunContext): void {
  emit({ type: "notice", at: clock.now(), level: "warning", message });
}
