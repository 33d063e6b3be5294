import type { OwnerSet } from "../model/owner-set.ts";
import type { Watch, WatchEvent } from "../model/cluster.ts";

type Emit = (event: WatchEvent) => void;

/** The ways to subscribe to the dependents of an owner. */
export interface OwnedWatchOptions {
  readonly owners: OwnerSet;
  /**
   * Subscribes to the dependents of one owner, on a watch that others share; undefined if that has too many
   * objects to keep those of owners without subscribers.
   */
  readonly openPart: (uid: string, emit: Emit) => Watch | undefined;
  /** Subscribes to the dependents of all owners. */
  readonly openAll: (emit: Emit) => Watch;
}

/**
 * A watch of the dependents of some owners, one subscription for each owner. Where the server does not permit
 * watches, or there are too many objects, one subscription of all objects takes their place.
 */
export class OwnedWatch implements Watch {
  readonly synced: Promise<void>;
  readonly #options: OwnedWatchOptions;
  readonly #emit: Emit;
  readonly #settled = Promise.withResolvers<void>();
  readonly #parts: Watch[] = [];
  readonly #unsubscribe: () => void;
  #mode: "parts" | "all" | "stopped" = "parts";

  constructor(options: OwnedWatchOptions, emit: Emit) {
    this.#options = options;
    this.#emit = emit;
    this.#unsubscribe = options.owners.onAdd((uid) => {
      this.#open(uid);
    });
    this.synced = this.#settled.promise;
    // Avoids an unhandled rejection where nothing awaits it.
    this.synced.catch(() => {});
    void this.#begin();
  }

  readonly stop = (): void => {
    this.#mode = "stopped";
    this.#stopParts();
  };

  async #begin(): Promise<void> {
    try {
      await Promise.all([...this.#options.owners].map(async (uid) => this.#open(uid)?.synced));
    } catch (error) {
      if (this.#mode === "parts") {
        // What is refused for one owner is refused for each.
        this.#unsubscribe();
        this.#settled.reject(error);
      }
      return;
    }
    if (this.#mode === "parts") {
      this.#emit({ type: "synced" });
      this.#settled.resolve();
    }
  }

  #open(uid: string): Watch | undefined {
    if (this.#mode !== "parts") {
      return undefined;
    }
    const part = this.#options.openPart(uid, (event) => {
      if (this.#mode === "parts" && event.type === "polling") {
        this.#openAll();
      } else if (this.#mode === "parts" && event.type !== "synced") {
        this.#emit(event);
      }
    });
    if (part === undefined) {
      this.#openAll();
    } else {
      this.#parts.push(part);
    }
    return part;
  }

  #openAll(): void {
    this.#mode = "all";
    this.#stopParts();
    const all = this.#options.openAll(this.#emit);
    this.#parts.push(all);
    all.synced.then(this.#settled.resolve, this.#settled.reject);
  }

  #stopParts(): void {
    this.#unsubscribe();
    for (const part of this.#parts.splice(0)) {
      part.stop();
    }
  }
}
