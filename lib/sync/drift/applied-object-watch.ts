import type { RestMapper } from "../../apply/model/rest-mapper.ts";
import { manyNamespaces } from "../../apply/observe/observe-release.ts";
import { ApiError, isNotFound, isExternalError } from "../../client/model/api-error.ts";
import type { Cluster, Resource, Watch, WatchEvent } from "../../client/model/cluster.ts";
import { membersSelector } from "../../inventory/apply-set.ts";
import type { Clock } from "../../async/clock.ts";
import type { JsonObject } from "../../object/json.ts";
import { refOf } from "../../object/metadata.ts";
import { formatRef, groupKindKey, type ObjectRef } from "../../object/object-ref.ts";

/** Options of watching applied objects. */
export interface AppliedWatchOptions {
  readonly cluster: Pick<Cluster, "watch">;
  readonly kinds: RestMapper;
  readonly clock: Pick<Clock, "after">;
  readonly signal: AbortSignal;
  /** The id of the ApplySet whose label they carry. */
  readonly id: string;
  readonly refs: readonly ObjectRef[];
  /** Of the release: runs open one watch for many of them, and so does this. */
  readonly namespaces: ReadonlySet<string>;
  /** Called with changes of objects among `refs`. */
  readonly emit: (reported: Reported) => void;
}

/** A change of an object, by its key. */
export type Reported =
  | { readonly type: "seen"; readonly key: string; readonly object: JsonObject }
  /**
   * It no longer carries the label, or no longer exists; as it was last observed, undefined if it never was.
   */
  | { readonly type: "lost"; readonly key: string; readonly object: JsonObject | undefined }
  /** Some objects may not be listed or watched: they are not reported, or late. */
  | { readonly type: "restricted" };

/** Milliseconds before a watch that could not be opened is retried. */
const retryPause = 5000;

/**
 * Watches the objects of a release by its label, as its runs do, so that both can share the watches. Objects
 * that may not be listed are not reported. All ends with the signal.
 */
export function watchApplied(options: AppliedWatchOptions): void {
  const watches = new MadeWatches(options);
  options.signal.addEventListener("abort", () => {
    watches.close();
  });
  watches.open();
}

/** The objects that one watch covers. */
interface Field {
  readonly resource: Resource;
  /** Undefined: all namespaces. */
  readonly namespace: string | undefined;
  readonly refs: readonly ObjectRef[];
}

class MadeWatches {
  readonly #options: AppliedWatchOptions;
  readonly #keys: ReadonlySet<string>;
  readonly #running = new Set<Watch>();
  readonly #retries = new Set<() => void>();
  #isClosed = false;

  constructor(options: AppliedWatchOptions) {
    this.#options = options;
    this.#keys = new Set(options.refs.map((ref) => formatRef(ref)));
  }

  open(): void {
    for (const refs of Map.groupBy(this.#options.refs, (ref) => groupKindKey(ref)).values()) {
      void this.#openKind(refs);
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const watch of this.#running) {
      watch.stop();
    }
    for (const callOff of this.#retries) {
      callOff();
    }
  }

  async #openKind(refs: readonly ObjectRef[]): Promise<void> {
    const { namespaces } = this.#options;
    const resource = await this.#findKind(refs);
    if (this.#isClosed || resource === undefined) {
      return;
    }
    if (!resource.namespaced || namespaces.size >= manyNamespaces) {
      this.#watch({ resource, namespace: undefined, refs });
    } else {
      this.#openNamespaces(resource, refs);
    }
  }

  #openNamespaces(resource: Resource, refs: readonly ObjectRef[]): void {
    for (const [namespace, own] of Map.groupBy(refs, (ref) => ref.namespace)) {
      this.#watch({ resource, namespace, refs: own });
    }
  }

  /** Returns the kind as it is served. The objects of a kind that is no longer served are gone. */
  async #findKind(refs: readonly ObjectRef[]): Promise<Resource | undefined> {
    const { kinds, signal } = this.#options;
    const [first] = refs;
    if (first === undefined) {
      return undefined;
    }
    try {
      if (kinds.find(first) === undefined) {
        await kinds.refresh({ signal });
      }
    } catch (error) {
      this.#later(error, () => void this.#openKind(refs));
      return undefined;
    }
    const resource = kinds.find(first);
    if (resource === undefined && kinds.whyUnknown(first) === undefined) {
      this.#lose(refs);
    }
    return resource;
  }

  #watch(field: Field): void {
    const { resource, namespace, refs } = field;
    const unseen = new Set(refs.map((ref) => formatRef(ref)));
    const watch = this.#options.cluster.watch(
      {
        resource,
        labelSelector: membersSelector(this.#options.id),
        ...(namespace === undefined ? {} : { namespace }),
      },
      (event) => {
        this.#emit(event, unseen);
      },
    );
    this.#running.add(watch);
    watch.synced.catch((error: unknown) => {
      this.#running.delete(watch);
      this.#refused(error, field);
    });
  }

  #emit(event: WatchEvent, unseen: Set<string>): void {
    if (this.#isClosed) {
      return;
    }
    if (event.type === "polling") {
      this.#options.emit({ type: "restricted" });
      return;
    }
    if (event.type === "synced") {
      // From now on the watch itself reports deletions.
      for (const key of unseen) {
        this.#options.emit({ type: "lost", key, object: undefined });
      }
      unseen.clear();
      return;
    }
    const key = formatRef(refOf(event.object));
    if (this.#keys.has(key)) {
      unseen.delete(key);
      this.#options.emit({ type: event.type === "seen" ? "seen" : "lost", key, object: event.object });
    }
  }

  #refused(error: unknown, field: Field): void {
    if (this.#isClosed) {
      return;
    }
    const { resource, namespace, refs } = field;
    if (error instanceof ApiError && error.status === 403) {
      if (resource.namespaced && namespace === undefined) {
        this.#openNamespaces(resource, refs);
      } else {
        this.#options.emit({ type: "restricted" });
      }
    } else if (isNotFound(error)) {
      this.#lose(refs);
    } else {
      this.#later(error, () => {
        this.#watch(field);
      });
    }
  }

  #later(error: unknown, act: () => void): void {
    if (!isExternalError(error) && !this.#isClosed) {
      throw error;
    }
    const callOff = this.#options.clock.after(retryPause, () => {
      this.#retries.delete(callOff);
      if (!this.#isClosed) {
        act();
      }
    });
    this.#retries.add(callOff);
  }

  #lose(refs: readonly ObjectRef[]): void {
    for (const ref of refs) {
      this.#options.emit({ type: "lost", key: formatRef(ref), object: undefined });
    }
  }
}
