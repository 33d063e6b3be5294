import { ReadinessLookups, definitionsByKind } from "../../apply/observe/readiness-lookups.ts";
import type { RestMapper } from "../../apply/model/rest-mapper.ts";
import { hasPods, OwnedPods } from "../../apply/observe/owned-pods.ts";
import { ReadinessWatch } from "../../apply/observe/readiness-watch.ts";
import { LiveObjectCache } from "../../apply/observe/live-object-cache.ts";
import type { RunContext } from "../../apply/model/run-context.ts";
import type { Cluster } from "../../client/model/cluster.ts";
import type { Clock } from "../../async/clock.ts";
import { type JsonObject, stringField, objectField, listField, valueAt } from "../../object/json.ts";
import { refOf } from "../../object/metadata.ts";
import { type HealthRuleSources, releasesDependents, type ReadinessMode } from "../../readiness/readiness.ts";
import { type HealthStatus, healthOf } from "./health-count.ts";

/** Dependencies of a readiness tracker. */
export interface ReadinessTrackerOptions {
  readonly cluster: Cluster;
  readonly kinds: RestMapper;
  readonly clock: Clock;
  readonly mode: ReadinessMode;
  /** The built-in table by default. */
  readonly healthRules?: HealthRuleSources | undefined;
  readonly signal: AbortSignal;
  /** Definitions that need not be fetched from the cluster. */
  readonly definitions: readonly JsonObject[];
  /** Called with the current health of an object. */
  readonly report: (key: string, health: HealthStatus) => void;
}

/** An object whose health may soon change without an event about it. */
interface Attended {
  readonly turn: number;
  readonly object: JsonObject;
  readonly failuresAllowed: number | null;
  stopClock?: () => void;
  stopPods?: () => void;
}

/**
 * Judges the readiness of objects, again and again. An object is kept only while it is not ready; the pods of
 * workloads are watched only while one of them is not.
 */
export class ReadinessTracker {
  readonly #facts: ReadinessTrackerOptions;
  readonly #context: RunContext;
  readonly #clusterFacts: ReadinessLookups;
  readonly #attended = new Map<string, Attended>();
  /** Number of times each object was seen: a late result counts for the latest only. */
  readonly #turns = new Map<string, number>();
  #watchesPods = false;
  #eyes: { readonly pods: OwnedPods; readonly readiness: ReadinessWatch } | undefined;

  constructor(facts: ReadinessTrackerOptions) {
    this.#facts = facts;
    const { cluster, clock, signal } = facts;
    this.#context = { cluster, clock, signal, random: middle, emit: ignore, runId: "", tooling: "" };
    this.#clusterFacts = new ReadinessLookups(
      this.#context,
      facts.kinds,
      definitionsByKind(facts.definitions),
    );
  }

  /** Judges an object as it was observed. */
  see(key: string, object: JsonObject, failuresAllowed: number | null): void {
    this.forget(key);
    this.#judge(key, { turn: this.#turns.get(key) ?? 0, object, failuresAllowed });
  }

  /** Drops an object that is gone, or no longer known. */
  forget(key: string): void {
    this.#turns.set(key, (this.#turns.get(key) ?? 0) + 1);
    this.#leave(key);
  }

  /** Ends all that is under way. */
  close(): void {
    for (const key of this.#attended.keys()) {
      this.forget(key);
    }
  }

  #leave(key: string): void {
    const attended = this.#attended.get(key);
    if (attended !== undefined) {
      attended.stopClock?.();
      attended.stopPods?.();
      this.#attended.delete(key);
    }
    if (this.#attended.size === 0 && this.#watchesPods) {
      this.#watchesPods = false;
      this.#eyes?.pods.close();
      this.#eyes = undefined;
    }
  }

  #judge(key: string, attended: Attended): void {
    this.#attended.set(key, attended);
    const again = (): void => {
      if (this.#turns.get(key) === attended.turn) {
        this.#judge(key, attended);
      }
    };
    const { object, failuresAllowed } = attended;
    const { readiness, pods } = this.#open();
    const { state, askAgain } = readiness.judge(object, {
      again,
      judging: { completes: false, ...(failuresAllowed === null ? {} : { failuresAllowed }) },
    });
    attended.stopClock?.();
    delete attended.stopClock;
    if (askAgain !== undefined) {
      attended.stopClock = this.#facts.clock.after(askAgain, again);
    }
    if (!releasesDependents(state) && hasPods(refOf(object))) {
      this.#watchesPods = true;
      attended.stopPods ??= pods.listen(object, again);
    }
    this.#facts.report(key, healthOf(state));
    if (releasesDependents(state) && askAgain === undefined) {
      this.#leave(key);
    }
  }

  #open(): { readonly pods: OwnedPods; readonly readiness: ReadinessWatch } {
    if (this.#eyes === undefined) {
      const pods = new OwnedPods(this.#context, this.#facts.kinds);
      const readiness = new ReadinessWatch(this.#context, {
        pods,
        liveObjects: new LiveObjectCache(this.#context, ""),
        facts: this.#clusterFacts,
        mode: this.#facts.mode,
        healthRules: this.#facts.healthRules,
      });
      this.#eyes = { pods, readiness };
    }
    return this.#eyes;
  }
}

function middle(): number {
  return 0.5;
}

function ignore(): void {}

/**
 * Trims a CustomResourceDefinition to what shows whether its objects have a status: the kind it defines, and
 * for each version the names of its status fields. Definitions are large, and a watch lasts for months.
 */
export function trimCrd(definition: JsonObject): JsonObject {
  const { metadata, spec, apiVersion, kind } = definition;
  return {
    ...(apiVersion === undefined ? {} : { apiVersion }),
    ...(kind === undefined ? {} : { kind }),
    metadata: { name: stringField(metadata, "name") ?? "" },
    spec: {
      group: stringField(spec, "group") ?? "",
      names: { kind: stringField(objectField(spec, "names"), "kind") ?? "" },
      versions: listField(spec, "versions").map((version) => ({
        name: stringField(version, "name") ?? "",
        subresources: objectField(version, "subresources"),
        schema: { openAPIV3Schema: { properties: { status: { properties: statusNames(version) } } } },
      })),
    },
  };
}

function statusNames(version: JsonObject[string]): JsonObject {
  const status = valueAt(version, ["schema", "openAPIV3Schema", "properties", "status"]);
  return Object.fromEntries(Object.keys(objectField(status, "properties")).map((name) => [name, {}]));
}
