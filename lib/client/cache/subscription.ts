import { setImmediate as nextTurn } from "node:timers/promises";

import type { JsonObject } from "../../object/json.ts";
import type { Watch, WatchEvent } from "../model/cluster.ts";
import type { PackedObjects } from "./compressed-store.ts";

/** So many objects are told of before others get their turn. */
const atOnce = 50;

/** What a subscription sees of the watch that it shares. */
export interface SubscriptionFacts {
  readonly objects: PackedObjects;
  readonly state: () => { readonly isSynced: boolean; readonly polling: WatchEvent | undefined };
  readonly onStop: () => void;
}

/**
 * One of those who hear a shared watch. At first it is told of every object that is known, while news of them
 * come in: what has been told of is told anew when it changes, what has not is told of as it is by then.
 */
export class Subscription implements Watch {
  readonly synced: Promise<void>;
  readonly #facts: SubscriptionFacts;
  readonly #emit: (event: WatchEvent) => void;
  readonly #settled = Promise.withResolvers<void>();
  readonly #life = new AbortController();
  /** Keys of objects that were there at the beginning and have not been told of yet. */
  #ahead: Set<string> | undefined;
  #phase: "waiting" | "replaying" | "live" = "waiting";

  constructor(emit: (event: WatchEvent) => void, facts: SubscriptionFacts) {
    this.#facts = facts;
    this.#emit = emit;
    this.synced = this.#settled.promise;
    // Whoever does not wait for it has not to hear of it either.
    this.synced.catch(() => {});
  }

  readonly stop = (): void => {
    if (!this.#life.signal.aborted) {
      this.#life.abort();
      this.#settled.reject(this.#life.signal.reason);
      this.#facts.onStop();
    }
  };

  /** Rejects, and so ends the process, only by a bug of the one who hears. */
  begin(): void {
    void this.#replay();
  }

  /** The watch has failed before it had told of everything. */
  fail(error: unknown): void {
    this.#settled.reject(error);
    this.stop();
  }

  /** Hears what bears on no object. */
  emit(event: WatchEvent): void {
    if (this.#phase === "live") {
      this.#report(event);
    }
  }

  /** Hears of the object of that key. */
  onObject(key: string, event: WatchEvent & { readonly object: JsonObject }): void {
    if (this.#phase === "waiting") {
      return;
    }
    const isAhead = this.#ahead?.delete(key) === true;
    if (!(isAhead && event.type === "gone")) {
      this.#report(event);
    }
  }

  async #replay(): Promise<void> {
    const { objects, state } = this.#facts;
    // Who watches has the watch in hand before it tells anything.
    await Promise.resolve();
    this.#phase = "replaying";
    const ahead = new Set(objects.keys());
    this.#ahead = ahead;
    let reported = 0;
    for (const key of ahead) {
      ahead.delete(key);
      const object = objects.get(key);
      if (object !== undefined) {
        this.#report({ type: "seen", object });
      }
      reported += 1;
      if (reported % atOnce === 0) {
        await nextTurn();
      }
      if (this.#life.signal.aborted) {
        return;
      }
    }
    this.#ahead = undefined;
    this.#phase = "live";
    const { isSynced, polling } = state();
    if (isSynced) {
      this.#report({ type: "synced" });
    }
    if (polling !== undefined) {
      this.#report(polling);
    }
  }

  #report(event: WatchEvent): void {
    if (this.#life.signal.aborted) {
      return;
    }
    this.#emit(event);
    if (event.type === "synced") {
      this.#settled.resolve();
    }
  }
}
