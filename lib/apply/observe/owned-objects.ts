import { ApiError } from "../../client/model/api-error.ts";
import type { Resource } from "../../client/model/cluster.ts";
import { membersSelector, idLabel, releaseLabel } from "../../inventory/apply-set.ts";
import { isMember, ownerOf } from "../../inventory/applyset-membership.ts";
import type { ParentRecord } from "../../inventory/applyset-parent.ts";
import type { JsonObject } from "../../object/json.ts";
import { refOf, labelOf, namespaceOf } from "../../object/metadata.ts";
import { compareText, formatRef, type GroupKind } from "../../object/object-ref.ts";
import type { RestMapper } from "../model/rest-mapper.ts";
import { manyNamespaces } from "./observe-release.ts";
import type { RunContext } from "../model/run-context.ts";
import type { EffectDeps } from "../model/effect-context.ts";

/** The current live objects of a release. */
interface OwnedObjects {
  /** By reference, sorted by it. */
  readonly objects: ReadonlyMap<string, JsonObject>;
  /** The server's messages where it did not let objects be listed, each once. */
  readonly refusals: readonly string[];
}

/** Options of the search for a release's objects. */
interface OwnedSearch {
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
  const lists = await Promise.all(record.groupKinds.map((kind) => listKind(kind, record, search)));
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

/**
 * Lists the objects of a kind. A kind that is not served has none; one whose server does not answer is a
 * refusal.
 */
async function listKind(kind: GroupKind, record: ParentRecord, search: OwnedSearch): Promise<Listed> {
  const unknown = search.kinds.whyUnknown(kind);
  const resource = search.kinds.find(kind);
  if (unknown !== undefined || resource === undefined) {
    return { objects: [], refusals: unknown === undefined ? [] : [unknown] };
  }
  return listResource(resource, record, search);
}

/** Lists in all namespaces at once if they are many and that is allowed, else one after the other. */
async function listResource(resource: Resource, record: ParentRecord, search: OwnedSearch): Promise<Listed> {
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
        labelSelector: membersSelector(record.id),
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

/**
 * The names of the releases, other than the one with that id, that own these objects: `namespace/release` by
 * the id of their set. Costs one request, and only if there are any. Empty if the records may not be read.
 */
export async function nameReleases(
  objects: readonly JsonObject[],
  id: string,
  { context, kinds }: Pick<EffectDeps, "context" | "kinds">,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(
    objects
      .map((object) => ownerOf(object, id))
      .flatMap((owner) => (owner.kind === "release" ? [owner.id] : [])),
  );
  if (ids.size === 0) {
    return new Map();
  }
  try {
    const records = await context.cluster.list(
      {
        resource: kinds.require({ group: "", kind: "Secret" }, "v1"),
        labelSelector: `${releaseLabel},${idLabel}`,
        metadataOnly: true,
      },
      { signal: context.signal },
    );
    return new Map(records.map(nameRecord));
  } catch (error) {
    if (error instanceof ApiError) {
      return new Map();
    }
    throw error;
  }
}

function nameRecord(record: JsonObject): readonly [string, string] {
  const release = labelOf(record, releaseLabel) ?? "";
  return [labelOf(record, idLabel) ?? "", `${namespaceOf(record)}/${release}`];
}
