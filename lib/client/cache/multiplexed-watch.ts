import type { Clock } from "../../async/clock.ts";
import type { Duration } from "../../object/duration.ts";
import { objectField, stringField, type JsonObject } from "../../object/json.ts";
import type { Cluster, Place, Selection, Watch, WatchEvent } from "../model/cluster.ts";
import { asObject } from "../request/list-pages.ts";
import { MergedObjects, type ObjectEvent } from "./merged-objects.ts";
import { PackedObjects } from "./compressed-store.ts";
import { covers, hasSelected, showsAlike } from "./selection-coverage.ts";
import { Subscription } from "./subscription.ts";

/** What a shared watch works with. */
export interface BroadcastFacts {
  readonly cluster: Pick<Cluster, "watch">;
  readonly clock: Pick<Clock, "after">;
  /** Milliseconds it goes on when nobody listens to it any more. */
  readonly linger: Duration;
  /** It is not good enough for anyone who comes later. Told once. */
  readonly onRetired: (watch: MultiplexedWatch) => void;
  /** Nothing is asked of the server any more. */
  readonly onEnded: (watch: MultiplexedWatch) => void;
}

/** One watch for many who hear, with all objects that it has told of. */
export class MultiplexedWatch {
  readonly #selection: Selection;
  readonly #facts: BroadcastFacts;
  readonly #objects = new PackedObjects();
  readonly #merged = new MergedObjects(this.#objects);
  readonly #subscriptions = new Set<Subscription>();
  readonly #watch: Watch;
  #isSynced = false;
  #polling: WatchEvent | undefined;
  #isRetired = false;
  #callOffEnd: (() => void) | undefined;

  constructor(selection: Selection, facts: BroadcastFacts) {
    this.#selection = selection;
    this.#facts = facts;
    this.#watch = facts.cluster.watch(selection, (event) => this.#emit(event));
    this.#watch.synced.catch((error: unknown) => this.#fail(error));
  }

  /** Tells everything that is known, then what happens. */
  subscribe(emit: (event: WatchEvent) => void): Watch {
    this.#callOffEnd?.();
    this.#callOffEnd = undefined;
    const subscription = new Subscription(emit, {
      objects: this.#objects,
      state: () => ({ isSynced: this.#isSynced, polling: this.#polling }),
      onStop: () => this.#leave(subscription),
    });
    this.#subscriptions.add(subscription);
    subscription.begin();
    return subscription;
  }

  /** Takes in what a write of our own was answered with: the object as it stands now. */
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

  /** Takes in that the objects of a place with these uids are gone for good. */
  deleted(place: Place, uids: ReadonlySet<string>): void {
    if (this.#listens(place)) {
      this.#report(this.#merged.deleted(placeKey(place), uids));
    }
  }

  /** The uid of the object in that place; empty where none is known. */
  uid(place: Place): string {
    return this.#listens(place) ? this.#merged.uid(placeKey(place)) : "";
  }

  /** Ends it for everyone. */
  stop(): void {
    for (const subscription of this.#subscriptions) {
      subscription.stop();
    }
    this.#end();
  }

  /**
   * Where it is listed again and again, what has vanished since is not told in one piece: the lists alone are
   * believed.
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
      // Rights may come: who asks later tries anew.
      this.#retire();
    }
    for (const subscription of new Set(this.#subscriptions)) {
      subscription.emit(event);
    }
  }

  #report(change: ObjectEvent | undefined): void {
    if (change === undefined) {
      return;
    }
    for (const subscription of new Set(this.#subscriptions)) {
      subscription.onObject(change.key, change.event);
    }
  }

  #fail(error: unknown): void {
    this.#retire();
    for (const subscription of this.#subscriptions) {
      subscription.fail(error);
    }
  }

  #leave(subscription: Subscription): void {
    this.#subscriptions.delete(subscription);
    if (this.#subscriptions.size > 0) {
      return;
    }
    if (this.#isRetired) {
      this.#end();
      return;
    }
    this.#callOffEnd ??= this.#facts.clock.after(this.#facts.linger, () => this.#end());
  }

  #retire(): void {
    if (!this.#isRetired) {
      this.#isRetired = true;
      this.#facts.onRetired(this);
    }
  }

  #end(): void {
    this.#callOffEnd?.();
    this.#retire();
    this.#watch.stop();
    this.#facts.onEnded(this);
  }
}

function placeKey({ namespace, name }: Pick<Place, "namespace" | "name">): string {
  return `${namespace}/${name}`;
}

function keyOf(object: JsonObject): string {
  const metadata = objectField(object, "metadata");
  return placeKey({
    namespace: stringField(metadata, "namespace") ?? "",
    name: stringField(metadata, "name") ?? "",
  });
}
