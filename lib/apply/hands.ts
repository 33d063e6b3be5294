import type { WriteOptions } from "../cluster/cluster.ts";
import type { IgnoredDifference } from "../inventory/ignored-differences.ts";
import type { JsonObject } from "../object/json.ts";
import type { ObjectRef } from "../object/object-ref.ts";
import type { RestMapper } from "./kinds.ts";
import type { ReadinessWatch } from "./readiness-watch.ts";
import type { ExpectedDependencies } from "./refusal.ts";
import type { LiveTracker } from "./live-tracker.ts";
import type { LiveObjectCache } from "./sightings.ts";
import type { RunContext } from "./world.ts";

/** The name under which converge owns fields. */
export const fieldManager = "converge";

/** What the effects of a run share. */
export interface EffectDeps {
  readonly context: RunContext;
  readonly kinds: RestMapper;
  readonly liveObjects: LiveObjectCache;
  /** What others do to the objects of the run. */
  readonly live: LiveTracker;
  readonly readiness: ReadinessWatch;
  readonly choices: WriteChoices;
  /** What an object of the set may count on when it is refused. */
  readonly prospects: (ref: ObjectRef) => ExpectedDependencies;
  /** Hears what each write has changed. */
  readonly written: OnWritten;
  /** The objects, by their written form, of which it was told that their version is deprecated: the server tells it again. */
  readonly deprecated: ReadonlySet<string>;
}

/** Hears what a write has changed: the object as it was seen before it, undefined where it was not, and as it was stored. It must not throw. */
export type OnWritten = (
  key: string,
  states: { readonly before: JsonObject | undefined; readonly after: JsonObject },
) => void;

/** How objects are written and deleted. */
export interface WriteChoices {
  /** Fields that other managers own are taken over. */
  readonly forceConflicts: boolean;
  /** What cannot be changed is deleted and made anew, whatever its annotations say. */
  readonly recreate: boolean;
  /** Nothing is changed: `server` asks the server what it would say, `client` only compares. */
  readonly dryRun: false | "client" | "server";
  readonly fieldValidation: NonNullable<WriteOptions["fieldValidation"]>;
  readonly propagation: "Background" | "Foreground" | "Orphan";
  /** Objects that nobody in the set waits for are waited for too. */
  readonly wait: boolean;
  /** Fields that are left to the cluster once an object is there. */
  readonly ignoreDifferences?: readonly IgnoredDifference[];
}
