import type { ParentRecord } from "../../inventory/applyset-parent.ts";
import { type JsonObject, objectField, stringField } from "../../object/json.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import { GroupUnavailableError, openWatches } from "./observe-release.ts";
import { findCandidates } from "./prune-candidates.ts";

/**
 * Reports whether an APIService among objects provides the group: its objects go with it, whether its server
 * answers or not.
 */
function brings(objects: ReadonlyMap<string, JsonObject>, group: string): boolean {
  return [...objects.values()].some(
    (object) =>
      stringField(object, "kind") === "APIService" &&
      stringField(objectField(object, "spec"), "group") === group,
  );
}

/** Returns the live objects of a release, by key. Throws if some of them cannot be seen. */
export async function findOwned(
  record: ParentRecord,
  deps: EffectDeps,
): Promise<ReadonlyMap<string, JsonObject>> {
  const refusals = await openWatches(record, deps);
  const owned = findCandidates(deps, record.id, () => false);
  const refusal = refusals.find(
    (each) => !(each instanceof GroupUnavailableError && brings(owned, each.group)),
  );
  if (refusal !== undefined) {
    throw refusal;
  }
  return owned;
}
