import type { Place, Cluster } from "../../client/model/cluster.ts";
import { parentName } from "../../inventory/apply-set.ts";
import { newParent, type ParentRecord, parentObject, readParent } from "../../inventory/applyset-parent.ts";
import { RefusedError } from "../model/refused-error.ts";
import type { RestMapper } from "../model/rest-mapper.ts";
import type { RunContext } from "../model/run-context.ts";
import { secrets } from "../model/well-known-resources.ts";
import { fieldManager } from "../model/write-choices.ts";
import { isNotFound } from "../../client/model/api-error.ts";
import type { JsonObject } from "../../object/json.ts";

/** The location of a release's ApplySet parent. */
export interface ReleaseLocation {
  readonly context: RunContext;
  readonly kinds: RestMapper;
  readonly release: string;
  readonly namespace: string;
}

/**
 * Loads the record of a release; a new one if it has none. Throws a RefusedError if the Secret is not
 * converge's to use.
 */
export async function loadParent(place: Omit<ReleaseLocation, "kinds">): Promise<ParentRecord> {
  const { context, release, namespace } = place;
  const secret = await getIfExists(placeOf(place), context);
  if (secret === undefined) {
    return newParent(release, namespace);
  }
  const record = readParent(secret);
  if ("fault" in record) {
    throw new RefusedError(record.fault);
  }
  return record;
}

/** Reports whether the record is that of a release whose parent exists in the cluster. */
export function isStored(record: ParentRecord): boolean {
  return record.uid !== undefined;
}

/** Writes the record. */
export async function storeParent(
  record: ParentRecord,
  place: ReleaseLocation,
  signal: AbortSignal,
): Promise<ParentRecord> {
  const { context } = place;
  const written = await context.cluster.apply(placeOf(place), parentObject(record, context.tooling), {
    signal,
    options: { fieldManager, force: true },
  });
  const read = readParent(written.object);
  return "fault" in read ? record : read;
}

/** Deletes the record of the release. */
export async function removeParent(place: ReleaseLocation, signal: AbortSignal): Promise<void> {
  await place.context.cluster.delete(placeOf(place), { signal, options: { propagation: "Background" } });
}

function placeOf({ release, namespace }: Omit<ReleaseLocation, "kinds">): Place {
  return { resource: secrets, namespace, name: parentName(release) };
}

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
