import { isNotFound } from "../../client/model/api-error.ts";
import type { Place } from "../../client/model/cluster.ts";
import type { JsonObject } from "../../object/json.ts";
import { refOf } from "../../object/metadata.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import { isRefusal } from "../model/outcome.ts";

/** The place of an object; undefined if its kind is not served. */
export function servedPlace(live: JsonObject, { kinds }: Pick<EffectDeps, "kinds">): Place | undefined {
  const { namespace, name, ...kind } = refOf(live);
  const resource = kinds.find(kind);
  return resource && { resource, namespace, name };
}

/**
 * Reads an object once for all its listeners. If it may not be read, the watch will report it, or the
 * object's timeout ends the wait.
 */
export async function readAgain(live: JsonObject, deps: EffectDeps): Promise<void> {
  const { liveObjects, context } = deps;
  const place = servedPlace(live, deps);
  if (place === undefined) {
    return;
  }
  try {
    liveObjects.take(await context.cluster.get(place, { signal: context.signal }));
  } catch (error) {
    if (!isRefusal(error)) {
      throw error;
    }
    if (isNotFound(error)) {
      liveObjects.takeGone(live);
    }
  }
}
