import { ApiError } from "../../client/model/api-error.ts";
import type { Place, Resource } from "../../client/model/cluster.ts";
import type { JsonObject } from "../../object/json.ts";
import { nameOf } from "../../object/metadata.ts";
import { type GroupKind, groupKindKey } from "../../object/object-ref.ts";
import { parseVersionName } from "../../plan/versions/versioned-object.ts";
import { getIfExists } from "../store/applyset-store.ts";
import type { PlanTarget } from "../model/release-request.ts";
import type { RunContext } from "../model/run-context.ts";
import { definitionKind } from "../model/well-known-resources.ts";

/** An object that is looked up in the cluster. */
export interface LookedUpObject extends GroupKind {
  readonly version: string;
  /** Ignored if the kind is cluster-scoped. */
  readonly namespace: string;
  readonly name: string;
}

/**
 * The lookups that planning a set makes in the cluster. Requests and answers are plain data, so that a set
 * can be planned in a thread without a connection to the cluster. What may not be read counts as absent: the
 * API server decides in the end.
 */
export interface SetLookups {
  /** The minor version of the cluster: the 36 of 1.36; undefined if its version has another form. */
  readonly minor: () => Promise<number | undefined>;
  /** Whether kinds are namespaced: an answer for each; undefined if the cluster does not serve it. */
  readonly scopes: (kinds: readonly GroupKind[]) => Promise<readonly (boolean | undefined)[]>;
  /** The CRDs of kinds that the cluster serves. */
  readonly definitions: (kinds: readonly GroupKind[]) => Promise<readonly JsonObject[]>;
  /** The live objects: an answer for each. */
  readonly objects: (wanted: readonly LookedUpObject[]) => Promise<readonly (JsonObject | undefined)[]>;
  /**
   * The live objects `NAME-ver-N` with the greatest number, for objects with that name: an answer for each.
   * Only their metadata is read, which has to be allowed.
   */
  readonly newestVersions: (
    wanted: readonly LookedUpObject[],
  ) => Promise<readonly (JsonObject | undefined)[]>;
  /** Whether another set contains the objects with these references: an answer for each. */
  readonly broughtElsewhere: (keys: readonly string[]) => Promise<readonly boolean[]>;
}

/** Dependencies of the lookups. */
export interface LookupRequest extends Pick<PlanTarget, "isNamespaced"> {
  /** Reports whether another set contains the object with this reference; by default none does. */
  readonly comesElsewhere?: ((key: string) => boolean) | undefined;
}

/** Answers the lookups from a cluster. */
export function clusterLookups(
  { isNamespaced, comesElsewhere = (): boolean => false }: LookupRequest,
  { cluster, signal }: Pick<RunContext, "cluster" | "signal">,
): SetLookups {
  const asked = { cluster, signal };
  let minor: Promise<number | undefined> | undefined;
  return {
    minor: async () => {
      minor ??= cluster.version({ signal }).then(minorOf);
      return minor;
    },
    scopes: async (kinds) => Promise.resolve(kinds.map((kind) => isNamespaced(kind))),
    definitions: async (kinds) => {
      const catalog = await cluster.discover({ signal });
      const resources = kinds.map((kind) => catalog.find(kind)).filter((resource) => resource !== undefined);
      const found = await Promise.all(
        resources.map(async (resource) => readIfAllowed(placeOfDefinition(resource), asked)),
      );
      return found.filter((definition) => definition !== undefined);
    },
    objects: async (wanted) => {
      const catalog = await cluster.discover({ signal });
      return Promise.all(
        wanted.map(async ({ version, namespace, name, ...kind }) => {
          const resource = catalog.find(kind, version);
          return (
            resource &&
            readIfAllowed({ resource, namespace: resource.namespaced ? namespace : "", name }, asked)
          );
        }),
      );
    },
    newestVersions: async (wanted) => readNewest(wanted, asked),
    broughtElsewhere: async (keys) => Promise.resolve(keys.map((key) => comesElsewhere(key))),
  };
}

/** Lists each kind and namespace once. */
async function readNewest(
  wanted: readonly LookedUpObject[],
  { cluster, signal }: Pick<RunContext, "cluster" | "signal">,
): Promise<readonly (JsonObject | undefined)[]> {
  const catalog = await cluster.discover({ signal });
  const lists = new Map<string, Promise<ReadonlyMap<string, JsonObject>>>();
  return Promise.all(
    wanted.map(async ({ version, namespace, name, ...kind }) => {
      const resource = catalog.find(kind, version);
      if (resource === undefined) {
        return undefined;
      }
      const place = resource.namespaced ? { resource, namespace } : { resource };
      const key = `${groupKindKey(kind)} ${resource.namespaced ? namespace : ""}`;
      const list =
        lists.get(key) ?? cluster.list({ ...place, metadataOnly: true }, { signal }).then(newestByName);
      lists.set(key, list);
      return (await list).get(name);
    }),
  );
}

function newestByName(objects: readonly JsonObject[]): ReadonlyMap<string, JsonObject> {
  const newest = new Map<string, { readonly number: number; readonly object: JsonObject }>();
  for (const object of objects) {
    const version = parseVersionName(nameOf(object));
    if (version !== undefined && version.number > (newest.get(version.name)?.number ?? 0)) {
      newest.set(version.name, { number: version.number, object });
    }
  }
  return new Map([...newest].map(([name, { object }]) => [name, object]));
}

async function readIfAllowed(
  place: Place,
  asked: Pick<RunContext, "cluster" | "signal">,
): Promise<JsonObject | undefined> {
  try {
    return await getIfExists(place, asked);
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) {
      return undefined;
    }
    throw error;
  }
}

/** `v1.36.3` → 36. */
function minorOf(version: string): number | undefined {
  const minor = /^v1\.(\d+)/.exec(version)?.[1];
  return minor === undefined ? undefined : Number(minor);
}

function placeOfDefinition({ plural, group }: Resource): Place {
  return { resource: definitionKind, namespace: "", name: `${plural}.${group}` };
}
