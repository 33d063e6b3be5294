import type { JsonObject } from "../../object/json.ts";
import type { ObjectRef } from "../../object/object-ref.ts";
import type { RestMapper } from "./rest-mapper.ts";
import type { ReadinessWatch } from "../observe/readiness-watch.ts";
import type { ExpectedDependencies } from "./classify-rejection.ts";
import type { LiveTracker } from "../observe/live-tracker.ts";
import type { LiveObjectCache } from "../observe/live-object-cache.ts";
import type { RunContext } from "./run-context.ts";
import type { WriteChoices } from "./write-choices.ts";

/** Dependencies shared by the effects of a run. */
export interface EffectDeps {
  readonly context: RunContext;
  readonly kinds: RestMapper;
  readonly liveObjects: LiveObjectCache;
  /** Changes that others make to the objects of the run. */
  readonly live: LiveTracker;
  readonly readiness: ReadinessWatch;
  readonly choices: WriteChoices;
  /** The dependencies that a refused object of the set can expect to appear. */
  readonly prospects: (ref: ObjectRef) => ExpectedDependencies;
  /** Called with what each write has changed. */
  readonly written: OnWritten;
  /** References of the objects whose version was already reported as deprecated: the server repeats it. */
  readonly deprecated: ReadonlySet<string>;
}

/**
 * Receives the change of a write: the object as observed before it, undefined if it was not, and as it was
 * stored. It must not throw.
 */
export type OnWritten = (
  key: string,
  states: { readonly before: JsonObject | undefined; readonly after: JsonObject },
) => void;
