import { ApiError } from "../../client/model/api-error.ts";
import type { Place, Resource } from "../../client/model/cluster.ts";
import type { JsonObject } from "../../object/json.ts";
import type { GroupKind } from "../../object/object-ref.ts";
import { definitionKind } from "../model/definition-kind.ts";
import { getIfExists } from "../store/get-or-undefined.ts";
import type { PlanTarget } from "../model/release-request.ts";
import type { RunContext } from "../model/run-context.ts";

/** An object that is looked up in the cluster. */
export interface LookedUpObject extends GroupKind {
  readonly version: string;
  /** Ignored where the cluster serves the kind outside of namespaces. */
  readonly namespace: string;
  readonly name: string;
}

/**
 * All that planning a set asks of its surroundings. Requests and answers are plain data, so that a set can be
 * planned in a thread that has no connection to the cluster. What may not be read counts as absent: the API
 * server has the last word in any case.
 */
export interface SetLookups {
  /** The Kubernetes of the cluster: the 36 of 1.36; undefined where its version says something else. */
  readonly minor: () => Promise<number | undefined>;
  /** Whether kinds live in namespaces: an answer for each; undefined where the cluster does not serve it. */
  readonly scopes: (kinds: readonly GroupKind[]) => Promise<readonly (boolean | undefined)[]>;
  /** The definitions of kinds that the cluster serves. */
  readonly definitions: (kinds: readonly GroupKind[]) => Promise<readonly JsonObject[]>;
  /** The objects as they are in the cluster: an answer for each. */
  readonly objects: (wanted: readonly LookedUpObject[]) => Promise<readonly (JsonObject | undefined)[]>;
  /** Whether another set brings the objects with these written forms: an answer for each. */
  readonly broughtElsewhere: (keys: readonly string[]) => Promise<readonly boolean[]>;
}

/** What the lookups are made of. */
export interface LookupRequest extends Pick<PlanTarget, "isNamespaced"> {
  /** Whether another set brings the object with this written form; none does where it is absent. */
  readonly comesElsewhere?: ((key: string) => boolean) | undefined;
}

/** Answers from a cluster. */
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
    broughtElsewhere: async (keys) => Promise.resolve(keys.map((key) => comesElsewhere(key))),
  };
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
