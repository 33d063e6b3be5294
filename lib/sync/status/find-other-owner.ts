import { isNotFound } from "../../client/model/api-error.ts";
import type { Call, Cluster, Place } from "../../client/model/cluster.ts";
import { labelOf } from "../../object/metadata.ts";
import { syncLabel } from "../membership/member-lease.ts";
import { isKindMissing } from "./status-error-log.ts";

/**
 * Returns the name of another sidecar that has a unit in that place; undefined if there is no unit, or only
 * one of ours. Rejects with the error of the request.
 */
export async function findOtherOwner(
  place: Place,
  sync: string,
  { cluster, signal }: Call & { readonly cluster: Cluster },
): Promise<string | undefined> {
  const found = await cluster.get(place, { signal }).catch((error: unknown) => {
    if (isNotFound(error) && !isKindMissing(error)) {
      return undefined;
    }
    throw error;
  });
  const owner = labelOf(found, syncLabel);
  return owner === sync ? undefined : owner;
}
