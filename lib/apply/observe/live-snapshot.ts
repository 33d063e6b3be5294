import { lastWriters, ownedFields } from "../../inventory/field-ownership.ts";
import type { JsonObject } from "../../object/json.ts";
import type { ObjectRef } from "../../object/object-ref.ts";
import { hasCompleted } from "../../readiness/kind/completion.ts";
import { isOlderVersion, isTerminating, resourceVersionOf, uidOf } from "../model/live-object.ts";
import { fieldManager } from "../model/write-choices.ts";

/** An object at one moment, as far as it tells whether somebody else has done something to it. */
export interface Snapshot {
  readonly uid: string;
  readonly version: string;
  readonly isGone: boolean;
  readonly isGoing: boolean;
  /** It has run to its end: it may go. */
  readonly isDone: boolean;
  /** The fields that are ours, as the server words them. */
  readonly fields: string;
}

/** How an object was when its task was done with it. */
export interface Baseline {
  readonly ref: ObjectRef;
  /** When that was known, in milliseconds since 1970. */
  readonly at: number;
  /** It carries the label of the release, by which it is watched. */
  readonly labelled: boolean;
  /** A watch had told of it before. */
  readonly isWatched: boolean;
  /** Only whether it is there counts: it was not written by us. */
  readonly presenceOnly: boolean;
  readonly snapshot: () => Snapshot;
}

/** What has become of an object since it was ready. */
export interface Disturbance {
  /** `deleted by somebody else after it was ready`. */
  readonly message: string;
}

/** The state of an object as a watch, a list or an answer shows it. */
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
 * Whether somebody else has done something to the object since its baseline that the run cannot leave as it
 * is.
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

/** A list that was late may tell of a deletion under the version that the object had before. */
function isUnchanged(now: Snapshot, before: Snapshot): boolean {
  const isOld = now.version === before.version || isOlderVersion(now.version, before.version);
  return isOld && !(now.isGone && now.uid === before.uid);
}

/** A Job may be removed by its own ttl before anybody has seen it complete. */
function runsOnce({ ref }: Baseline): boolean {
  return ref.group === "batch" && ref.kind === "Job";
}

/** What somebody else has done to the object as it is now; undefined for nothing that matters. */
export function disturbanceOf(baseline: Baseline, live: JsonObject | undefined): Disturbance | undefined {
  if (live === undefined) {
    return { message: "deleted by somebody else after it was ready" };
  }
  if (!isDisturbed(baseline, snapshotOf(live, false))) {
    return undefined;
  }
  if (isTerminating(live)) {
    return { message: "being deleted by somebody else since it was ready" };
  }
  if (uidOf(live) !== baseline.snapshot().uid) {
    return { message: "deleted and created by somebody else after it was ready" };
  }
  const writers = lastWriters(live, fieldManager).join(", ");
  return { message: `changed by ${writers === "" ? "somebody else" : writers} after it was applied` };
}
