import type { Clock } from "../../async/clock.ts";
import type { Duration } from "../../object/duration.ts";
import { type JsonObject } from "../../object/json.ts";
import { nameOf, namespaceOf } from "../../object/metadata.ts";
import type { Cluster, Place, Selection, Watch, WatchEvent } from "../model/cluster.ts";
import { asObject } from "../request/list-pages.ts";
import { MergedObjects, type ObjectEvent } from "./merged-objects.ts";
import { PackedObjects } from "./compressed-store.ts";
import { covers, hasSelected, showsAlike } from "./selection-coverage.ts";
import { SubscriberSet } from "./subscriber-set.ts";
import { Subscription } from "./subscription.ts";
import type { Division, ObjectGroup } from "./wide-selection.ts";

/** Dependencies of a shared watch. */
export interface MultiplexedWatchOptions {
  readonly cluster: Pick<Cluster, "watch">;
  readonly clock: Pick<Clock, "after">;
  /** Milliseconds the watch continues without subscribers. */
  readonly linger: Duration;
  /** Divides the objects among subscribers; undefined if all get all. */
  readonly division?: Division;
  /** Called once, when the watch can no longer serve new subscribers. */
  readonly onRetired: (watch: MultiplexedWatch) => void;
  /** Called when the watch sends no more requests. */
  readonly onEnded: (watch: MultiplexedWatch) => void;
}

/** One watch shared by many subscribers, with all objects that it has reported. */
export class MultiplexedWatch {
  readonly #selection: Selection;
  readonly #options: MultiplexedWatchOptions;
  readonly #objects = new PackedObjects();
  readonly #merged = new MergedObjects(this.#objects);
  readonly #subscribers: SubscriberSet;
  readonly #watch: Watch;
  #isSynced = false;
  #polling: WatchEvent | undefined;
  #isRetired = false;
  #callOffEnd: (() => void) | undefined;

  constructor(selection: Selection, options: MultiplexedWatchOptions) {
    this.#selection = selection;
    this.#options = options;
    this.#subscribers = new SubscriberSet(this.#objects, options.division);
    this.#watch = options.cluster.watch(selection, (event) => this.#emit(event));
    this.#watch.synced.catch((error: unknown) => this.#fail(error));
  }

  /** Whether it knows all objects of a part. */
  hasAllOf(part: ObjectGroup): boolean {
    return this.#subscribers.hasAllOf(part);
  }

  /** Emits everything known, then each change; with a part, only of its objects. */
  subscribe(emit: (event: WatchEvent) => void, part?: ObjectGroup): Watch {
    this.#callOffEnd?.();
    this.#callOffEnd = undefined;
    const subscription = new Subscription(emit, {
      keys: () => this.#subscribers.keysOf(part),
      get: (key) => this.#objects.get(key),
      state: () => ({ isSynced: this.#isSynced, polling: this.#polling }),
      onStop: () => {
        this.#subscribers.delete(subscription, part);
        this.#leave();
      },
    });
    this.#subscribers.add(subscription, part);
    subscription.begin();
    return subscription;
  }

  /** Records the response to one of our own writes: the current state of the object. */
  answered(place: Place, object: JsonObject): void {
    if (!this.#listens(place) || !showsAlike(this.#selection, place)) {
      return;
    }
    const isSelected = hasSelected(this.#selection, object);
    if (isSelected !== undefined) {
      const { resource, metadataOnly } = this.#selection;
      const shown = asObject(object, resource, metadataOnly);
      this.#report(this.#merged.answered(keyOf(object), shown, isSelected));
    }
  }

  /** Records that the objects of a place with these uids are deleted. */
  deleted(place: Place, uids: ReadonlySet<string>): void {
    if (this.#listens(place)) {
      this.#report(this.#merged.deleted(placeKey(place), uids));
    }
  }

  /** The uid of the object at that place; empty if unknown. */
  uid(place: Place): string {
    return this.#listens(place) ? this.#merged.uid(placeKey(place)) : "";
  }

  /** Stops the watch for all subscribers. */
  stop(): void {
    for (const subscription of this.#subscribers.all()) {
      subscription.stop();
    }
    this.#end();
  }

  /**
   * Reports whether responses about that place count. Not while polling: the objects that vanished between
   * two lists are not reported atomically, so only the lists are trusted.
   */
  #listens(place: Place): boolean {
    return this.#polling === undefined && covers(this.#selection, place);
  }

  #emit(event: WatchEvent): void {
    if (event.type === "seen") {
      this.#report(this.#merged.seen(keyOf(event.object), event.object));
      return;
    }
    if (event.type === "gone") {
      this.#report(this.#merged.gone(keyOf(event.object), event.object));
      return;
    }
    if (event.type === "synced") {
      this.#isSynced = true;
      for (const change of this.#merged.synced(event.resourceVersion ?? "")) {
        this.#report(change);
      }
    } else {
      this.#polling = event;
      this.#merged.forgetAnswers();
      // Permissions may be granted later: new subscribers try again.
      this.#retire();
    }
    for (const subscription of this.#subscribers.all()) {
      subscription.emit(event);
    }
  }

  #report(change: ObjectEvent | undefined): void {
    if (change !== undefined) {
      this.#subscribers.report(change);
    }
  }

  #fail(error: unknown): void {
    this.#retire();
    for (const subscription of this.#subscribers.all()) {
      subscription.fail(error);
    }
  }

  #leave(): void {
    if (this.#subscribers.size > 0) {
      return;
    }
    if (this.#isRetired) {
      this.#end();
      return;
    }
    this.#callOffEnd ??= this.#options.clock.after(this.#options.linger, () => this.#end());
  }

  #retire(): void {
    if (!this.#isRetired) {
      this.#isRetired = true;
      this.#options.onRetired(this);
    }
  }

  #end(): void {
    this.#callOffEnd?.();
    this.#retire();
    this.#watch.stop();
    this.#options.onEnded(this);
  }
}

function placeKey({ namespace, name }: Pick<Place, "namespace" | "name">): string {
  return `${namespace}/${name}`;
}

function keyOf(object: JsonObject): string {
  return placeKey({ namespace: namespaceOf(object), name: nameOf(object) });
}
