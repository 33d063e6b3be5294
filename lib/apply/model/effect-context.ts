import type { JsonObject } from "../../object/json.ts";
import type { ObjectRef } from "../../object/object-ref.ts";
import type { RestMapper } from "./rest-mapper.ts";
import type { ReadinessWatch } from "../observe/readiness-watch.ts";
import type { ExpectedDependencies } from "./classify-rejection.ts";
import type { LiveTracker } from "../observe/live-tracker.ts";
import type { LiveObjectCache } from "../observe/live-object-cache.ts";
import type { RunContext } from "./run-context.ts";
import type { WriteChoices } from "./write-choices.ts";

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
  /**
   * The objects, by their written form, of which it was told that their version is deprecated: the server
   * tells it again.
   */
  readonly deprecated: ReadonlySet<string>;
}

/**
 * Hears what a write has changed: the object as it was seen before it, undefined where it was not, and as it
 * was stored. It must not throw.
 */
export type OnWritten = (
  key: string,
  states: { readonly before: JsonObject | undefined; readonly after: JsonObject },
) => void;
