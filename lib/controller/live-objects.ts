import type { Cluster, Watch } from "../cluster/cluster.ts";
import { objectField, stringField } from "../object/json.ts";
import { moduleKinds } from "../module/module-kind.ts";
import { ModuleObjects } from "../module/module-objects.ts";
import { moduleResource } from "./module-resource.ts";

/** The objects around modules as the cluster has them, kept up by watches. */
export interface LiveObjects {
  /** As they stand now; nobody changes them but the watches. */
  readonly objects: ModuleObjects;
  /** Resolves once all of them were seen; rejects with an ApiError where a kind is not served, or may not be watched. */
  readonly synced: Promise<void>;
  readonly close: () => void;
}

/** Follows them until it is closed; `ring` is called after each change. */
export function followObjects(cluster: Cluster, ring: () => void): LiveObjects {
  const objects = new ModuleObjects();
  const watches: readonly Watch[] = moduleKinds.map((kind) =>
    cluster.watch({ resource: moduleResource(kind) }, (event) => {
      if (event.type === "seen") {
        objects.put({ ...event.object, kind });
      } else if (event.type === "gone") {
        objects.remove(kind, stringField(objectField(event.object, "metadata"), "name") ?? "");
      }
      objects.settle();
      ring();
    }),
  );
  return {
    objects,
    synced: allSynced(watches),
    close: () => {
      for (const watch of watches) {
        watch.stop();
      }
    },
  };
}

async function allSynced(watches: readonly Watch[]): Promise<void> {
  await Promise.all(watches.map(async ({ synced }) => synced));
}
