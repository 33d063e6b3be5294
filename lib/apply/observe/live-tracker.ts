import { ApiError, isNotFound } from "../../client/model/api-error.ts";
import type { Place } from "../../client/model/cluster.ts";
import type { JsonObject } from "../../object/json.ts";
import { formatRef, type ObjectRef } from "../../object/object-ref.ts";
import type { RestMapper } from "../model/rest-mapper.ts";
import { isOlderVersion, refOf, resourceVersionOf, uidOf } from "../model/live-object.ts";
import {
  type Baseline,
  type Disturbance,
  disturbanceOf,
  isDisturbed,
  type Snapshot,
  snapshotOf,
} from "./live-snapshot.ts";
import { getIfExists } from "../store/get-or-undefined.ts";
import type { LiveObjectCache } from "./live-object-cache.ts";
import type { RunContext } from "../model/run-context.ts";

/**
 * Milliseconds for which the answer to a request counts as known: the watches of a busy server are no faster.
 * A run that is shorter needs no further look at what it has written.
 */
const freshness = 2000;

/** What is known of an object besides its state. */
export interface TrackedChange extends Pick<Baseline, "labelled"> {
  /** Left as it is: only whether it is there counts. */
  readonly presenceOnly?: boolean;
}

/** What is known of an object when its turn comes. */
interface Turn {
  /** Its state when the run was decided; undefined where it was not there. */
  readonly decidedOn: JsonObject | undefined;
  /** Whether nothing would have to be written if it stood so: fields that are left to others may change. */
  readonly isAsWanted: (live: JsonObject) => boolean;
}

/**
 * Follows what others do to the objects of a run. When the turn of an object comes, it tells whether the
 * object is still as it was when the run was decided; at the end of the run, which of those that were ready
 * no longer are there, or are no longer as they were applied. It listens to the watches that the run has
 * anyway. What no watch covers is listed once at the end, and only by runs that took longer than some
 * seconds. Whatever looks disturbed is read before that is said.
 */
export class LiveTracker {
  readonly #context: RunContext;
  readonly #kinds: RestMapper;
  readonly #liveObjects: LiveObjectCache;
  #beganAt: number;
  readonly #labelSelector: string;
  /** The objects that the run is about, by key; undefined until its tasks are known. */
  #keys: ReadonlySet<string> | undefined;
  /**
   * The newest states that watches have told until then; undefined for what is gone. They are those that the
   * run is decided on, or newer.
   */
  readonly #before = new Map<string, JsonObject | undefined>();
  /** What watches have told since then. */
  readonly #latest = new Map<string, Snapshot>();
  /** The newest states of objects whose turn has not come. */
  readonly #ahead = new Map<string, JsonObject>();
  readonly #begun = new Set<string>();
  /** Namespaces that are made anew: whatever was seen in them is gone. */
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

  /** Follows these objects from now on. */
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

  /** The object has to be read when its turn comes: what was seen of it may be out of date. */
  distrust(key: string): void {
    this.#unsure.add(key);
    this.#begun.delete(key);
  }

  /** A namespace is made anew: what was seen in it has to be read when its turn comes. */
  renew(namespace: string): void {
    this.#renewed.add(namespace);
  }

  /**
   * Tells, at the turn of an object, its newest state: the one that was decided on, a newer one, or `unknown`
   * where it has to be read.
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

  /** Takes in that an object was found as it should be when the run was decided. */
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

  /** Takes in what a write was answered with. */
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

  /** Whether something is known of the object that it could be compared with. */
  knows(key: string): boolean {
    return this.#baselines.has(key);
  }

  /**
   * Those of the objects that somebody else has deleted or changed since their tasks were done with them.
   * Rejects when the signal aborts.
   */
  async disturbed(keys: Iterable<string>, signal: AbortSignal): Promise<ReadonlyMap<string, Disturbance>> {
    const suspects: (readonly [string, Baseline])[] = [];
    const unheard: (readonly [string, Baseline])[] = [];
    for (const key of keys) {
      const baseline = this.#baselines.get(key);
      const state = baseline === undefined ? "same" : this.#stateOf(key, baseline);
      if (baseline !== undefined && state !== "same") {
        (state === "suspect" ? suspects : unheard).push([key, baseline]);
      }
    }
    suspects.push(...(await this.#suspectsAmong(unheard, signal)));
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

  /**
   * Those of the objects that a list does not show as they were; what carries no label of ours is read one by
   * one.
   */
  async #suspectsAmong(
    unheard: readonly (readonly [string, Baseline])[],
    signal: AbortSignal,
  ): Promise<readonly (readonly [string, Baseline])[]> {
    const groups = Map.groupBy(unheard, ([, { ref, labelled }]) =>
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

  /** Reads an object that seems to be disturbed; undefined where it is not, or may not be read. */
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
