import type { Clock } from "../../async/clock.ts";
import type { Duration } from "../../object/duration.ts";
import { field, objectField, stringField, type JsonObject } from "../../object/json.ts";
import { metadataOf } from "../../object/metadata.ts";
import type { Cluster, Place, Written } from "../model/cluster.ts";
import type { MultiplexedWatch } from "./multiplexed-watch.ts";
import { SharedWatches } from "./watch-sharing.ts";

/** Dependencies of the watch cache. */
export interface WatchCacheOptions {
  readonly clock: Pick<Clock, "after">;
  /** Milliseconds that a watch continues without subscribers. */
  readonly linger: Duration;
}

/**
 * Wraps a cluster so that its watches are shared: one request for all subscribers of equal selections, and
 * for those of many releases, later ones included, until some time after the last has left. A later
 * subscriber gets everything known, then `synced`, without a request; while the server is unreachable, that
 * is the last known state. Responses to our own writes through this cluster are emitted at once, as if the
 * watch had reported them: however far the watch lags, no subscriber sees the state from before the write.
 * Responses about a status alone are not; they wait for the watch. A watch that was refused, or that has to
 * poll, is not shared with later subscribers and ignores responses.
 *
 * `get` and `list` still ask the server: callers use them to read what they are about to overwrite, or what
 * others have changed.
 */
export function cacheWatches(cluster: Cluster, facts: WatchCacheOptions): Cluster {
  const watches = new SharedWatches({ cluster, ...facts });
  return {
    ...cluster,
    watch: watches.open,
    ...reportingWrites(cluster, watches.running),
    close: async () => {
      for (const watch of watches.running) {
        watch.stop();
      }
      await cluster.close();
    },
  };
}

type Writes = Pick<Cluster, "apply" | "create" | "replace" | "patch" | "delete">;

/** The same writes, with their responses passed to all watches. */
function reportingWrites(cluster: Cluster, watches: ReadonlySet<MultiplexedWatch>): Writes {
  const reported = async (
    place: Place,
    isDry: boolean | undefined,
    writing: Promise<Written>,
  ): Promise<Written> => {
    const written = await writing;
    if (isDry !== true && place.subresource === undefined) {
      for (const watch of watches) {
        watch.answered(place, written.object);
      }
    }
    return written;
  };
  return {
    apply: (place, object, call) => reported(place, call.options.dryRun, cluster.apply(place, object, call)),
    create: (place, object, call) =>
      reported(place, call.options.dryRun, cluster.create(place, object, call)),
    replace: (place, object, call) =>
      reported(place, call.options.dryRun, cluster.replace(place, object, call)),
    patch: (place, patch, call) => reported(place, call.options.dryRun, cluster.patch(place, patch, call)),
    delete: (place, call) =>
      call.options.dryRun === true
        ? cluster.delete(place, call)
        : reportingDelete(cluster, watches, { place, call }),
  };
}

async function reportingDelete(
  cluster: Cluster,
  watches: ReadonlySet<MultiplexedWatch>,
  { place, call }: { readonly place: Place; readonly call: Parameters<Cluster["delete"]>[1] },
): Promise<JsonObject | undefined> {
  // The previous object is gone if none is left, or if the one deleted was another.
  const before = new Map([...watches].map((watch) => [watch, watch.uid(place)]));
  const left = await cluster.delete(place, call);
  for (const watch of watches) {
    if (left !== undefined && isGoing(left)) {
      watch.answered(place, left);
    } else {
      const uids = [before.get(watch) ?? "", uidIn(left)];
      watch.deleted(place, new Set(uids.filter((uid) => uid !== "")));
    }
  }
  return left;
}

/**
 * Reports whether a deleted object remains for a while; if not it is gone, whatever the server has answered.
 */
function isGoing(left: JsonObject): boolean {
  return field(metadataOf(left), "deletionTimestamp") !== undefined;
}

/**
 * The uid of the object whose deletion a response reports: a Status has it in its details, an object in its
 * metadata.
 */
function uidIn(left: JsonObject | undefined): string {
  const parts = left === undefined ? [] : [metadataOf(left), objectField(left, "details")];
  return parts.map((part) => stringField(part, "uid")).find((uid) => uid !== undefined) ?? "";
}
