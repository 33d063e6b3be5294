import { ApiError } from "../../client/model/api-error.ts";
import type { Resource } from "../../client/model/cluster.ts";
import { partOfLabel } from "../../inventory/apply-set.ts";
import { isMember } from "../../inventory/applyset-membership.ts";
import type { ParentRecord } from "../../inventory/applyset-parent.ts";
import type { JsonObject } from "../../object/json.ts";
import { refOf } from "../../object/metadata.ts";
import { compareText, formatRef } from "../../object/object-ref.ts";
import type { RestMapper } from "../model/rest-mapper.ts";
import { manyNamespaces } from "./observe-release.ts";
import type { RunContext } from "../model/run-context.ts";

/** The current live objects of a release. */
export interface OwnedObjects {
  /** By reference, sorted by it. */
  readonly objects: ReadonlyMap<string, JsonObject>;
  /** The server's messages where it did not let objects be listed, each once. */
  readonly refusals: readonly string[];
}

/** Options of the search for a release's objects. */
export interface OwnedSearch {
  readonly context: RunContext;
  readonly kinds: RestMapper;
  /** Requests metadata alone, which is enough to identify objects. */
  readonly metadataOnly?: boolean;
}

/**
 * Lists every object that carries the label of a release, once, in the kinds and namespaces that its record
 * names.
 */
export async function listOwned(record: ParentRecord, search: OwnedSearch): Promise<OwnedObjects> {
  const resources = record.groupKinds.flatMap((kind) => search.kinds.find(kind) ?? []);
  const lists = await Promise.all(resources.map((resource) => listKind(resource, record, search)));
  const found = lists.flatMap(({ objects }) => objects).filter((object) => isMember(object, record.id));
  const keyed = found.map((object) => [formatRef(refOf(object)), object] as const);
  return {
    objects: new Map(keyed.toSorted(([left], [right]) => compareText(left, right))),
    refusals: [...new Set(lists.flatMap(({ refusals }) => refusals))],
  };
}

interface Listed {
  readonly objects: readonly JsonObject[];
  readonly refusals: readonly string[];
}

/** Lists in all namespaces at once if they are many and that is allowed, else one after the other. */
async function listKind(resource: Resource, record: ParentRecord, search: OwnedSearch): Promise<Listed> {
  if (!resource.namespaced) {
    return listIn(resource, undefined, { record, search });
  }
  if (record.namespaces.length >= manyNamespaces) {
    const all = await listIn(resource, undefined, { record, search });
    if (all.refusals.length === 0) {
      return all;
    }
  }
  const lists = await Promise.all(
    record.namespaces.map((namespace) => listIn(resource, namespace, { record, search })),
  );
  return {
    objects: lists.flatMap(({ objects }) => objects),
    refusals: lists.flatMap(({ refusals }) => refusals),
  };
}

async function listIn(
  resource: Resource,
  namespace: string | undefined,
  { record, search }: { readonly record: ParentRecord; readonly search: OwnedSearch },
): Promise<Listed> {
  const { context, metadataOnly } = search;
  try {
    const objects = await context.cluster.list(
      {
        resource,
        labelSelector: `${partOfLabel}=${record.id}`,
        ...(namespace === undefined ? {} : { namespace }),
        ...(metadataOnly === undefined ? {} : { metadataOnly }),
      },
      { signal: context.signal },
    );
    return { objects, refusals: [] };
  } catch (error) {
    // A kind that was removed between discovery and now has no objects.
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) {
      return { objects: [], refusals: error.status === 403 ? [error.message] : [] };
    }
    throw error;
  }
}
