import { ApiError } from "../model/api-error.ts";
import type { Cluster, Selection, Watch, WatchEvent } from "../model/cluster.ts";
import type { OwnerSet } from "../model/owner-set.ts";
import { MultiplexedWatch, type MultiplexedWatchOptions } from "./multiplexed-watch.ts";
import { selectionKey } from "./selection-coverage.ts";
import { OwnedWatch, type OwnedWatchOptions } from "./owned-watch.ts";
import { dividedByLabel, type Division, type LabelPart, labelPart, ownerUid } from "./wide-selection.ts";

/** The number of watches for single values of a label from which on one for all values takes their place. */
const manyValues = 8;

type Emit = (event: WatchEvent) => void;

/**
 * The watches that are open. Equal selections share one. Selections of single values of a label, one for each
 * release, share one for all values once there are many: a sidecar with a thousand units needs one watch for
 * each kind, not a thousand. The shared watch is of the namespace, or of all namespaces if the selections are
 * of many. Where that is not permitted, each selection has its own.
 */
export class SharedWatches {
  readonly #options: Pick<MultiplexedWatchOptions, "cluster" | "clock" | "linger">;
  readonly #shared = new Map<string, MultiplexedWatch>();
  readonly #running = new Set<MultiplexedWatch>();
  /** By the key of a wide selection, the keys of the open ones that it contains. */
  readonly #narrow = new Map<string, Set<string>>();
  /** The keys of wide selections that the server does not permit. */
  readonly #refused = new Set<string>();

  constructor(options: Pick<MultiplexedWatchOptions, "cluster" | "clock" | "linger">) {
    this.#options = options;
  }

  /** All watches that still send requests. */
  get running(): ReadonlySet<MultiplexedWatch> {
    return this.#running;
  }

  /** Subscribes to a selection, on an open watch if one has it. */
  readonly open: Cluster["watch"] = ({ owners, ...selection }, emit) =>
    owners === undefined ? this.#openSelected(selection, emit) : this.#openOwned(selection, { owners, emit });

  /**
   * Subscribes to the objects of some owners. The shared watch is of all objects, which only their owners'
   * subscribers get.
   */
  #openOwned(selection: Selection, { owners, emit }: OwnedSubscriber): Watch {
    const key = ownedKey(selection);
    const openPart: OwnedWatchOptions["openPart"] = (uid, report) => {
      const part = { value: uid, namespace: selection.namespace };
      const watch = this.#shared.get(key) ?? this.#start(selection, [], { key, division: ownerUid });
      return watch.hasAllOf(part) ? watch.subscribe(report, part) : undefined;
    };
    return new OwnedWatch(
      { owners, openPart, openAll: (report) => this.#openSelected(selection, report) },
      emit,
    );
  }

  #openSelected(selection: Selection, emit: Emit): Watch {
    const own = this.#shared.get(selectionKey(selection));
    const part = labelPart(selection);
    if (own !== undefined || part === undefined) {
      return (own ?? this.#start(selection, [])).subscribe(emit);
    }
    const wide = this.#chooseWider(part);
    return wide === undefined
      ? this.#start(selection, part.wider).subscribe(emit)
      : this.#subscribeTo(wide, part, { selection, emit });
  }

  /** The narrowest wide selection with a watch, or with so many narrow ones that it deserves one. */
  #chooseWider({ label, value, namespace, wider }: LabelPart): WideWatch | undefined {
    const permitted = wider.filter((wide) => !this.#refused.has(wideKey(wide)));
    for (const wide of permitted) {
      const watch = this.#shared.get(wideKey(wide));
      if (watch?.hasAllOf({ value, namespace }) === true) {
        return { wide, watch };
      }
    }
    const wide = permitted.find(
      (one) => !this.#shared.has(wideKey(one)) && (this.#narrow.get(wideKey(one))?.size ?? 0) >= manyValues,
    );
    const containing = wider.slice(wide === undefined ? 0 : wider.indexOf(wide) + 1);
    return wide && { wide, watch: this.#start(wide, containing, divided(wide, label)) };
  }

  /** Subscribes to a part of a wide watch; to a watch of its own if the server refuses the wide one. */
  #subscribeTo({ wide, watch }: WideWatch, part: LabelPart, { selection, emit }: Subscriber): Watch {
    const refuse = (): void => {
      this.#refused.add(wideKey(wide));
    };
    let current = watch.subscribe((event) => {
      if (event.type === "polling") {
        refuse();
      }
      emit(event);
    }, part);
    let isStopped = false;
    const synced = current.synced.catch(async (error: unknown) => {
      if (isStopped || !(error instanceof ApiError && error.status === 403)) {
        throw error;
      }
      refuse();
      current = this.open(selection, emit);
      await current.synced;
    });
    // Avoids an unhandled rejection where nothing awaits it.
    synced.catch(() => {});
    return {
      synced,
      stop: () => {
        isStopped = true;
        current.stop();
      },
    };
  }

  #start(
    selection: Selection,
    containing: readonly Selection[],
    { key, division }: Divided = { key: selectionKey(selection) },
  ): MultiplexedWatch {
    const groups = containing.map((wide) => this.#narrowOf(wideKey(wide)).add(key));
    const watch = new MultiplexedWatch(selection, {
      ...this.#options,
      ...(division === undefined ? {} : { division }),
      onRetired: (retired) => {
        if (this.#shared.get(key) === retired) {
          this.#shared.delete(key);
        }
        for (const group of groups) {
          group.delete(key);
        }
      },
      onEnded: (ended) => this.#running.delete(ended),
    });
    this.#shared.set(key, watch);
    this.#running.add(watch);
    return watch;
  }

  #narrowOf(wide: string): Set<string> {
    const keys = this.#narrow.get(wide) ?? new Set();
    this.#narrow.set(wide, keys);
    return keys;
  }
}

/** The key of a watch that is divided by its label: of no use to a subscriber of the whole selection. */
function wideKey(selection: Selection): string {
  return `divided ${selectionKey(selection)}`;
}

/** The key of a watch that is divided by the owners of its objects. */
function ownedKey(selection: Selection): string {
  return `owned ${selectionKey(selection)}`;
}

function divided(wide: Selection, label: string): Divided {
  return { key: wideKey(wide), division: dividedByLabel(label) };
}

/** The key of a watch, and how its objects are divided among subscribers. */
interface Divided {
  readonly key: string;
  readonly division?: Division;
}

interface OwnedSubscriber {
  readonly owners: OwnerSet;
  readonly emit: Emit;
}

interface WideWatch {
  readonly wide: Selection;
  readonly watch: MultiplexedWatch;
}

interface Subscriber {
  readonly selection: Selection;
  readonly emit: Emit;
}
