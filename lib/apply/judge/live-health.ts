import { isNotFound } from "../../client/model/api-error.ts";
import type { Resource } from "../../client/model/cluster.ts";
import type { JsonObject } from "../../object/json.ts";
import { formatRef } from "../../object/object-ref.ts";
import { shortNames } from "../../order/index/resource-name.ts";
import type { HealthRuleSources, Readiness, ReadinessMode } from "../../readiness/readiness.ts";
import { RestMapper } from "../model/rest-mapper.ts";
import type { RunContext } from "../model/run-context.ts";
import { judgeLiveObjects } from "./judge-live-objects.ts";

/** An object as people name it on a command line: `deployment.apps/web`. */
export interface LiveName {
  /** Kind, plural or short name, in any case. */
  readonly resource: string;
  /** Empty for any group. */
  readonly group: string;
  readonly name: string;
}

/** The objects, and the rules by which they are judged. */
export interface LiveHealthRequest {
  readonly names: readonly LiveName[];
  /** Undefined for the namespace of the context. */
  readonly namespace: string | undefined;
  readonly readiness: ReadinessMode;
  /** Health rules read from data; the built-in table by default. */
  readonly healthRules?: HealthRuleSources;
}

/** A live object with its verdict. */
export interface LiveHealth {
  /** The reference of the object. */
  readonly key: string;
  readonly readiness: Readiness;
}

/** The resources that the server does not serve, in the words of the user. */
export interface UnknownResources {
  readonly unknown: readonly string[];
}

const missing: Readiness = {
  state: "NotFound",
  reason: "NotFound",
  message: "it does not exist",
  rule: "existence",
};

/**
 * Judges objects of the cluster by name, in the given order. An object that does not exist is `NotFound`.
 * Throws an ApiError if an object may not be read.
 */
export async function healthOfLive(
  { names, namespace, readiness, healthRules }: LiveHealthRequest,
  context: RunContext,
): Promise<readonly LiveHealth[] | UnknownResources> {
  const { cluster, signal } = context;
  const kinds = new RestMapper(cluster, await cluster.discover({ signal }));
  const found = names.map(({ group, resource, name }) => {
    const kind = shortNames.get(resource.toLowerCase()) ?? resource;
    return { resource: kinds.findLoosely({ group, kind }), name };
  });
  const unknown = names.flatMap(({ resource, group }, index) =>
    found[index]?.resource === undefined ? [group === "" ? resource : `${resource}.${group}`] : [],
  );
  if (unknown.length > 0) {
    return { unknown: [...new Set(unknown)] };
  }
  const places = found.flatMap(({ resource, name }) =>
    resource === undefined ? [] : [placeOf(resource, name, namespace ?? cluster.namespace)],
  );
  const objects = await Promise.all(places.map(async (place) => readIfPresent(place, context)));
  const present = objects.filter((object) => object !== undefined);
  const judging = { mode: readiness, healthRules };
  const judged = await judgeLiveObjects(present, { context, kinds, judging });
  return places.map(({ resource: { group, kind }, namespace: home, name }, index) => {
    const object = objects[index];
    const verdict = object === undefined ? undefined : judged.get(object);
    return { key: formatRef({ group, kind, namespace: home, name }), readiness: verdict ?? missing };
  });
}

interface NamedPlace {
  readonly resource: Resource;
  readonly namespace: string;
  readonly name: string;
}

function placeOf(resource: Resource, name: string, namespace: string): NamedPlace {
  return { resource, name, namespace: resource.namespaced ? namespace : "" };
}

async function readIfPresent(
  place: NamedPlace,
  { cluster, signal }: RunContext,
): Promise<JsonObject | undefined> {
  try {
    return await cluster.get(place, { signal });
  } catch (error) {
    if (isNotFound(error)) {
      return undefined;
    }
    throw error;
  }
}
