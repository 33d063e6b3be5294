import { ApiError, isNotFound } from "../../client/model/api-error.ts";
import type { Place } from "../../client/model/cluster.ts";
import type { JsonObject } from "../../object/json.ts";
import { refOf, resourceVersionOf, uidOf } from "../../object/metadata.ts";
import { formatRef, type ObjectRef } from "../../object/object-ref.ts";
import type { RestMapper } from "../model/rest-mapper.ts";
import { isOlderVersion } from "../model/live-object.ts";
import {
  type Baseline,
  type Disturbance,
  disturbanceOf,
  isDisturbed,
  type Snapshot,
  snapshotOf,
} from "./live-snapshot.ts";
import { getIfExists } from "../store/applyset-store.ts";
import type { LiveObjectCache } from "./live-object-cache.ts";
import type { RunContext } from "../model/run-context.ts";

/**
 * Milliseconds for which the response to a request counts as current: the watches of a busy server are no
 * faster. A shorter run does not need to read again what it has written.
 */
const freshness = 2000;

/** Additional facts about a tracked object. */
export interface TrackedChange extends Pick<Baseline, "labelled"> {
  /** Left as it is: only its presence counts. */
  readonly presenceOnly?: boolean;
}

/** The facts about an object when its turn comes. */
interface Turn {
  /** Its state when the run was decided; undefined if it did not exist. */
  readonly decidedOn: JsonObject | undefined;
  /** Reports whether that state would need no write: fields that are left to others may change. */
  readonly isAsWanted: (live: JsonObject) => boolean;
}

/**
 * Tracks what others do to the objects of a run. When the turn of an object comes, it reports whether the
 * object is still as it was when the run was decided; at the end of the run, which of the ready objects are
 * gone or differ from what was applied. It uses the watches that the run has anyway. Objects that no watch
 * covers are listed once at the end, and only by runs that took longer than a few seconds. Whatever looks
 * disturbed is read before it is reported.
 */
export class LiveTracker {
  readonly #context: RunContext;
  readonly #kinds: RestMapper;
  readonly #liveObjects: LiveObjectCache;
  #beganAt: number;
  readonly #labelSelector: string;
  /** The keys of the run's objects; undefined until its tasks are known. */
  #keys: ReadonlySet<string> | undefined;
  /**
   * The newest states reported by watches before that; undefined for objects that are gone. They are the ones
   * that the run is decided on, or newer.
   */
  readonly #before = new Map<string, JsonObject | undefined>();
  /** The states reported by watches since then. */
  readonly #latest = new Map<string, Snapshot>();
  /** The newest states of objects whose turn has not come. */
  readonly #ahead = new Map<string, JsonObject>();
  readonly #begun = new Set<string>();
  /** Namespaces that are recreated: whatever was seen in them is gone. */
  readonly #renewed = new Set<string>();
  /** Objects to be read when their turn comes. */
  readonly #unsure = new Set<string>();
  readonly #baselines = new Map<string, Baseline>();
  readonly #wanted = new Map<string, Turn["isAsWanted"]>();

  constructor(
    context: RunContext,
    parts: {
      readonly kinds: RestMapper;
      readonly liveObjects: LiveObjectCache;
      readonly labelSelector: string;
    },
  ) {
    this.#context = context;
    this.#kinds = parts.kinds;
    this.#liveObjects = parts.liveObjects;
    this.#labelSelector = parts.labelSelector;
    this.#beganAt = context.clock.now();
    this.#liveObjects.observe((key, object, isGone) => {
      if (this.#keys === undefined) {
        this.#before.set(key, isGone ? undefined : object);
      } else if (this.#keys.has(key)) {
        this.#emit(key, object, isGone);
      }
    });
  }

  /** Tracks these objects from now on. */
  begin(keys: ReadonlySet<string>): void {
    this.#keys = keys;
    this.#beganAt = this.#context.clock.now();
    for (const [key, object] of this.#before) {
      if (keys.has(key) && object === undefined) {
        this.#unsure.add(key);
      } else if (keys.has(key) && object !== undefined) {
        this.#ahead.set(key, object);
      }
    }
    this.#before.clear();
  }

  /** Requires a read of the object when its turn comes: its last observation may be out of date. */
  distrust(key: string): void {
    this.#unsure.add(key);
    this.#begun.delete(key);
  }

  /** Marks a namespace as recreated: objects seen in it have to be read when their turn comes. */
  renew(namespace: string): void {
    this.#renewed.add(namespace);
  }

  /**
   * Returns, at the turn of an object, its newest state: the one that was decided on, a newer one, or
   * `unknown` if it has to be read.
   */
  turn(
    { key, ref }: { readonly key: string; readonly ref: ObjectRef },
    { decidedOn, isAsWanted }: Turn,
  ): JsonObject | "unknown" | undefined {
    this.#wanted.set(key, isAsWanted);
    const latest = this.#latest.get(key);
    const ahead = this.#ahead.get(key);
    this.#begun.add(key);
    this.#ahead.delete(key);
    const isOutdated = decidedOn !== undefined && this.#renewed.has(ref.namespace);
    if (this.#unsure.delete(key) || latest?.isGone === true || isOutdated) {
      return "unknown";
    }
    return ahead === undefined || isSameVersion(ahead, decidedOn) ? decidedOn : ahead;
  }

  /** Records that an object was found as it should be when the run was decided. */
  found(object: JsonObject, { labelled, presenceOnly = false }: TrackedChange): void {
    const ref = refOf(object);
    this.#baselines.set(formatRef(ref), {
      ref,
      at: this.#beganAt,
      labelled,
      presenceOnly,
      isWatched: labelled,
      snapshot: () => snapshotOf(object, false),
    });
  }

  /** Records the response to a write. */
  wrote(object: JsonObject, { labelled }: TrackedChange): void {
    const ref = refOf(object);
    const snapshot = snapshotOf(object, false);
    this.#baselines.set(formatRef(ref), {
      ref,
      at: this.#context.clock.now(),
      labelled,
      presenceOnly: false,
      isWatched: false,
      snapshot: () => snapshot,
    });
  }

  /** Reports whether there is a baseline to compare the object with. */
  knows(key: string): boolean {
    return this.#baselines.has(key);
  }

  /**
   * The given objects that someone else has deleted or changed since their tasks were done with them. Rejects
   * when the signal aborts.
   */
  async disturbed(keys: Iterable<string>, signal: AbortSignal): Promise<ReadonlyMap<string, Disturbance>> {
    const suspects: (readonly [string, Baseline])[] = [];
    const pending: (readonly [string, Baseline])[] = [];
    for (const key of keys) {
      const baseline = this.#baselines.get(key);
      const state = baseline === undefined ? "same" : this.#stateOf(key, baseline);
      if (baseline !== undefined && state !== "same") {
        (state === "suspect" ? suspects : pending).push([key, baseline]);
      }
    }
    suspects.push(...(await this.#suspectsAmong(pending, signal)));
    const read = await Promise.all(
      suspects.map(async ([key, baseline]) => [key, await this.#read(key, baseline, signal)] as const),
    );
    return new Map(read.flatMap(([key, found]) => (found === undefined ? [] : [[key, found] as const])));
  }

  #emit(key: string, object: JsonObject, isGone: boolean): void {
    const before = this.#latest.get(key);
    if (before !== undefined && isOlderVersion(resourceVersionOf(object), before.version)) {
      return;
    }
    const written = this.#baselines.get(key)?.snapshot();
    const isEcho = !isGone && written?.version === resourceVersionOf(object);
    this.#latest.set(key, isEcho ? written : snapshotOf(object, isGone));
    if (isGone) {
      this.#ahead.delete(key);
    } else if (!this.#begun.has(key)) {
      this.#ahead.set(key, object);
    }
  }

  #stateOf(key: string, baseline: Baseline): "same" | "suspect" | "unheard" {
    const latest = this.#latest.get(key);
    if (latest !== undefined && isDisturbed(baseline, latest)) {
      return "suspect";
    }
    if (this.#isCovered(baseline) && (latest !== undefined || baseline.isWatched)) {
      return "same";
    }
    return this.#context.clock.now() - baseline.at < freshness ? "same" : "unheard";
  }

  #isCovered(baseline: Baseline): boolean {
    const place = this.#placeOf(baseline);
    return place !== undefined && this.#liveObjects.covers(place, baseline.labelled);
  }

  #placeOf({ ref }: Baseline): Place | undefined {
    const resource = this.#kinds.find(ref);
    return resource && { resource, namespace: ref.namespace, name: ref.name };
  }

  /** The given objects that a list shows changed or missing; those without our label are read one by one. */
  async #suspectsAmong(
    pending: readonly (readonly [string, Baseline])[],
    signal: AbortSignal,
  ): Promise<readonly (readonly [string, Baseline])[]> {
    const groups = Map.groupBy(pending, ([, { ref, labelled }]) =>
      labelled ? `${ref.group}/${ref.kind} ${ref.namespace}` : "",
    );
    const found = await Promise.all(
      [...groups].map(async ([group, members]) => {
        const listed = group === "" ? undefined : await this.#list(members[0]?.[1], signal);
        return members.filter(([key, baseline]) => {
          const live = listed?.get(key);
          return live === undefined || isDisturbed(baseline, snapshotOf(live, false));
        });
      }),
    );
    return found.flat();
  }

  async #list(
    like: Baseline | undefined,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, JsonObject> | undefined> {
    const place = like && this.#placeOf(like);
    if (place === undefined || !place.resource.verbs.includes("list")) {
      return undefined;
    }
    const { resource, namespace } = place;
    const inNamespace = namespace === "" ? {} : { namespace };
    const selection = { resource, ...inNamespace, labelSelector: this.#labelSelector, metadataOnly: true };
    try {
      const listed = await this.#context.cluster.list(selection, { signal });
      return new Map(listed.map((object) => [formatRef({ ...refOf(object), ...kindOf(place) }), object]));
    } catch (error) {
      if (error instanceof ApiError) {
        return undefined;
      }
      throw error;
    }
  }

  /** Reads an object that seems to be disturbed; undefined if it is not, or may not be read. */
  async #read(key: string, baseline: Baseline, signal: AbortSignal): Promise<Disturbance | undefined> {
    const place = this.#placeOf(baseline);
    try {
      const live = place === undefined ? undefined : await getIfExists(place, { ...this.#context, signal });
      const isSame = live !== undefined && uidOf(live) === baseline.snapshot().uid;
      const isWanted = isSame && this.#wanted.get(key)?.(live) === true;
      return isWanted ? undefined : disturbanceOf(baseline, live);
    } catch (error) {
      if (error instanceof ApiError && !isNotFound(error)) {
        return undefined;
      }
      throw error;
    }
  }
}

function kindOf({ resource: { group, kind } }: Place): Pick<ObjectRef, "group" | "kind"> {
  return { group, kind };
}

function isSameVersion(left: JsonObject, right: JsonObject | undefined): boolean {
  return right !== undefined && resourceVersionOf(left) === resourceVersionOf(right);
}
