/** Removes what a killed run has left of a release that has no record. */
import type { Duration } from "../../object/duration.ts";
import { removeApproval } from "./approval-store.ts";
import { isStored, loadParent, type ReleaseLocation } from "./applyset-store.ts";
import { isGoneWithNamespace, Lock } from "./lock.ts";
import { findAllRevisions, removeRevisions } from "./revision-store.ts";

/**
 * Takes the lock; undefined if its namespace is terminating or gone because an earlier run has deleted it.
 */
export async function lockUnlessGone(place: ReleaseLocation, timeout: Duration): Promise<Lock | undefined> {
  try {
    return await Lock.acquire({ ...place, timeout });
  } catch (error) {
    if (isGoneWithNamespace(error)) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Removes the lock, and revisions that a killed first run has stored. Returns false if the run that held the
 * lock has stored a record.
 */
export async function removeLeftovers(place: ReleaseLocation, timeout: Duration): Promise<boolean> {
  const lock = await lockUnlessGone(place, timeout);
  if (lock === undefined) {
    return true;
  }
  let isForgotten = false;
  try {
    if (isStored(await loadParent(place))) {
      return false;
    }
    const kept = { place, signal: lock.lost };
    await removeRevisions(await findAllRevisions([], kept), kept);
    await removeApproval(place, lock.lost);
    await lock.remove();
    isForgotten = true;
    return true;
  } finally {
    if (!isForgotten) {
      await lock.release();
    }
  }
}
