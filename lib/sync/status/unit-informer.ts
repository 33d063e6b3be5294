import { backoff } from "../../async/timer.ts";
import { isExternalError } from "../../client/model/api-error.ts";
import type { Catalog, Watch, WatchEvent } from "../../client/model/cluster.ts";
import { type JsonObject } from "../../object/json.ts";
import { resourceNumber, nameOf, resourceVersionOf, uidOf } from "../../object/metadata.ts";
import { syncLabel } from "../membership/member-lease.ts";
import type { ClusterStatusOptions } from "./status-port.ts";
import { isKindMissing, type StatusTrouble } from "./status-error-log.ts";
import { unitKind } from "./unit-resource.ts";

/**
 * Milliseconds after which a kind that was missing or forbidden is tried again: at first, then twice as long
 * each time, up to the longest.
 */
const pauses = { first: 1000, longest: 3_600_000 };
/** Milliseconds between two looks at the cached discovery, which others may refresh; they cost no request. */
const peekEvery = 30_000;

/** A receiver of changes to units in the cluster. */
export interface UnitListener {
  /** The resource exists, or has changed. */
  readonly seen: (name: string) => void;
  readonly gone: (name: string) => void;
  /** All existing resources were reported. */
  readonly opened: () => void;
}

/**
 * The units of this sidecar as they are in the cluster, by one watch. If the kind is missing or forbidden it
 * is tried again later.
 */
export class UnitInformer {
  /** Resolves once the units were listed, or it is known that they cannot be. */
  readonly settled: Promise<void>;
  readonly #settle: () => void;
  readonly #options: ClusterStatusOptions;
  readonly #trouble: StatusTrouble;
  readonly #listener: UnitListener;
  readonly #objects = new Map<string, JsonObject>();
  readonly #life = new AbortController();
  #watch: Watch | undefined;
  #isOpen = false;
  /** Number of failures in a row to open the watch. */
  #failures = 0;
  #stopWaiting: readonly (() => void)[] = [];

  constructor(options: ClusterStatusOptions, trouble: StatusTrouble, listener: UnitListener) {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.settled = promise;
    this.#settle = resolve;
    this.#options = options;
    this.#trouble = trouble;
    this.#listener = listener;
    this.#open();
  }

  /** Whether the watch has synced: what is not known does not exist, and can be written. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Returns the resource of a unit as it was last observed or written. */
  get(name: string): JsonObject | undefined {
    return this.#objects.get(name);
  }

  /** All resources, as they were last observed or written. */
  get all(): readonly JsonObject[] {
    return [...this.#objects.values()];
  }

  /** Records a resource that was just written: the watch may lag behind. */
  learn(object: JsonObject): void {
    const name = nameOf(object);
    if (isNewer(object, this.#objects.get(name))) {
      this.#objects.set(name, object);
    }
  }

  /** Drops a resource that was found missing. */
  forget(name: string): void {
    this.#objects.delete(name);
  }

  /**
   * Stops watching a kind that is missing or forbidden: reports that, and waits until it may have changed.
   */
  giveUp(error: Error): void {
    this.#watch?.stop();
    this.#watch = undefined;
    this.#isOpen = false;
    this.#objects.clear();
    this.#trouble.report("units", error);
    this.#settle();
    if (!this.#life.signal.aborted) {
      this.#wait(isKindMissing(error));
    }
  }

  /** Ends the watch. */
  stop(): void {
    this.#life.abort();
    this.#watch?.stop();
    this.#endWait();
    this.#settle();
  }

  #open(): void {
    const { cluster } = this.#options.context;
    this.#endWait();
    const { namespace, sync } = this.#options;
    const selection = { resource: unitKind, namespace, labelSelector: `${syncLabel}=${sync}` };
    const watch = cluster.watch(selection, (event) => {
      if (this.#watch === watch) {
        this.#emit(event);
      }
    });
    this.#watch = watch;
    watch.synced.catch((error: unknown) => {
      if (this.#watch === watch && !this.#life.signal.aborted && isExternalError(error)) {
        this.giveUp(error);
      }
    });
  }

  #emit(event: WatchEvent): void {
    if (event.type === "synced") {
      this.#isOpen = true;
      this.#failures = 0;
      this.#trouble.clear("units");
      this.#settle();
      this.#listener.opened();
    } else if (event.type === "seen") {
      this.#see(event.object);
    } else if (event.type === "gone") {
      this.#objects.delete(nameOf(event.object));
      this.#listener.gone(nameOf(event.object));
    }
  }

  #see(object: JsonObject): void {
    const name = nameOf(object);
    if (isNewer(object, this.#objects.get(name))) {
      this.#objects.set(name, object);
      this.#listener.seen(name);
    }
  }

  #wait(isMissing: boolean): void {
    const { clock } = this.#options.context;
    this.#endWait();
    // A definition that was just created is not served yet, or discovery was not refreshed since.
    this.#failures += 1;
    const stopPause = clock.after(backoff(this.#failures, pauses), () => {
      this.#open();
    });
    this.#stopWaiting = [stopPause];
    if (isMissing) {
      void this.#peek(undefined);
    }
  }

  #endWait(): void {
    for (const stop of this.#stopWaiting) {
      stop();
    }
    this.#stopWaiting = [];
  }

  /** Checks whether discovery was refreshed meanwhile, and now includes the kind. */
  async #peek(before: Catalog | undefined): Promise<void> {
    const [stopPause] = this.#stopWaiting;
    const catalog = await this.#catalog();
    if (stopPause === undefined || this.#stopWaiting[0] !== stopPause) {
      return;
    }
    const isChanged = before !== undefined && catalog !== undefined && catalog !== before;
    if (isChanged && catalog.find(unitKind, unitKind.version) !== undefined) {
      this.#open();
      return;
    }
    const stopPeeking = this.#options.context.clock.after(peekEvery, () => {
      void this.#peek(catalog ?? before);
    });
    this.#stopWaiting = [stopPause, stopPeeking];
  }

  async #catalog(): Promise<Catalog | undefined> {
    try {
      return await this.#options.context.cluster.discover({ signal: this.#life.signal });
    } catch (error) {
      if (this.#life.signal.aborted || isExternalError(error)) {
        return undefined;
      }
      throw error;
    }
  }
}

/**
 * Reports whether an object is newer: resource versions of one object grow; a recreated one has another uid.
 */
function isNewer(object: JsonObject, before: JsonObject | undefined): boolean {
  return uidOf(object) !== uidOf(before) || versionNumber(object) >= versionNumber(before);
}

function versionNumber(object: JsonObject | undefined): bigint {
  return resourceNumber(resourceVersionOf(object)) ?? 0n;
}
