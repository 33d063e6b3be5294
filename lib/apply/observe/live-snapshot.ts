import { lastWriters, ownedFields } from "../../inventory/field-ownership.ts";
import type { JsonObject } from "../../object/json.ts";
import { isTerminating, resourceVersionOf, uidOf } from "../../object/metadata.ts";
import type { ObjectRef } from "../../object/object-ref.ts";
import { hasCompleted } from "../../readiness/kind/completion.ts";
import { isOlderVersion } from "../model/live-object.ts";
import { fieldManager } from "../model/write-choices.ts";

/** The part of an object's state that shows whether someone else has interfered with it. */
export interface Snapshot {
  readonly uid: string;
  readonly version: string;
  readonly isGone: boolean;
  readonly isGoing: boolean;
  /** It has run to completion and may be removed. */
  readonly isDone: boolean;
  /** The fields that are ours, in the server's notation. */
  readonly fields: string;
}

/** The state of an object when its task was done with it. */
export interface Baseline {
  readonly ref: ObjectRef;
  /** When that was known, in milliseconds since 1970. */
  readonly at: number;
  /** It carries the label of the release, by which it is watched. */
  readonly labelled: boolean;
  /** A watch had reported it before. */
  readonly isWatched: boolean;
  /** Only its presence counts: it was not written by us. */
  readonly presenceOnly: boolean;
  readonly snapshot: () => Snapshot;
}

/** A change that someone else made to an object since it was ready. */
export interface Disturbance {
  /** `deleted by somebody else after it was ready`. */
  readonly message: string;
}

/** The snapshot of an object as a watch, a list or a response shows it. */
export function snapshotOf(object: JsonObject, isGone: boolean): Snapshot {
  return {
    uid: uidOf(object),
    version: resourceVersionOf(object),
    isGone,
    isGoing: isTerminating(object),
    isDone: hasCompleted(object),
    fields: ownedFields(object, fieldManager),
  };
}

/**
 * Reports whether someone else has changed the object since its baseline in a way that the run cannot leave
 * as it is.
 */
export function isDisturbed(baseline: Baseline, now: Snapshot): boolean {
  const before = baseline.snapshot();
  if (isUnchanged(now, before)) {
    return false;
  }
  if (now.isGone || now.isGoing) {
    return !(before.isDone || now.isDone || runsOnce(baseline));
  }
  return now.uid !== before.uid || (!baseline.presenceOnly && now.fields !== before.fields);
}

/** A late list may report a deletion under the resourceVersion that the object had before. */
function isUnchanged(now: Snapshot, before: Snapshot): boolean {
  const isOld = now.version === before.version || isOlderVersion(now.version, before.version);
  return isOld && !(now.isGone && now.uid === before.uid);
}

/** A Job may be removed by its own TTL before anything has seen it complete. */
function runsOnce({ ref }: Baseline): boolean {
  return ref.group === "batch" && ref.kind === "Job";
}

/**
 * The disturbance of an object by someone else, given its live state; undefined if nothing that matters
 * changed.
 */
export function disturbanceOf(baseline: Baseline, live: JsonObject | undefined): Disturbance | undefined {
  if (live === undefined) {
    return { message: "deleted by another client after it was ready" };
  }
  if (!isDisturbed(baseline, snapshotOf(live, false))) {
    return undefined;
  }
  if (isTerminating(live)) {
    return { message: "being deleted by another client after it was ready" };
  }
  if (uidOf(live) !== baseline.snapshot().uid) {
    return { message: "deleted and recreated by another client after it was ready" };
  }
  const writers = lastWriters(live, fieldManager).join(", ");
  return { message: `changed by ${writers === "" ? "another client" : writers} after it was applied` };
}
