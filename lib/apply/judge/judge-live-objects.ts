import type { JsonObject } from "../../object/json.ts";
import { refOf } from "../../object/metadata.ts";
import {
  type HealthRuleSources,
  releasesDependents,
  type Readiness,
  type ReadinessMode,
} from "../../readiness/readiness.ts";
import type { RestMapper } from "../model/rest-mapper.ts";
import type { RunContext } from "../model/run-context.ts";
import { LiveObjectCache } from "../observe/live-object-cache.ts";
import { hasPods, OwnedPods } from "../observe/owned-pods.ts";
import { ReadinessLookups, definitionsByKind } from "../observe/readiness-lookups.ts";
import { ReadinessWatch } from "../observe/readiness-watch.ts";

/**
 * Milliseconds for lookups besides the objects themselves: without them the answer is a little less certain.
 */
const patience = 5000;

/** The cluster, and the rules by which objects are judged. */
interface JudgingOptions {
  readonly context: RunContext;
  readonly kinds: RestMapper;
  readonly judging: {
    readonly mode: ReadinessMode;
    readonly healthRules: HealthRuleSources | undefined;
  };
}

/**
 * Judges objects as they were read, with their pods and their CRDs. Nothing is watched; what cannot be read
 * within five seconds is left out of account.
 */
export async function judgeLiveObjects(
  objects: readonly JsonObject[],
  { context, kinds, judging }: JudgingOptions,
): Promise<ReadonlyMap<JsonObject, Readiness>> {
  const limit = new AbortController();
  const stop = context.clock.after(patience, () => {
    limit.abort();
  });
  const bounded: RunContext = { ...context, signal: AbortSignal.any([context.signal, limit.signal]) };
  const facts = new ReadinessLookups(bounded, kinds, definitionsByKind(objects));
  const pods = new OwnedPods(bounded, kinds);
  const watch = new ReadinessWatch(bounded, {
    liveObjects: new LiveObjectCache(bounded, ""),
    facts,
    pods,
    ...judging,
  });
  // Twice: lookups are made only if the first pass asks for them.
  const judge = (): ReadonlyMap<JsonObject, Readiness> =>
    new Map(objects.map((object) => [object, watch.judge(object, { again: () => {} })]));
  try {
    const first = judge();
    const waiting = objects.filter(
      (object) => hasPods(refOf(object)) && !releasesDependents(first.get(object)?.state ?? "Unknown"),
    );
    const namespaces = new Set(waiting.map((object) => refOf(object).namespace));
    await Promise.all([facts.settled(), ...[...namespaces].map((name) => pods.read(name))]);
    return judge();
  } finally {
    stop();
    limit.abort();
  }
}
