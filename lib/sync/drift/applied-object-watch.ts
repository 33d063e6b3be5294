import type { RestMapper } from "../../apply/model/rest-mapper.ts";
import { refOf } from "../../apply/model/live-object.ts";
import { manyNamespaces } from "../../apply/observe/observe-release.ts";
import { ApiError, isNotFound, isExternalError } from "../../client/model/api-error.ts";
import type { Cluster, Resource, Watch, WatchEvent } from "../../client/model/cluster.ts";
import { partOfLabel } from "../../inventory/apply-set.ts";
import type { Clock } from "../../async/clock.ts";
import type { JsonObject } from "../../object/json.ts";
import { formatRef, groupKindKey, type ObjectRef } from "../../object/object-ref.ts";

/** What is watched, and for whom. */
export interface MadeWatchesFacts {
  readonly cluster: Pick<Cluster, "watch">;
  readonly kinds: RestMapper;
  readonly clock: Pick<Clock, "after">;
  readonly signal: AbortSignal;
  /** The id of the ApplySet whose label they carry. */
  readonly id: string;
  readonly refs: readonly ObjectRef[];
  /** Of the release: runs watch many of them as one, and so does this. */
  readonly namespaces: ReadonlySet<string>;
  /** Hears of objects among `refs`. */
  readonly emit: (reported: Reported) => void;
}

/** What is told of an object, by its key. */
export type Reported =
  | { readonly type: "seen"; readonly key: string; readonly object: JsonObject }
  /**
   * It does not carry the label any more, or is not there; as it was last seen, undefined where it never was.
   */
  | { readonly type: "lost"; readonly key: string; readonly object: JsonObject | undefined };

/** Milliseconds before a watch that could not be opened is tried anew. */
const retryPause = 5000;

/**
 * Watches the objects of a release by its label, as its runs do, so that both can share the watches. What may
 * not be listed is not told of. All ends with the signal.
 */
export function watchApplied(facts: MadeWatchesFacts): void {
  const watches = new MadeWatches(facts);
  facts.signal.addEventListener("abort", () => {
    watches.close();
  });
  watches.open();
}

/** The objects that one watch is there for. */
interface Field {
  readonly resource: Resource;
  /** Undefined: all. */
  readonly namespace: string | undefined;
  readonly refs: readonly ObjectRef[];
}

class MadeWatches {
  readonly #facts: MadeWatchesFacts;
  readonly #keys: ReadonlySet<string>;
  readonly #running = new Set<Watch>();
  readonly #retries = new Set<() => void>();
  #isClosed = false;

  constructor(facts: MadeWatchesFacts) {
    this.#facts = facts;
    this.#keys = new Set(facts.refs.map((ref) => formatRef(ref)));
  }

  open(): void {
    for (const refs of Map.groupBy(this.#facts.refs, (ref) => groupKindKey(ref)).values()) {
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
    const { namespaces } = this.#facts;
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

  /** The kind as it is served. With a kind that is served no more its objects are gone. */
  async #findKind(refs: readonly ObjectRef[]): Promise<Resource | undefined> {
    const { kinds, signal } = this.#facts;
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
    const watch = this.#facts.cluster.watch(
      {
        resource,
        labelSelector: `${partOfLabel}=${this.#facts.id}`,
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
    if (this.#isClosed || event.type === "polling") {
      return;
    }
    if (event.type === "synced") {
      // From now on the watch itself tells what goes.
      for (const key of unseen) {
        this.#facts.emit({ type: "lost", key, object: undefined });
      }
      unseen.clear();
      return;
    }
    const key = formatRef(refOf(event.object));
    if (this.#keys.has(key)) {
      unseen.delete(key);
      this.#facts.emit({ type: event.type === "seen" ? "seen" : "lost", key, object: event.object });
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
    const callOff = this.#facts.clock.after(retryPause, () => {
      this.#retries.delete(callOff);
      if (!this.#isClosed) {
        act();
      }
    });
    this.#retries.add(callOff);
  }

  #lose(refs: readonly ObjectRef[]): void {
    for (const ref of refs) {
      this.#facts.emit({ type: "lost", key: formatRef(ref), object: undefined });
    }
  }
}
