/** Stores the key and the begun plan of a release, in a Secret beside its record. */
import { ApiError } from "../../client/model/api-error.ts";
import type { Place } from "../../client/model/cluster.ts";
import {
  approvalName,
  approvalObject,
  type ApprovalRecord,
  readApproval,
} from "../../inventory/approval-record.ts";
import { RefusedError } from "../model/refused-error.ts";
import { secrets } from "../model/well-known-resources.ts";
import { fieldManager } from "../model/write-choices.ts";
import { getIfExists, type ReleaseLocation } from "./applyset-store.ts";
import { isGoneWithNamespace } from "./lock.ts";

type ApprovalPlace = Omit<ReleaseLocation, "kinds">;

/** Loads it; undefined if there is none. Throws a RefusedError if the Secret is not converge's to use. */
export async function loadApproval(place: ApprovalPlace): Promise<ApprovalRecord | undefined> {
  const secret = await getIfExists(placeOf(place), place.context);
  if (secret === undefined) {
    return undefined;
  }
  const record = readApproval(secret);
  if (record === undefined) {
    const name = `${place.namespace}/${approvalName(place.release)}`;
    throw new RefusedError(`Secret ${name} does not hold the approvals of a release: remove it`);
  }
  return record;
}

/**
 * Creates it. Returns the stored one, which another run may have created first; undefined if the namespace
 * does not exist, or is being deleted.
 */
export async function createApproval(
  place: ApprovalPlace,
  record: ApprovalRecord,
): Promise<ApprovalRecord | undefined> {
  const { cluster, signal } = place.context;
  try {
    await cluster.create(placeOf(place), approvalObject(place, record), {
      signal,
      options: { fieldManager },
    });
    return record;
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) {
      return loadApproval(place);
    }
    if (isGoneWithNamespace(error)) {
      return undefined;
    }
    throw error;
  }
}

/** Writes it. */
export async function storeApproval(place: ApprovalPlace, record: ApprovalRecord): Promise<void> {
  const { cluster, signal } = place.context;
  const options = { fieldManager, force: true };
  await cluster.apply(placeOf(place), approvalObject(place, record), { signal, options });
}

/** Deletes it, if it exists. */
export async function removeApproval(place: ApprovalPlace, signal: AbortSignal): Promise<void> {
  await place.context.cluster.delete(placeOf(place), { signal, options: { propagation: "Background" } });
}

function placeOf({ release, namespace }: ApprovalPlace): Place {
  return { resource: secrets, namespace, name: approvalName(release) };
}
