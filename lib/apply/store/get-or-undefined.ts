import { isNotFound } from "../../client/model/api-error.ts";
import type { Cluster, Place } from "../../client/model/cluster.ts";
import type { JsonObject } from "../../object/json.ts";

/** Reads the live object at that place; undefined if there is none. Other refusals are thrown. */
export async function getIfExists(
  place: Place,
  { cluster, signal }: { readonly cluster: Cluster; readonly signal: AbortSignal },
): Promise<JsonObject | undefined> {
  try {
    return await cluster.get(place, { signal });
  } catch (error) {
    if (isNotFound(error)) {
      return undefined;
    }
    throw error;
  }
}
