/** Adopts an application of Argo CD. */
import { ApiError, rephrased } from "../../client/model/api-error.ts";
import type { Place, Resource } from "../../client/model/cluster.ts";
import {
  argoBusy,
  argoNamespace,
  argoOwner,
  argoRemaining,
  argoResources,
  argoTracking,
  type ArgoName,
  formatArgoName,
  wasSynced,
} from "../../inventory/adoption/argo-app.ts";
import type { AdoptedOwner } from "../../inventory/adoption/adopted-owner.ts";
import type { JsonObject } from "../../object/json.ts";
import { refOf } from "../../object/metadata.ts";
import { formatRef, type ObjectRef } from "../../object/object-ref.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import { RefusedError } from "../model/refused-error.ts";
import type { RestMapper } from "../model/rest-mapper.ts";
import type { RunContext } from "../model/run-context.ts";
import { configMaps } from "../model/well-known-resources.ts";
import { getIfExists } from "../store/applyset-store.ts";
import type { Adoption } from "./adoption.ts";
import { readListed } from "./leftovers.ts";

const application = { group: "argoproj.io", kind: "Application" };

/**
 * Reads an Application. Throws a RefusedError if Argo CD still changes its objects, or if the API server of
 * Applications does not answer, and an ApiError if the Application may not be read: then that is unknown.
 */
export async function openArgoApp(argo: ArgoName, kinds: RestMapper, context: RunContext): Promise<Adoption> {
  const resource = kinds.find(application);
  const unknown = kinds.whyUnknown(application);
  if (unknown !== undefined) {
    throw new RefusedError(`it is unknown whether Argo CD still syncs ${formatArgoName(argo)}: ${unknown}`);
  }
  const app = resource === undefined ? undefined : await readApp(argo, resource, context);
  const busy = app === undefined ? undefined : argoBusy(app, argo);
  if (busy !== undefined) {
    throw new RefusedError(busy);
  }
  const owner = argoOwner(argo, argoTracking(argo, await readSettings(argo, context)), app);
  const name = formatArgoName(argo);
  const missing =
    resource === undefined
      ? "the cluster does not serve applications.argoproj.io"
      : `there is no application ${argo.name} in namespace ${argo.namespace}`;
  return {
    ...owner,
    flag: `--adopt-argo-app ${name}`,
    record: app === undefined ? "missing" : "found",
    wasUp: app === undefined || wasSynced(app),
    words: {
      ...(resource === undefined ? { gone: missing } : {}),
      unrecorded: `${missing}, but objects of Argo CD application ${name}`,
      none: `${missing}, and no object of the set is marked for it; see argocd app list, and use --adopt-argo-app NAMESPACE/NAME if it is in another namespace than ${argo.namespace}`,
      remaining: app === undefined ? undefined : argoRemaining(app, argo),
    },
    findLeftovers: (isWanted, deps) => findListed({ owner, listed: argoResources(app) }, isWanted, deps),
  };
}

async function readApp(
  argo: ArgoName,
  resource: Resource,
  context: RunContext,
): Promise<JsonObject | undefined> {
  try {
    return await getIfExists({ resource, ...argo }, context);
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) {
      const message = `it is unknown whether Argo CD still syncs application ${formatArgoName(argo)}: ${error.message}; grant get on applications.argoproj.io in namespace ${argo.namespace}`;
      throw rephrased(error, message);
    }
    throw error;
  }
}

/** Reads `argocd-cm`, in the namespace of the Application or the usual one. */
async function readSettings(
  { namespace }: ArgoName,
  context: RunContext,
): Promise<{ readonly object: JsonObject; readonly namespace: string } | undefined> {
  for (const candidate of new Set([namespace, argoNamespace])) {
    const place: Place = { resource: configMaps, namespace: candidate, name: "argocd-cm" };
    const object = await readUnlessForbidden(place, context);
    if (object !== undefined) {
      return { object, namespace: candidate };
    }
  }
  return undefined;
}

async function readUnlessForbidden(place: Place, context: RunContext): Promise<JsonObject | undefined> {
  try {
    return await getIfExists(place, context);
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) {
      const message = `the settings of Argo CD cannot be read, so its defaults are assumed: ${error.message}`;
      context.emit({ type: "notice", at: context.clock.now(), level: "warning", message });
      return undefined;
    }
    throw error;
  }
}

/** Reads the listed objects that the set lacks. One without the mark of the owner is not its to lose. */
async function findListed(
  { owner, listed }: { readonly owner: AdoptedOwner; readonly listed: readonly ObjectRef[] },
  isWanted: (key: string, object: JsonObject) => boolean,
  deps: EffectDeps,
): Promise<ReadonlyMap<string, JsonObject>> {
  const lacking = listed.filter((ref) => !isWanted(formatRef(ref), {}));
  const found = await Promise.all(
    lacking.map(async (ref) => {
      const resource = deps.kinds.find(ref);
      return resource === undefined ? undefined : readListed(ref, { resource, title: owner.title }, deps);
    }),
  );
  const owned = found.filter((object) => object !== undefined).filter((object) => owner.owns(object));
  return new Map(
    owned
      .map((object) => [formatRef(refOf(object)), object] as const)
      .filter(([key, object]) => !isWanted(key, object)),
  );
}
