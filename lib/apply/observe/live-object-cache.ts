import { ApiError, isNotFound, UnreachableError } from "../../client/model/api-error.ts";
import type { Place, Resource, Selection, Watch, WatchEvent } from "../../client/model/cluster.ts";
import type { JsonObject } from "../../object/json.ts";
import { refOf } from "../../object/metadata.ts";
import { formatRef } from "../../object/object-ref.ts";
import { isOlder } from "../model/live-object.ts";
import type { RunContext } from "../model/run-context.ts";

/** Milliseconds between two reads of an object that may not be watched. */
const pollPause = 2000;

/** Receives the last observed state of one object, and whether it is gone since. */
export type Listener = (object: JsonObject, isGone: boolean) => void;

/** Receives every event of every watched object, whether anything listens to it or not. */
export type Observer = (key: string, object: JsonObject, isGone: boolean) => void;

/**
 * The live objects as this run sees them: one watch for each kind and namespace, opened before the first
 * write and restricted to the release by its label. Objects without the label are watched by name. Nothing is
 * polled.
 */
export class LiveObjectCache {
  readonly #context: RunContext;
  readonly #labelSelector: string;
  readonly #watches = new Map<string, Watch>();
  readonly #objects = new Map<string, JsonObject>();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #polled = new Set<string>();
  readonly #pollingReported = new Set<string>();
  /** The watches that have synced and now deliver changes as they happen. */
  readonly #current = new Set<Watch>();
  #observer: Observer = () => {};
  /** Objects without listeners are kept while the run is decided, and released afterwards. */
  #keepsAll = true;

  constructor(context: RunContext, labelSelector: string) {
    this.#context = context;
    this.#labelSelector = labelSelector;
  }

  /** Watches the objects of the release of that kind, in that namespace or in all. Resolves once synced. */
  async open(resource: Resource, namespace: string | undefined): Promise<void> {
    await this.#watch({
      resource,
      labelSelector: this.#labelSelector,
      ...(namespace === undefined || namespace === "" ? {} : { namespace }),
    }).synced;
  }

  /** Watches one object, whoever owns it. Resolves when it was observed once, or is known to be absent. */
  async openOne({ resource, namespace, name }: Place): Promise<void> {
    await this.#watch({
      resource,
      fieldSelector: nameSelector(name),
      ...(namespace === "" ? {} : { namespace }),
    }).synced;
  }

  /**
   * Opens the watch that covers that object: of the release's objects of its kind, or of it alone. If
   * watching and listing are not allowed, or fail, the object is polled as long as something listens to it.
   * Never rejects.
   */
  async openFor(place: Place, labelled: boolean): Promise<void> {
    try {
      await (labelled ? this.open(place.resource, place.namespace) : this.openOne(place));
    } catch (error) {
      if (error instanceof ApiError || error instanceof UnreachableError) {
        this.#poll(place, error);
      }
    }
  }

  /**
   * Sets the observer of every event of every object, in place of the previous one. It is called with the
   * objects that are cached already.
   */
  observe(observer: Observer): void {
    this.#observer = observer;
    for (const [key, object] of this.#objects) {
      observer(key, object, false);
    }
  }

  /** Reports whether a watch covers the object in that place. */
  covers({ resource, namespace, name }: Place, labelled: boolean): boolean {
    const inNamespace = namespace === "" ? {} : { namespace };
    const selections: readonly Selection[] = labelled
      ? [
          { resource, ...inNamespace, labelSelector: this.#labelSelector },
          { resource, labelSelector: this.#labelSelector },
        ]
      : [{ resource, ...inNamespace, fieldSelector: nameSelector(name) }];
    return selections.some((selection) => {
      const watch = this.#watches.get(watchKey(selection));
      return watch !== undefined && this.#current.has(watch);
    });
  }

  /** The object as last seen; undefined if it was never seen, is gone, or was released. */
  get(key: string): JsonObject | undefined {
    return this.#objects.get(key);
  }

  /** All objects currently cached. */
  all(): IterableIterator<readonly [string, JsonObject]> {
    return this.#objects.entries();
  }

  /** From now on only objects with listeners are kept. */
  stopRetaining(): void {
    this.#keepsAll = false;
    for (const key of this.#objects.keys()) {
      if (!this.#listeners.has(key)) {
        this.#objects.delete(key);
      }
    }
  }

  /** Calls back at every change of the object until the returned function is called. */
  listen(key: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(key) ?? new Set();
    this.#listeners.set(key, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) {
        this.#listeners.delete(key);
        if (!this.#keepsAll) {
          this.#objects.delete(key);
        }
      }
    };
  }

  /** Stores the response of one of our own requests. */
  take(object: JsonObject): void {
    this.#see(object);
  }

  /** Records that an object is gone, as a read has shown. */
  takeGone(object: JsonObject): void {
    this.#lose(object);
  }

  /** Ends all watches. */
  close(): void {
    for (const watch of this.#watches.values()) {
      watch.stop();
    }
    this.#watches.clear();
  }

  #poll({ resource, namespace, name }: Place, error: Error): void {
    const key = formatRef({ group: resource.group, kind: resource.kind, namespace, name });
    if (this.#polled.has(key)) {
      return;
    }
    this.#polled.add(key);
    if (error instanceof ApiError && error.status === 403) {
      this.#reportPolling(resource, error.message);
    }
    void this.#readAgainAndAgain({ resource, namespace, name }, key);
  }

  async #readAgainAndAgain(place: Place, key: string): Promise<void> {
    const { cluster, clock, signal } = this.#context;
    while (this.#listeners.has(key) && !signal.aborted) {
      await clock.sleep(pollPause, signal);
      try {
        this.#see(await cluster.get(place, { signal }));
      } catch (error) {
        const known = this.#objects.get(key);
        if (isNotFound(error) && known !== undefined) {
          this.#lose(known);
        }
      }
    }
    this.#polled.delete(key);
  }

  #reportPolling({ plural }: Resource, reason: string): void {
    if (!this.#pollingReported.has(plural)) {
      this.#pollingReported.add(plural);
      this.#context.emit({
        type: "notice",
        at: this.#context.clock.now(),
        level: "note",
        message: `${plural} cannot be watched and are polled instead, which is slower: ${reason}`,
      });
    }
  }

  #watch(selection: Selection): Watch {
    const key = watchKey(selection);
    const known = this.#watches.get(key);
    if (known !== undefined) {
      return known;
    }
    const watch = this.#context.cluster.watch(selection, (event) => {
      if (event.type === "polling") {
        this.#current.delete(watch);
      }
      this.#emit(event, selection);
    });
    this.#watches.set(key, watch);
    watch.synced.then(
      () => this.#current.add(watch),
      () => {
        // A refused watch may be requested again: permissions and kinds may come late.
        if (this.#watches.get(key) === watch) {
          this.#watches.delete(key);
        }
      },
    );
    return watch;
  }

  #emit(event: WatchEvent, { resource }: Selection): void {
    if (event.type === "seen") {
      this.#see(event.object);
    } else if (event.type === "gone") {
      this.#lose(event.object);
    } else if (event.type === "polling") {
      this.#reportPolling(resource, event.reason);
    }
  }

  #see(object: JsonObject): void {
    const key = formatRef(refOf(object));
    const known = this.#objects.get(key);
    if (known !== undefined && isOlder(object, known)) {
      return;
    }
    this.#observer(key, object, false);
    const listeners = this.#listeners.get(key);
    if (this.#keepsAll || listeners !== undefined) {
      this.#objects.set(key, object);
    }
    for (const listener of new Set(listeners)) {
      listener(object, false);
    }
  }

  #lose(object: JsonObject): void {
    const key = formatRef(refOf(object));
    this.#objects.delete(key);
    this.#observer(key, object, true);
    for (const listener of new Set(this.#listeners.get(key))) {
      listener(object, true);
    }
  }
}

function nameSelector(name: string): string {
  return `metadata.name=${name}`;
}

function watchKey({ resource, namespace = "", labelSelector = "", fieldSelector = "" }: Selection): string {
  return `${resource.group}/${resource.kind} ${namespace} ${labelSelector} ${fieldSelector}`;
}
