import { setImmediate as nextTurn } from "node:timers/promises";

import type { JsonObject } from "../../object/json.ts";
import type { Watch, WatchEvent } from "../cluster.ts";
import type { PackedObjects } from "./packed-objects.ts";

/** So many objects are told of before others get their turn. */
const atOnce = 50;

/** What a subscription sees of the watch that it shares. */
export interface SubscriptionFacts {
  readonly objects: PackedObjects;
  readonly state: () => { readonly isSynced: boolean; readonly polling: WatchEvent | undefined };
  readonly onStop: () => void;
}

/**
 * One of those who hear a shared watch. At first it is told of every object that is known, while news of them come in: what has
 * been told of is told anew when it changes, what has not is told of as it is by then.
 */
export class Subscription implements Watch {
  readonly synced: Promise<void>;
  readonly #facts: SubscriptionFacts;
  readonly #hear: (event: WatchEvent) => void;
  readonly #settled = Promise.withResolvers<void>();
  readonly #life = new AbortController();
  /** Keys of objects that were there at the beginning and have not been told of yet. */
  #ahead: Set<string> | undefined;
  #phase: "waiting" | "replaying" | "live" = "waiting";

  constructor(hear: (event: WatchEvent) => void, facts: SubscriptionFacts) {
    this.#facts = facts;
    this.#hear = hear;
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
  hear(event: WatchEvent): void {
    if (this.#phase === "live") {
      this.#tell(event);
    }
  }

  /** Hears of the object of that key. */
  hearObject(key: string, event: WatchEvent & { readonly object: JsonObject }): void {
    if (this.#phase === "waiting") {
      return;
    }
    const isAhead = this.#ahead?.delete(key) === true;
    if (!(isAhead && event.type === "gone")) {
      this.#tell(event);
    }
  }

  async #replay(): Promise<void> {
    const { objects, state } = this.#facts;
    // Who watches has the watch in hand before it tells anything.
    await Promise.resolve();
    this.#phase = "replaying";
    const ahead = new Set(objects.keys());
    this.#ahead = ahead;
    let told = 0;
    for (const key of ahead) {
      ahead.delete(key);
      const object = objects.get(key);
      if (object !== undefined) {
        this.#tell({ type: "seen", object });
      }
      told += 1;
      if (told % atOnce === 0) {
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
      this.#tell({ type: "synced" });
    }
    if (polling !== undefined) {
      this.#tell(polling);
    }
  }

  #tell(event: WatchEvent): void {
    if (this.#life.signal.aborted) {
      return;
    }
    this.#hear(event);
    if (event.type === "synced") {
      this.#settled.resolve();
    }
  }
}
