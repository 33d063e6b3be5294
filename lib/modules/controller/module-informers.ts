import { ApiError, isNotFound } from "../../client/model/api-error.ts";
import type { Cluster, Resource, Watch } from "../../client/model/cluster.ts";
import { objectField, stringField } from "../../object/json.ts";
import { type ModuleKind, moduleKinds } from "../rules/resource/module-kind.ts";
import { ModuleObjects } from "../rules/module-objects.ts";
import { moduleResource } from "./module-resource.ts";

/** The objects around modules as the cluster has them, kept up by watches. */
export interface LiveObjects {
  /** As they stand now; nobody changes them but the watches. */
  readonly objects: ModuleObjects;
  /**
   * Resolves once all of them were seen; rejects with an ApiError where a kind is not served, or may not be
   * watched.
   */
  readonly synced: Promise<void>;
  /**
   * The kinds whose definition was taken away, or is about to be: their objects go with it, which is no word
   * about a single one of them. Asks the server only about kinds of which an object has gone since the last
   * time. Throws UnreachableError and ApiError.
   */
  readonly unserved: (signal: AbortSignal) => Promise<readonly ModuleKind[]>;
  readonly close: () => void;
}

/** Follows them until it is closed; `ring` is called after each change. */
export function followObjects(cluster: Cluster, ring: () => void): LiveObjects {
  const objects = new ModuleObjects();
  const thinned = new Set<ModuleKind>();
  const watches: readonly Watch[] = moduleKinds.map((kind) =>
    cluster.watch({ resource: moduleResource(kind) }, (event) => {
      if (event.type === "seen") {
        objects.put({ ...event.object, kind });
      } else if (event.type === "gone") {
        objects.remove(kind, stringField(objectField(event.object, "metadata"), "name") ?? "");
        thinned.add(kind);
      }
      objects.settle();
      ring();
    }),
  );
  return {
    objects,
    synced: allSynced(watches),
    unserved: async (signal) => {
      const unserved: ModuleKind[] = [];
      for (const kind of thinned) {
        if (await isDefined(kind, cluster, signal)) {
          thinned.delete(kind);
        } else {
          unserved.push(kind);
        }
      }
      return unserved;
    },
    close: () => {
      for (const watch of watches) {
        watch.stop();
      }
    },
  };
}

const definitions: Resource = {
  group: "apiextensions.k8s.io",
  version: "v1",
  kind: "CustomResourceDefinition",
  plural: "customresourcedefinitions",
  namespaced: false,
  verbs: [],
};

/**
 * Objects go one by one before their definition does, which is marked by then. Who may not read definitions
 * learns only that the kind is not served.
 */
async function isDefined(kind: ModuleKind, cluster: Cluster, signal: AbortSignal): Promise<boolean> {
  const resource = moduleResource(kind);
  const name = `${resource.plural}.${resource.group}`;
  try {
    const definition = await cluster.get({ resource: definitions, namespace: "", name }, { signal });
    return stringField(objectField(definition, "metadata"), "deletionTimestamp") === undefined;
  } catch (error) {
    if (isNotFound(error)) {
      return false;
    }
    if (!(error instanceof ApiError && error.status === forbidden)) {
      throw error;
    }
  }
  return isServed(resource, cluster, signal);
}

const forbidden = 403;

async function isServed(resource: Resource, cluster: Cluster, signal: AbortSignal): Promise<boolean> {
  try {
    await cluster.list({ resource, metadataOnly: true }, { signal });
    return true;
  } catch (error) {
    if (isNotFound(error)) {
      return false;
    }
    throw error;
  }
}

async function allSynced(watches: readonly Watch[]): Promise<void> {
  await Promise.all(watches.map(async ({ synced }) => synced));
}
