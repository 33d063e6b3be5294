import { definitionKind } from "../../apply/model/well-known-resources.ts";
import { ApiError, isNotFound } from "../../client/model/api-error.ts";
import type { Cluster, Resource, Watch } from "../../client/model/cluster.ts";
import { isTerminating, nameOf } from "../../object/metadata.ts";
import { type ModuleKind, moduleKinds } from "../rules/resource/module-kind.ts";
import { ModuleObjects } from "../rules/module-objects.ts";
import { moduleResource } from "./module-resource.ts";

/** The objects of the module kinds, kept current by watches. */
export interface LiveObjects {
  /** The current objects; only the watches change them. */
  readonly objects: ModuleObjects;
  /**
   * Resolves once all objects were seen; rejects with an ApiError if a kind is not served or may not be
   * watched.
   */
  readonly synced: Promise<void>;
  /**
   * The kinds whose CRD was deleted or is about to be: their objects are deleted with it, which says nothing
   * about any single one. Requests only kinds that have lost an object since the last call. Throws
   * UnreachableError and ApiError.
   */
  readonly unserved: (signal: AbortSignal) => Promise<readonly ModuleKind[]>;
  readonly close: () => void;
}

/** Watches the module kinds until closed; calls `ring` after each change. */
export function followObjects(cluster: Cluster, wake: () => void): LiveObjects {
  const objects = new ModuleObjects();
  const thinned = new Set<ModuleKind>();
  const watches: readonly Watch[] = moduleKinds.map((kind) =>
    cluster.watch({ resource: moduleResource(kind) }, (event) => {
      if (event.type === "seen") {
        objects.put({ ...event.object, kind });
      } else if (event.type === "gone") {
        objects.remove(kind, nameOf(event.object));
        thinned.add(kind);
      }
      objects.settle();
      wake();
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

/**
 * Reports whether a kind's CRD exists and is not being deleted. The API server deletes the objects one by one
 * before their CRD, which has a deletion timestamp by then. Without permission to read CRDs, only checks
 * whether the kind is served.
 */
async function isDefined(kind: ModuleKind, cluster: Cluster, signal: AbortSignal): Promise<boolean> {
  const resource = moduleResource(kind);
  const name = `${resource.plural}.${resource.group}`;
  try {
    const definition = await cluster.get({ resource: definitionKind, namespace: "", name }, { signal });
    return !isTerminating(definition);
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
