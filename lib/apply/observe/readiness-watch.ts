import type { JsonObject } from "../../object/json.ts";
import { annotationOf, isTerminating, refOf, uidOf } from "../../object/metadata.ts";
import { formatRef } from "../../object/object-ref.ts";
import { hasCompleted, hasRemovedItself } from "../../readiness/kind/completion.ts";
import { healthRuleSources } from "../../health/builtin/health-rule-sources.ts";
import {
  type HealthRuleSources,
  releasesDependents,
  type Readiness,
  type ReadinessMode,
  readyWhenAnnotation,
  type Surroundings,
} from "../../readiness/readiness.ts";
import { computeReadiness } from "../../readiness/compute-readiness.ts";
import type { ReadinessLookups } from "./readiness-lookups.ts";
import { isOlder, partOf } from "../model/live-object.ts";
import type { LogFollower } from "../logs/log-follower.ts";
import { hasPods, type OwnedPods } from "./owned-pods.ts";
import type { LiveObjectCache } from "./live-object-cache.ts";
import type { Subscribe, Observation } from "../model/task.ts";
import type { RunContext } from "../model/run-context.ts";

/** Options for judging an object's readiness that are not part of the object itself. */
export type ReadinessOptions = Pick<Surroundings, "completes" | "failuresAllowed">;

/** Options for following an object. */
export interface FollowRequest extends ReadinessOptions {
  /** This run has changed it, so its controller gets time to react. */
  readonly changed: boolean;
  /**
   * Ensures that it is watched if it is not ready yet. A refused watch shows in slower reads, not in a failed
   * write.
   */
  readonly look?: () => void;
  /** Reads the object if the watch has been silent for long. */
  readonly read?: () => void;
  /** The object as last seen, if it was deleted before it was followed. */
  readonly gone?: () => JsonObject | undefined;
}

/** Follows objects until they are ready, based on watches, pods and lookups. */
export class ReadinessWatch {
  readonly #context: RunContext;
  readonly #liveObjects: LiveObjectCache;
  readonly #facts: ReadinessLookups;
  readonly #pods: OwnedPods;
  readonly #mode: ReadinessMode;
  readonly #healthRules: HealthRuleSources;
  readonly #logs: LogFollower | undefined;

  constructor(
    context: RunContext,
    parts: {
      readonly liveObjects: LiveObjectCache;
      readonly facts: ReadinessLookups;
      readonly pods: OwnedPods;
      readonly mode: ReadinessMode;
      /** Undefined for the built-in table. */
      readonly healthRules: HealthRuleSources | undefined;
      /** Undefined if nothing is waited for. */
      readonly logs?: LogFollower;
    },
  ) {
    this.#context = context;
    this.#liveObjects = parts.liveObjects;
    this.#facts = parts.facts;
    this.#pods = parts.pods;
    this.#mode = parts.mode;
    this.#healthRules = parts.healthRules ?? healthRuleSources();
    this.#logs = parts.logs;
  }

  /** Follows an object from the state that a write returned, and the logs of its pods with it. */
  follow(written: JsonObject, request: FollowRequest): Subscribe {
    const follow: Subscribe = (report) => new Following(this, { ...request, written, report }).start();
    return this.#logs?.along({ written, changed: request.changed }, follow) ?? follow;
  }

  /** Judges the current readiness of an object. */
  judge(
    object: JsonObject,
    {
      changedAt,
      again,
      judging = {},
    }: { readonly changedAt?: number; readonly again: () => void; readonly judging?: ReadinessOptions },
  ): Readiness {
    const ref = refOf(object);
    const readyWhen = annotationOf(object, readyWhenAnnotation);
    const surroundings: Surroundings = {
      mode: this.#mode,
      healthRules: this.#healthRules,
      now: this.#context.clock.now(),
      ...this.#facts.of(object, again),
      ...(readyWhen === undefined ? {} : { readyWhen }),
      ...(changedAt === undefined ? {} : { changedAt }),
      ...(hasPods(ref) ? { pods: this.podsOf(object) } : {}),
      ...judging,
    };
    return computeReadiness(object, surroundings);
  }

  /** The pods of its current revision, as far as they are known. */
  podsOf(object: JsonObject): readonly JsonObject[] {
    return this.#pods.of(object);
  }

  /** Calls back when the object is observed again or its pods change. */
  listen(object: JsonObject, emit: (object: JsonObject | undefined, isGone: boolean) => void): () => void {
    const ref = refOf(object);
    const stops = [this.#liveObjects.listen(formatRef(ref), emit)];
    if (hasPods(ref)) {
      stops.push(
        this.#pods.listen(object, () => {
          emit(undefined, false);
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
    return this.#liveObjects.get(formatRef(refOf(object)));
  }

  /** The clock of the run. */
  get clock(): RunContext["clock"] {
    return this.#context.clock;
  }
}

/** Picks the options that concern readiness. */
function judgingOf({ completes, failuresAllowed }: ReadinessOptions): ReadinessOptions {
  return {
    ...(completes === undefined ? {} : { completes }),
    ...(failuresAllowed === undefined ? {} : { failuresAllowed }),
  };
}

/** Milliseconds without an event of an object that is waited for, after which it is read. */
const quiet = 30_000;

/** One object that is followed until it is ready. */
class Following {
  readonly #watch: ReadinessWatch;
  readonly #written: JsonObject;
  readonly #changedAt: number | undefined;
  readonly #report: (observation: Observation) => void;
  readonly #look: (() => void) | undefined;
  readonly #read: FollowRequest["read"];
  readonly #gone: FollowRequest["gone"];
  readonly #judging: ReadinessOptions;
  /** Uids of its pods that were seen to succeed: they may be gone before its own status says so. */
  readonly #succeeded = new Set<string>();
  #object: JsonObject;
  #isOver = false;
  #stopListening: (() => void) | undefined;
  #stopClock: (() => void) | undefined;
  #stopQuiet: (() => void) | undefined;

  constructor(
    watch: ReadinessWatch,
    facts: FollowRequest & {
      readonly written: JsonObject;
      readonly report: (observation: Observation) => void;
    },
  ) {
    this.#watch = watch;
    this.#written = facts.written;
    this.#object = facts.written;
    this.#changedAt = facts.changed ? watch.clock.now() : undefined;
    this.#report = facts.report;
    this.#look = facts.look;
    this.#read = facts.read;
    this.#gone = facts.gone;
    this.#judging = judgingOf(facts);
  }

  start(): () => void {
    // Most objects are ready as soon as they are written: they need no listener, and no further event from
    // the server.
    if (!releasesDependents(this.#judge())) {
      this.#stopListening = this.#watch.listen(this.#written, (object, isGone) => {
        this.#emit(object, isGone);
      });
      this.#look?.();
      this.#readIfQuiet(quiet);
      // A watch may have been faster than the response to the write.
      const latest = this.#watch.latest(this.#written);
      if (latest !== undefined) {
        this.#emit(latest, false);
      }
      const gone = this.#gone?.();
      if (gone !== undefined) {
        this.#emit(gone, true);
      }
    }
    return () => {
      this.#isOver = true;
      this.#stopListening?.();
      this.#stopClock?.();
      this.#stopQuiet?.();
    };
  }

  /** A watch may be silent although it looks alive: then the object is read, and more rarely each time. */
  #readIfQuiet(time: number): void {
    this.#stopQuiet?.();
    const read = this.#read;
    if (read !== undefined && !this.#isOver) {
      this.#stopQuiet = this.#watch.clock.after(time, () => {
        read();
        this.#readIfQuiet(2 * time);
      });
    }
  }

  #emit(object: JsonObject | undefined, isGone: boolean): void {
    if (this.#isOver || (object !== undefined && this.#isUnchanged(object, isGone))) {
      return;
    }
    if (object !== undefined && uidOf(object) !== uidOf(this.#written)) {
      this.#report({ type: "failed", message: "it was replaced by another object" });
      return;
    }
    this.#object = object ?? this.#object;
    this.#readIfQuiet(quiet);
    if (this.#hasRunToItsEnd(isGone)) {
      this.#report({ type: "done", message: "completed" });
    } else if (!releasesDependents(this.#judge()) && isGone) {
      this.#report({ type: "failed", message: "it was deleted while converge waited for it" });
    }
  }

  /** An object that has completed may be removed, and still counts as completed. */
  #hasRunToItsEnd(isGone: boolean): boolean {
    for (const pod of this.#watch.podsOf(this.#object).filter(hasCompleted)) {
      this.#succeeded.add(uidOf(pod));
    }
    return (
      (hasCompleted(this.#object) && (isGone || isTerminating(this.#object))) ||
      (isGone && hasRemovedItself(this.#object, this.#succeeded.size))
    );
  }

  /**
   * The release's watch reports an object as deleted when it is written without the label: that is not a
   * deletion.
   */
  #isUnchanged(object: JsonObject, isGone: boolean): boolean {
    return isOlder(object, this.#written) || (isGone && partOf(object) !== partOf(this.#written));
  }

  #judge(byTime = false): Readiness["state"] {
    this.#stopClock?.();
    const again = (): void => {
      if (!this.#isOver) {
        this.#judge(true);
      }
    };
    const changedAt = this.#changedAt;
    const readiness = this.#watch.judge(this.#object, {
      again,
      judging: this.#judging,
      ...(changedAt === undefined ? {} : { changedAt }),
    });
    if (readiness.askAgain !== undefined) {
      this.#stopClock = this.#watch.clock.after(readiness.askAgain, again);
    }
    this.#report({ type: "readiness", readiness, object: this.#object, byTime });
    return readiness.state;
  }
}
