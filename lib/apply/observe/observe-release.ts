/**
 * Observes a release's live objects, and those in the places of its planned objects, before anything is
 * decided.
 */
import { getIfExists } from "../store/applyset-store.ts";
import { ApiError } from "../../client/model/api-error.ts";
import type { Place, Resource } from "../../client/model/cluster.ts";
import { untilAbort } from "../../async/abort.ts";
import type { Extent } from "../../inventory/applyset-parent.ts";
import type { JsonObject } from "../../object/json.ts";
import { refOf } from "../../object/metadata.ts";
import { apiVersionOf, formatRef, type GroupKind, groupKindKey } from "../../object/object-ref.ts";
import { runsToEnd } from "../../readiness/kind/completion.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import { takesAlong } from "../effect/pruning.ts";
import type { RunContext } from "../model/run-context.ts";

/** The number of namespaces from which on a kind is watched in all of them at once, if that is allowed. */
export const manyNamespaces = 4;

/**
 * Thrown when the server of an API group does not answer: the release's objects of that group cannot be seen.
 */
export class GroupUnavailableError extends ApiError {
  readonly group: string;

  constructor(group: string, message: string) {
    super(message, { status: 503 });
    this.group = group;
  }
}

/**
 * Opens the watches over everything that a release may have. Returns the errors for what could not be seen.
 */
export async function openWatches(
  extent: Extent,
  { kinds, liveObjects, context }: Pick<EffectDeps, "kinds" | "liveObjects" | "context">,
): Promise<readonly ApiError[]> {
  const open: Open = (resource, namespace) =>
    untilAbort(liveObjects.open(resource, namespace), context.signal);
  const refusals: ApiError[] = [];
  await Promise.all(
    extent.groupKinds.map(async (kind) => {
      const resource = kinds.find(kind);
      const unknown = kinds.whyUnknown(kind);
      if (unknown !== undefined) {
        refusals.push(new GroupUnavailableError(kind.group, unknown));
      } else if (resource !== undefined && resource.verbs.includes("list")) {
        refusals.push(...(await openKind(resource, extent.namespaces, open)));
      }
    }),
  );
  return refusals;
}

type Open = (resource: Resource, namespace: string | undefined) => Promise<void>;

async function openKind(
  resource: Resource,
  namespaces: readonly string[],
  open: Open,
): Promise<readonly ApiError[]> {
  const everywhere = !resource.namespaced || namespaces.length >= manyNamespaces;
  if (everywhere) {
    const refusal = await tryOpen(resource, undefined, open);
    if (refusal === undefined || !resource.namespaced) {
      return refusal === undefined ? [] : [refusal];
    }
  }
  const opened = await Promise.all(namespaces.map((namespace) => tryOpen(resource, namespace, open)));
  return opened.filter((refusal) => refusal !== undefined);
}

async function tryOpen(
  resource: Resource,
  namespace: string | undefined,
  open: Open,
): Promise<ApiError | undefined> {
  try {
    await open(resource, namespace);
    return undefined;
  } catch (error) {
    // A kind that was removed between discovery and now has no objects.
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) {
      return error.status === 403 ? error : undefined;
    }
    throw error;
  }
}

/** The number of objects of a kind and namespace from which on all of them are listed at once. */
const manyObjects = 6;

/** The live objects at some places, by key. */
export interface ObjectLookup {
  /** The objects, with their metadata at least. */
  readonly found: ReadonlyMap<string, JsonObject>;
  /** The server's messages for objects that may not be read. */
  readonly refused: ReadonlyMap<string, string>;
}

/** Reads the live objects at those places; all of them in full if `isWhole`. */
export async function getMany(
  places: readonly Place[],
  context: RunContext,
  isWhole = false,
): Promise<ObjectLookup> {
  const found = new Map<string, JsonObject>();
  const refused = new Map<string, string>();
  const groups = Map.groupBy(places, ({ resource, namespace }) => `${groupKindKey(resource)} ${namespace}`);
  await Promise.all(
    [...groups.values()].map(async (group) => {
      for (const object of await findGroup(group, { refused, isWhole }, context)) {
        found.set(formatRef(refOf(object)), object);
      }
    }),
  );
  return { found, refused };
}

async function findGroup(
  places: readonly Place[],
  { refused, isWhole }: { readonly refused: Map<string, string>; readonly isWhole: boolean },
  context: RunContext,
): Promise<readonly JsonObject[]> {
  const [first] = places;
  if (first === undefined) {
    return [];
  }
  const { resource, namespace } = first;
  const call = { signal: context.signal };
  // Objects without the release's mark (CRDs of the `crds` folder of a chart) have to be read in full: only
  // the whole shows whether it is as it would be sent.
  if (places.length >= manyObjects && !takesAlong(resource) && resource.verbs.includes("list")) {
    try {
      const listed = await context.cluster.list(
        {
          resource,
          metadataOnly: !isWhole && !runsToEnd(resource),
          ...(namespace === "" ? {} : { namespace }),
        },
        call,
      );
      const apiVersion = apiVersionOf(resource);
      return listed.map((object) => ({ ...object, apiVersion, kind: resource.kind }));
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 403)) {
        throw error;
      }
    }
  }
  const objects = await Promise.all(places.map((place) => findOne(place, refused, context)));
  return objects.filter((object) => object !== undefined);
}

async function findOne(
  place: Place,
  refused: Map<string, string>,
  context: RunContext,
): Promise<JsonObject | undefined> {
  try {
    return await getIfExists(place, context);
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) {
      const { group, kind } = place.resource;
      refused.set(formatRef({ group, kind, namespace: place.namespace, name: place.name }), error.message);
      return undefined;
    }
    throw error;
  }
}

/** The kinds of objects, each once. */
export function kindsOf(objects: readonly GroupKind[]): readonly GroupKind[] {
  return [...new Map(objects.map((object) => [groupKindKey(object), object])).values()].map(
    ({ group, kind }) => ({
      group,
      kind,
    }),
  );
}
