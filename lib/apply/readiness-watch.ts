import { partOfLabel } from "../inventory/apply-set.ts";
import { type JsonObject, objectField, stringField } from "../object/json.ts";
import { formatRef } from "../object/object-ref.ts";
import { type Readiness, type ReadinessMode, type Surroundings } from "../status/readiness.ts";
import { readinessOf } from "../status/readiness-of.ts";
import type { ClusterFacts } from "./cluster-facts.ts";
import { annotationOf, isOlder, refOf, uidOf } from "./live-object.ts";
import { hasPods, type OwnedPods } from "./owned-pods.ts";
import type { Sightings } from "./sightings.ts";
import type { Follow, Sight } from "./task.ts";
import type { World } from "./world.ts";

/** The annotation that says in a condition or a JSONPath when an object is ready. */
export const readyWhenAnnotation = "converge.dev/ready-when";

/** How an object is followed. */
export interface FollowWish {
  /** This run has changed it, so its controller gets time to speak. */
  readonly changed: boolean;
  /** Sees to it that news of it come, where it is not ready yet. A refused watch shows in slower reads, not in a failed write. */
  readonly look?: () => void;
}

/** Follows objects until they are ready, from the watches and what else bears on them. */
export class ReadinessWatch {
  readonly #world: World;
  readonly #sightings: Sightings;
  readonly #facts: ClusterFacts;
  readonly #pods: OwnedPods;
  readonly #mode: ReadinessMode;

  constructor(
    world: World,
    parts: {
      readonly sightings: Sightings;
      readonly facts: ClusterFacts;
      readonly pods: OwnedPods;
      readonly mode: ReadinessMode;
    },
  ) {
    this.#world = world;
    this.#sightings = parts.sightings;
    this.#facts = parts.facts;
    this.#pods = parts.pods;
    this.#mode = parts.mode;
  }

  /** Follows an object from the state that a write gave back. */
  follow(written: JsonObject, wish: FollowWish): Follow {
    return (tell) => new Following(this, { ...wish, written, tell }).start();
  }

  /** What an object's state says at the moment. */
  judge(
    object: JsonObject,
    { changedAt, again }: { readonly changedAt?: number; readonly again: () => void },
  ): Readiness {
    const ref = refOf(object);
    const readyWhen = annotationOf(object, readyWhenAnnotation);
    const surroundings: Surroundings = {
      mode: this.#mode,
      now: this.#world.clock.now(),
      ...this.#facts.of(object, again),
      ...(readyWhen === undefined ? {} : { readyWhen }),
      ...(changedAt === undefined ? {} : { changedAt }),
      ...(hasPods(ref) ? { pods: this.#pods.of(object) } : {}),
    };
    return readinessOf(object, surroundings);
  }

  /** Calls back when the object is seen anew or pods of it change. */
  listen(object: JsonObject, hear: (object: JsonObject | undefined, isGone: boolean) => void): () => void {
    const ref = refOf(object);
    const stops = [this.#sightings.listen(formatRef(ref), hear)];
    if (hasPods(ref)) {
      stops.push(
        this.#pods.listen(object, () => {
          hear(undefined, false);
        }),
      );
    }
    return () => {
      for (const stop of stops) {
        stop();
      }
    };
  }

  /** The object as a watch has last seen it. */
  latest(object: JsonObject): JsonObject | undefined {
    return this.#sightings.seen(formatRef(refOf(object)));
  }

  /** The time, and a way to be called back. */
  get clock(): World["clock"] {
    return this.#world.clock;
  }
}

function partOf(object: JsonObject): string | undefined {
  return stringField(objectField(objectField(object, "metadata"), "labels"), partOfLabel);
}

/** One object on its way to be ready. */
class Following {
  readonly #watch: ReadinessWatch;
  readonly #written: JsonObject;
  readonly #changedAt: number | undefined;
  readonly #tell: (sight: Sight) => void;
  readonly #look: (() => void) | undefined;
  #object: JsonObject;
  #isOver = false;
  #stopListening: (() => void) | undefined;
  #stopClock: (() => void) | undefined;

  constructor(
    watch: ReadinessWatch,
    facts: FollowWish & { readonly written: JsonObject; readonly tell: (sight: Sight) => void },
  ) {
    this.#watch = watch;
    this.#written = facts.written;
    this.#object = facts.written;
    this.#changedAt = facts.changed ? watch.clock.now() : undefined;
    this.#tell = facts.tell;
    this.#look = facts.look;
  }

  start(): () => void {
    // Most objects are ready as they are written: for them nothing needs to listen, nor the server to tell of them again.
    if (this.#judge() !== "Current") {
      this.#stopListening = this.#watch.listen(this.#written, (object, isGone) => {
        this.#hear(object, isGone);
      });
      this.#look?.();
      // A watch may have been faster than the answer to the write.
      const latest = this.#watch.latest(this.#written);
      if (latest !== undefined) {
        this.#hear(latest, false);
      }
    }
    return () => {
      this.#isOver = true;
      this.#stopListening?.();
      this.#stopClock?.();
    };
  }

  #hear(object: JsonObject | undefined, isGone: boolean): void {
    if (this.#isOver || (object !== undefined && this.#isNoNews(object, isGone))) {
      return;
    }
    if (object !== undefined && uidOf(object) !== uidOf(this.#written)) {
      this.#tell({ type: "failed", message: "somebody else has put another object in its place" });
      return;
    }
    this.#object = object ?? this.#object;
    if (this.#judge() !== "Current" && isGone) {
      this.#tell({ type: "failed", message: "it was deleted while it was waited for" });
    }
  }

  /** The watch over the release takes leave of an object that is written as nobody's: that is no deletion. */
  #isNoNews(object: JsonObject, isGone: boolean): boolean {
    return isOlder(object, this.#written) || (isGone && partOf(object) !== partOf(this.#written));
  }

  #judge(): Readiness["state"] {
    this.#stopClock?.();
    const again = (): void => {
      if (!this.#isOver) {
        this.#judge();
      }
    };
    const changedAt = this.#changedAt;
    const readiness = this.#watch.judge(this.#object, {
      again,
      ...(changedAt === undefined ? {} : { changedAt }),
    });
    if (readiness.askAgain !== undefined) {
      this.#stopClock = this.#watch.clock.after(readiness.askAgain, again);
    }
    this.#tell({ type: "readiness", readiness, object: this.#object });
    return readiness.state;
  }
}
