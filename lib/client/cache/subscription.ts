import { setImmediate as nextTurn } from "node:timers/promises";

import type { JsonObject } from "../../object/json.ts";
import type { Watch, WatchEvent } from "../model/cluster.ts";

/** Objects emitted before other tasks get their turn. */
const atOnce = 50;

/** The reason of every stop: an error of its own, with its stack, would be a large part of its cost. */
const stopped = new DOMException("The watch was stopped", "AbortError");

/** The shared watch as a subscription sees it. */
export interface SubscriptionOptions {
  /** The keys of its objects now. */
  readonly keys: () => Iterable<string>;
  readonly get: (key: string) => JsonObject | undefined;
  readonly state: () => { readonly isSynced: boolean; readonly polling: WatchEvent | undefined };
  readonly onStop: () => void;
}

/**
 * A subscriber of a shared watch. It first replays every known object while changes come in: an object
 * already replayed is emitted again when it changes, one not yet replayed is emitted in the state it has by
 * then.
 */
export class Subscription implements Watch {
  readonly synced: Promise<void>;
  readonly #options: SubscriptionOptions;
  readonly #emit: (event: WatchEvent) => void;
  readonly #settled = Promise.withResolvers<void>();
  /** Keys of objects that existed at the beginning and have not been replayed yet. */
  #ahead: Set<string> | undefined;
  #phase: "waiting" | "replaying" | "live" = "waiting";
  #isStopped = false;

  constructor(emit: (event: WatchEvent) => void, options: SubscriptionOptions) {
    this.#options = options;
    this.#emit = emit;
    this.synced = this.#settled.promise;
    // Avoids an unhandled rejection where nothing awaits it.
    this.synced.catch(() => {});
  }

  readonly stop = (): void => {
    if (!this.#isStopped) {
      this.#isStopped = true;
      this.#settled.reject(stopped);
      this.#options.onStop();
    }
  };

  /** Rejects, and so ends the process, only because of a bug in the subscriber. */
  begin(): void {
    void this.#replay();
  }

  /** Handles a failure of the watch before its first list was complete. */
  fail(error: unknown): void {
    this.#settled.reject(error);
    this.stop();
  }

  /** Handles an event that concerns no object. */
  emit(event: WatchEvent): void {
    if (this.#phase === "live") {
      this.#report(event);
    }
  }

  /** Handles an event of the object of that key. */
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
    const { keys, get, state } = this.#options;
    // The caller gets its Watch before the first event is emitted.
    await Promise.resolve();
    this.#phase = "replaying";
    const ahead = new Set(keys());
    this.#ahead = ahead;
    let reported = 0;
    for (const key of ahead) {
      ahead.delete(key);
      const object = get(key);
      if (object !== undefined) {
        this.#report({ type: "seen", object });
      }
      reported += 1;
      if (reported % atOnce === 0) {
        await nextTurn();
      }
      if (this.#isStopped) {
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
    if (this.#isStopped) {
      return;
    }
    this.#emit(event);
    if (event.type === "synced") {
      this.#settled.resolve();
    }
  }
}
