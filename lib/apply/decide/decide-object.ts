/**
 * Decides what to do with every object of the plan. Pure: it works on the observed state and sends nothing.
 */
import type { Patch } from "../../client/model/cluster.ts";
import type { AdoptedOwner } from "../../inventory/adoption/adopted-owner.ts";
import { isUnchanged } from "../../inventory/field-ownership.ts";
import { ignoresMutation, keepReason } from "../../inventory/keep-policy.ts";
import {
  type InventoryPolicy,
  isMember,
  manifestHash,
  mayTake,
  ownerOf,
} from "../../inventory/applyset-membership.ts";
import { mayRecreate, replacesOnChange } from "../../inventory/immutable-fields.ts";
import type { ObjectFieldRule } from "../../object/field-rule.ts";
import { type JsonObject } from "../../object/json.ts";
import { annotationsOf, isTerminating, metadataOf } from "../../object/metadata.ts";
import { removedStoredVersions } from "../../validate/crd/removed-version.ts";
import { isDefinitionKind } from "../../manifest/crd.ts";
import { hasCompleted, hasFailedForGood, runsToEnd } from "../../readiness/kind/completion.ts";
import type { Plan, PlannedObject } from "../../plan/plan.ts";
import {
  type Candidate,
  candidateInCluster,
  hashInCluster,
  sentHash,
  candidatesOf,
  type Judged,
  createdForm,
  type Marks,
  sentForm,
} from "./candidate.ts";
import { transferPatch, type Transfer } from "../effect/field-ownership-transfer.ts";
import { cededOf, type LeavingLive, type LeftField, withoutSent } from "./left-fields.ts";
import { fieldManager } from "../model/write-choices.ts";

/** The decision about one object of the plan. */
export type Decision =
  | {
      readonly type: "apply";
      readonly sent: JsonObject;
      readonly labelled: boolean;
      readonly live: JsonObject | undefined;
      readonly migration?: Patch;
      readonly transfer: Transfer;
      /** The live object is deleted first, whatever has changed. */
      readonly replaces: boolean;
      /** The object may be deleted and created again if it cannot be updated. */
      readonly recreatable: boolean;
      /** The form to send if the object no longer exists; omitted if it is the same. */
      readonly resent?: JsonObject;
      /** Rules by which fields of other managers are taken over even if conflicts are not. */
      readonly taking?: readonly ObjectFieldRule[];
      /** The fields whose values in the cluster may differ. */
      readonly left?: readonly LeftField[];
    }
  /** The live object already matches what would be sent. */
  | { readonly type: "unchanged"; readonly live: JsonObject; readonly left?: readonly LeftField[] }
  /** The object is deliberately not written. */
  | { readonly type: "left"; readonly reason: string; readonly live: JsonObject | undefined }
  /** The object belongs to someone else, or its owner cannot be determined. */
  | { readonly type: "foreign"; readonly reason: string };

/** Inputs of a decision. */
export interface DecisionOptions extends LeavingLive {
  readonly id: string;
  readonly policy: InventoryPolicy;
  /** Other releases that own live objects, by the id of their set: `shop/web`. */
  readonly releases: ReadonlyMap<string, string>;
  /** The live object under that key; undefined if there is none. */
  readonly live: (key: string) => JsonObject | undefined;
  /** The owner of another tool whose objects are adopted; undefined for none. */
  readonly adopted: AdoptedOwner | undefined;
  /** The reason why the live object cannot be read; undefined if it can. */
  readonly unreadable: (key: string) => string | undefined;
  /** The reason why an existing object is not written for now, whatever its state; undefined if it may be. */
  readonly pauseReason?: (key: string) => string | undefined;
  /** Hashes of Jobs that have completed and were since removed by their own TTL, by key. */
  readonly finished: ReadonlyMap<string, string>;
}

/** Returns the decision for each object of a plan. */
export function decide(plan: Plan, deciding: DecisionOptions): ReadonlyMap<PlannedObject, Decision> {
  const candidates = candidatesOf(plan);
  return new Map(candidates.map((candidate) => [candidate.object, decideObject(candidate, deciding)]));
}

/** Returns the decision for one object of a plan. */
export function decideObject(candidate: Candidate, deciding: DecisionOptions): Decision {
  const refusal = deciding.unreadable(candidate.object.manifest.key);
  return refusal === undefined
    ? decideOne(candidate, deciding)
    : { type: "foreign", reason: `its owner cannot be determined: ${refusal}` };
}

function decideOne(candidate: Candidate, deciding: DecisionOptions): Decision {
  const { object, value } = candidate;
  const live = deciding.live(object.manifest.key);
  if (object.treatment.isExternal) {
    return { type: "left", reason: "kapp.k14s.io/exists: it is only waited for", live };
  }
  const reason =
    live === undefined
      ? whyNotMade(object, deciding)
      : (whyNotChanged(value) ?? deciding.pauseReason?.(object.manifest.key));
  if (reason !== undefined) {
    return { type: "left", reason, live };
  }
  const { id } = deciding;
  if (live === undefined) {
    const marks = { id, hash: sentHash(candidate) };
    return applied(candidate, marks, { live, replaces: mayReplace(object, live) });
  }
  const settled = candidateInCluster(candidate, live, deciding);
  return decideLive(
    settled,
    { marks: { id, hash: hashInCluster(candidate, settled, live) }, live },
    deciding,
  );
}

/** Decides on an object that already exists. */
function decideLive(
  candidate: Candidate,
  { marks, live }: { readonly marks: Marks; readonly live: JsonObject },
  deciding: DecisionOptions,
): Decision {
  const { object } = candidate;
  const refusal = whyNotTaken(candidate, live, deciding) ?? whyStillStored(object, live);
  if (refusal !== undefined) {
    return refused(candidate, refusal, live);
  }
  const replaces = mayClear(object, live, deciding) && mayReplace(object, live);
  const spent = replaces ? undefined : whySpent(object, live);
  if (spent !== undefined) {
    return { type: "foreign", reason: spent };
  }
  // A hook runs again each time.
  const mayStay = object.hook === null && !replaces && !isOnTheMove(live, deciding);
  const compared = sentForm({ object, written: candidate.value }, marks);
  return mayStay && isAsSent(candidate, compared, live)
    ? { type: "unchanged", live, ...leftOf(candidate) }
    : changed(candidate, { marks, live, replaces }, deciding);
}

/**
 * The decision on an object that may not be written. A CRD that someone else maintains works just as well.
 */
function refused({ object, stage }: Candidate, reason: string, live: JsonObject): Decision {
  const isSpared = stage === "crds" && object.hook === null;
  return isSpared ? { type: "left", reason, live } : { type: "foreign", reason };
}

/**
 * Reports whether the live object may be deleted first: an ordinary object of the release is not a hook of an
 * earlier run. Objects that run to completion are the exception: a completed one would not run again.
 */
function mayClear({ owned, manifest }: Judged, live: JsonObject, deciding: DecisionOptions): boolean {
  return owned || !isOwned(live, deciding) || runsToEnd(manifest.ref);
}

/**
 * Reports whether an object is terminating, or has fields that converge is about to take over, as after
 * another deployment by the tool that was adopted.
 */
function isOnTheMove(live: JsonObject, { adopted }: DecisionOptions): boolean {
  const isShared = adopted !== undefined && transferPatch(live, { from: adopted }) !== undefined;
  return isShared || isTerminating(live);
}

/**
 * Reports whether the live object is as it would be sent. Fields that it was created with, and that no one
 * else has set since, may stay with converge.
 */
function isAsSent({ object, left }: Candidate, sent: JsonObject, live: JsonObject): boolean {
  const ceded = cededOf(object.manifest.value, left);
  return isUnchanged(sent, live, { manager: fieldManager, ceded });
}

/** Reports whether the live object is deleted before each creation. */
function mayReplace(object: Judged, live: JsonObject | undefined): boolean {
  const isAsked = object.deletePolicy.includes("before-creation") || isLeftOver(object, live);
  return isAsked && !staysForever(object, live);
}

/** The decision to write an object that exists. */
function changed(
  candidate: Candidate,
  { marks, live, replaces }: { readonly marks: Marks; readonly live: JsonObject; readonly replaces: boolean },
  deciding: DecisionOptions,
): Decision {
  return applied(candidate, marks, {
    live,
    replaces: replaces || mayReplaceChanged(candidate, live),
    from: deciding.adopted,
  });
}

/** Reports whether the live object is deleted before any change of it; an unchanged one stays. */
function mayReplaceChanged({ object }: Candidate, live: JsonObject): boolean {
  const { manifest } = object;
  return replacesOnChange(annotationsOf(manifest.value), manifest.ref) && !staysForever(object, live);
}

/**
 * Reports whether a hook exists only because the run that should have deleted it afterwards did not get that
 * far.
 */
function isLeftOver({ hook, deletePolicy }: Judged, live: JsonObject | undefined): boolean {
  return (
    live !== undefined &&
    hook !== null &&
    ((deletePolicy.includes("succeeded") && hasCompleted(live)) ||
      (deletePolicy.includes("failed") && hasFailedForGood(live)) ||
      (deletePolicy.some((policy) => policy.startsWith("run-")) &&
        (hasCompleted(live) || hasFailedForGood(live))))
  );
}

/**
 * The reason why a hook cannot run: its previous run has ended and does not start again. If it were updated
 * in place, it would count as done.
 */
function whySpent({ hook }: Judged, live: JsonObject): string | undefined {
  const isHelms = hook !== null && hook.deletePolicy.length > 0;
  return isHelms && (hasCompleted(live) || hasFailedForGood(live))
    ? "it finished in an earlier run and does not run again: add before-hook-creation to its helm.sh/hook-delete-policy, or delete it"
    : undefined;
}

/**
 * Reports whether an object is never deleted and recreated. A hook that runs to completion holds nothing
 * worth keeping and has to run again, so its keep annotations do not count.
 */
function staysForever({ hook, manifest, treatment }: Judged, live: JsonObject | undefined): boolean {
  const isRun = hook !== null && runsToEnd(manifest.ref);
  const isKept = [manifest.value, live].some((state) => keepReason(metadataOf(state)) !== undefined);
  return treatment.resourcePolicy.includes("skip-recreate") || (isKept && !isRun);
}

/**
 * The reason why an existing object must not be written. Objects created by hooks and by the `crds` folders
 * of charts belong to no release, whatever the policy.
 */
function whyNotTaken({ object }: Candidate, live: JsonObject, deciding: DecisionOptions): string | undefined {
  if (isAdopted(live, deciding)) {
    return undefined;
  }
  const { id, releases, policy, adopted } = deciding;
  const owner = ownerOf(live, id, releases);
  const claim = mayTake(owner, policy, object.owned || owner.kind !== "none");
  if (claim.taken) {
    return undefined;
  }
  return adopted?.bears(live) === true
    ? `it belongs to ${adopted.title}, and also has the mark of another owner: remove that of the one which no longer applies it, or take it over with --inventory-policy=force-adopt`
    : (claim.reason ?? "it belongs to another owner");
}

/**
 * The reason why a CRD may not lose versions: the server would refuse it only after everything ahead of it
 * was written.
 */
function whyStillStored({ manifest }: Judged, live: JsonObject): string | undefined {
  const removed = isDefinitionKind(manifest.ref) ? removedStoredVersions(manifest.value, live) : [];
  return removed.length === 0
    ? undefined
    : `objects may still be stored as ${removed.join(" and ")} (status.storedVersions): keep that version, run \`converge crd migrate ${manifest.name}\`, then remove it`;
}

/** Reports whether an object is an ordinary one of the release, or of the owner being adopted. */
function isOwned(live: JsonObject, deciding: DecisionOptions): boolean {
  return isMember(live, deciding.id) || isAdopted(live, deciding);
}

/** Reports whether an object belongs to the owner being adopted, and to no one else. */
function isAdopted(live: JsonObject, { adopted }: DecisionOptions): boolean {
  return adopted?.owns(live) === true;
}

/** The reason why a missing object is not created. */
function whyNotMade(
  { manifest, hook, treatment }: Judged,
  { finished }: DecisionOptions,
): string | undefined {
  if (treatment.resourcePolicy.includes("skip-create")) {
    return "werf.io/resource-policy: skip-create leaves its creation to others";
  }
  const finishedAs = finished.get(manifest.key);
  return hook === null && finishedAs !== undefined && finishedAs === manifestHash(manifest.value)
    ? "the Job has completed and was removed by its ttl"
    : undefined;
}

/** The reason why an existing object is left as it is. */
function whyNotChanged(value: JsonObject): string | undefined {
  const request = ignoresMutation(metadataOf(value));
  return request === undefined ? undefined : `${request} leaves it as it is`;
}

function leftOf({ left }: Candidate): { readonly left?: readonly LeftField[] } {
  return left.length === 0 ? {} : { left };
}

interface LiveState {
  readonly live: JsonObject | undefined;
  readonly replaces: boolean;
  readonly from?: AdoptedOwner | undefined;
}

function applied(candidate: Candidate, marks: Marks, { live, replaces, from }: LiveState): Decision {
  const { object, left } = candidate;
  const ceded = cededOf(object.manifest.value, withoutSent(left));
  const transfer = from === undefined ? { ceded } : { ceded, from };
  const patch = live === undefined ? undefined : transferPatch(live, transfer);
  const { deletePolicy, manifest, owned } = object;
  const resent = createdForm(candidate, marks);
  return {
    type: "apply",
    sent: sentForm(candidate, marks),
    labelled: owned,
    live,
    ...(patch === undefined ? {} : { migration: patch }),
    transfer,
    replaces,
    recreatable: mayRecreate(manifest.value, deletePolicy) && !staysForever(object, live),
    ...(resent === undefined ? {} : { resent }),
    ...takingOf(object),
    ...leftOf(candidate),
  };
}

function takingOf({ fieldRules = [] }: Judged): { readonly taking?: readonly ObjectFieldRule[] } {
  const taking = fieldRules.filter(({ meaning }) => meaning === "take-by-force");
  return taking.length === 0 ? {} : { taking };
}
