import { isMember } from "../../inventory/applyset-membership.ts";
import type { JsonObject } from "../../object/json.ts";
import type { EffectDeps } from "../model/effect-context.ts";

/** The objects of a release that its set no longer has, by key. */
export function findCandidates(
  deps: EffectDeps,
  id: string,
  isWanted: (key: string, object: JsonObject) => boolean,
): ReadonlyMap<string, JsonObject> {
  const candidates = new Map<string, JsonObject>();
  for (const [key, object] of deps.liveObjects.all()) {
    if (isMember(object, id) && !isWanted(key, object)) {
      candidates.set(key, object);
    }
  }
  return candidates;
}
