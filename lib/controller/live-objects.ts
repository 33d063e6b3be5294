import { isNotFound } from "../cluster/api-error.ts";
import type { Cluster, Watch } from "../cluster/cluster.ts";
import { objectField, stringField } from "../object/json.ts";
import { type ModuleKind, moduleKinds } from "../module/module-kind.ts";
import { ModuleObjects } from "../module/module-objects.ts";
import { moduleResource } from "./module-resource.ts";

/** The objects around modules as the cluster has them, kept up by watches. */
export interface LiveObjects {
  /** As they stand now; nobody changes them but the watches. */
  readonly objects: ModuleObjects;
  /** Resolves once all of them were seen; rejects with an ApiError where a kind is not served, or may not be watched. */
  readonly synced: Promise<void>;
  /**
   * The kinds whose objects have all gone and that the server does not serve any more: their definition was taken away, or is being replaced. That is no word
   * about a single object. Asks the server only after the last object of a kind has gone. Throws UnreachableError, and ApiError but for 404.
   */
  readonly unserved: (signal: AbortSignal) => Promise<readonly ModuleKind[]>;
  readonly close: () => void;
}

/** Follows them until it is closed; `ring` is called after each change. */
export function followObjects(cluster: Cluster, ring: () => void): LiveObjects {
  const objects = new ModuleObjects();
  const emptied = new Set<ModuleKind>();
  const watches: readonly Watch[] = moduleKinds.map((kind) =>
    cluster.watch({ resource: moduleResource(kind) }, (event) => {
      if (event.type === "seen") {
        objects.put({ ...event.object, kind });
        emptied.delete(kind);
      } else if (event.type === "gone") {
        objects.remove(kind, stringField(objectField(event.object, "metadata"), "name") ?? "");
        if (objects.all(kind).length === 0) {
          emptied.add(kind);
        }
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
      for (const kind of emptied) {
        if (await isServed(kind, cluster, signal)) {
          emptied.delete(kind);
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

async function isServed(kind: ModuleKind, cluster: Cluster, signal: AbortSignal): Promise<boolean> {
  try {
    await cluster.list({ resource: moduleResource(kind), metadataOnly: true }, { signal });
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
