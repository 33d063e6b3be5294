import type { Clock } from "../../async/clock.ts";
import type { Duration } from "../../object/duration.ts";
import { field, objectField, stringField, type JsonObject } from "../../object/json.ts";
import type { Cluster, Place, Written } from "../model/cluster.ts";
import { selectionKey } from "./selection-coverage.ts";
import { MultiplexedWatch } from "./multiplexed-watch.ts";

/** What the watches of a cluster are shared with. */
export interface WatchCacheFacts {
  readonly clock: Pick<Clock, "after">;
  /** Milliseconds that a watch goes on when nobody listens to it any more. */
  readonly linger: Duration;
}

/**
 * A cluster whose watches are shared: one request for all who watch an equal selection, and for those who
 * come later, until some time after the last has left. Who comes later is told of everything that is known,
 * then `synced`, without a request. While the server is away that is what it was before. What our own writes
 * through this cluster are answered is told as if the watch had told it, and at once: however far the watch
 * lags behind, nobody is shown the cluster as it was before we wrote. Answers about a status alone are not,
 * and wait for the watch. A watch that was refused, or that has to list again and again, is not shared with
 * those who come later, and hears no answers.
 *
 * `get` and `list` ask the server as ever: what they give is read to be written over, or after others have
 * written.
 */
export function cacheWatches(cluster: Cluster, facts: WatchCacheFacts): Cluster {
  const shared = new Map<string, MultiplexedWatch>();
  const running = new Set<MultiplexedWatch>();
  const open: Cluster["watch"] = (selection, emit) => {
    const key = selectionKey(selection);
    const known = shared.get(key);
    if (known !== undefined) {
      return known.subscribe(emit);
    }
    const watch = new MultiplexedWatch(selection, {
      cluster,
      ...facts,
      onRetired: (retired) => {
        if (shared.get(key) === retired) {
          shared.delete(key);
        }
      },
      onEnded: (ended) => running.delete(ended),
    });
    shared.set(key, watch);
    running.add(watch);
    return watch.subscribe(emit);
  };
  return {
    ...cluster,
    watch: open,
    ...reportingWrites(cluster, running),
    close: async () => {
      for (const watch of running) {
        watch.stop();
      }
      await cluster.close();
    },
  };
}

type Writes = Pick<Cluster, "apply" | "create" | "replace" | "patch" | "delete">;

/** The same writes; what they are answered is told to all watches. */
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
  // One that was there before is not there any more when nothing is, or when it was another that was deleted.
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

/** Whether a deletion has left the object for a while: else it is gone, whatever the server has answered. */
function isGoing(left: JsonObject): boolean {
  return field(objectField(left, "metadata"), "deletionTimestamp") !== undefined;
}

/** Whose deletion an answer is about: a Status says so in its details, an object in its metadata. */
function uidIn(left: JsonObject | undefined): string {
  const parts = left === undefined ? [] : [objectField(left, "metadata"), objectField(left, "details")];
  return parts.map((part) => stringField(part, "uid")).find((uid) => uid !== undefined) ?? "";
}
