/**
 * Decides, for every object of the plan, what has to be done to it. Pure: it looks at what was seen and sends
 * nothing.
 */
import type { Patch } from "../../client/model/cluster.ts";
import { isUnchanged } from "../../inventory/field-ownership.ts";
import { isOwnedByHelm } from "../../inventory/helm-owner.ts";
import { ignoresMutation, keepReason } from "../../inventory/keep-policy.ts";
import {
  type InventoryPolicy,
  isMember,
  manifestHash,
  mayTake,
  ownerOf,
} from "../../inventory/applyset-membership.ts";
import { mayRecreate } from "../../inventory/immutable-fields.ts";
import { type JsonObject, objectField } from "../../object/json.ts";
import { removedStoredVersions } from "../../validate/crd/removed-version.ts";
import { isDefinitionKind } from "../../manifest/crd.ts";
import { hasCompleted, hasFailedForGood, runsToEnd } from "../../readiness/kind/completion.ts";
import type { Plan, PlannedObject } from "../../plan/plan.ts";
import { type Candidate, candidatesOf, type Judged } from "./candidate.ts";
import { transferPatch, type Transfer } from "../effect/field-ownership-transfer.ts";
import { cededOf, leaveAsIs, leftInCluster, type LeavingLive } from "./left-fields.ts";
import { isTerminating } from "../model/live-object.ts";
import { createdForm, type Marks, sentForm } from "./sent-form.ts";
import { fieldManager } from "../model/write-choices.ts";

/** What is to be done to an object of the plan. */
export type Decision =
  | {
      readonly type: "apply";
      readonly sent: JsonObject;
      readonly labelled: boolean;
      readonly live: JsonObject | undefined;
      readonly migration?: Patch;
      readonly transfer: Transfer;
      /** What stands there is deleted first, whatever has changed. */
      readonly replaces: boolean;
      /** It may be deleted and made anew where it cannot be changed. */
      readonly recreatable: boolean;
      /** As it is sent where nothing stands there any more; left out where that is the same. */
      readonly sentAnew?: JsonObject;
    }
  /** It stands as it would be sent. */
  | { readonly type: "unchanged"; readonly live: JsonObject }
  /** It is not to be written, and that is well. */
  | { readonly type: "left"; readonly reason: string; readonly live: JsonObject | undefined }
  /** It is somebody else's, or whose it is cannot be seen. */
  | { readonly type: "foreign"; readonly reason: string };

/** What decisions are made from. */
export interface DecisionOptions extends LeavingLive {
  readonly id: string;
  readonly policy: InventoryPolicy;
  /** Other releases that own what stands there, by the id of their set: `shop/web`. */
  readonly releases: ReadonlyMap<string, string>;
  /** What stands in the cluster under that key; undefined where nothing does. */
  readonly live: (key: string) => JsonObject | undefined;
  /** The release of Helm whose objects are taken over: `shop/web`; undefined for none. */
  readonly helm: string | undefined;
  /** Why it cannot be seen what stands there; undefined where it can. */
  readonly unreadable: (key: string) => string | undefined;
  /** Why an object is not written for now, however it stands; undefined where it may be. */
  readonly sparedFor?: (key: string) => string | undefined;
  /** Hashes of Jobs that have completed and were removed by their own ttl since, by key. */
  readonly finished: ReadonlyMap<string, string>;
}

/** What to do to each object of a plan. */
export function decide(plan: Plan, deciding: DecisionOptions): ReadonlyMap<PlannedObject, Decision> {
  const candidates = candidatesOf(plan, deciding.ignored);
  return new Map(candidates.map((candidate) => [candidate.object, decideObject(candidate, deciding)]));
}

/** What to do to one object of a plan. */
export function decideObject(candidate: Candidate, deciding: DecisionOptions): Decision {
  const refusal = deciding.unreadable(candidate.object.manifest.key);
  return refusal === undefined
    ? decideOne(candidate, deciding)
    : { type: "foreign", reason: `whose it is cannot be seen: ${refusal}` };
}

function decideOne(candidate: Candidate, deciding: DecisionOptions): Decision {
  const { object, value } = candidate;
  const live = deciding.live(object.manifest.key);
  const hash = manifestHash(value);
  const reason =
    live === undefined
      ? whyNotMade(object, hash, deciding)
      : (whyNotChanged(value) ?? deciding.sparedFor?.(object.manifest.key));
  if (reason !== undefined) {
    return { type: "left", reason, live };
  }
  const marks = { id: deciding.id, hash };
  return live === undefined
    ? applied(candidate, marks, { live, replaces: mayReplace(object, live), fromHelm: false })
    : decideLive(inCluster(candidate, live, deciding), { marks, live }, deciding);
}

/** The candidate without what is left to others because of what is there. */
function inCluster(candidate: Candidate, live: JsonObject, deciding: DecisionOptions): Candidate {
  const { manifest } = candidate.object;
  const left = [...candidate.left, ...leftInCluster({ manifest, live }, deciding)];
  return left.length === 0 ? candidate : { ...candidate, left, value: leaveAsIs(manifest.value, left, live) };
}

/** What to do where something stands already. */
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
  // A hook runs anew each time.
  const mayStay = object.hook === null && !replaces && !isOnTheMove(live, deciding);
  return mayStay && isAsSent(candidate, sentForm(candidate, marks), live)
    ? { type: "unchanged", live }
    : applied(candidate, marks, { live, replaces, fromHelm: deciding.helm !== undefined });
}

/** What may not be written. A definition that somebody else looks after serves all the same. */
function refused({ object, stage }: Candidate, reason: string, live: JsonObject): Decision {
  const isSpared = stage === "crds" && object.hook === null;
  return isSpared ? { type: "left", reason, live } : { type: "foreign", reason };
}

/**
 * Whether what stands there may make room: what is an ordinary object of the release is no hook of an earlier
 * run. But what has come to its end as such would not run again.
 */
function mayClear({ owned, manifest }: Judged, live: JsonObject, deciding: DecisionOptions): boolean {
  return owned || !isOwned(live, deciding) || runsToEnd(manifest.ref);
}

/**
 * Whether an object is going, or has fields that are to become converge's, as after an upgrade by Helm of
 * what was taken over.
 */
function isOnTheMove(live: JsonObject, { helm }: DecisionOptions): boolean {
  const isShared = helm !== undefined && transferPatch(live, { fromHelm: true }) !== undefined;
  return isShared || isTerminating(live);
}

/**
 * Whether it stands as it would be sent. What it was created with, and nobody else has set since, may stay
 * converge's.
 */
function isAsSent({ object, left }: Candidate, sent: JsonObject, live: JsonObject): boolean {
  const ceded = cededOf(object.manifest.value, left);
  return isUnchanged(sent, live, { manager: fieldManager, ceded });
}

/** Whether what stands there is deleted before each creation. */
function mayReplace(object: Judged, live: JsonObject | undefined): boolean {
  const isAsked = object.deletePolicy.includes("before-creation") || isLeftOver(object, live);
  return isAsked && !staysForever(object, live);
}

/** Whether a hook is there only because the run that was to delete it after its end has not come so far. */
function isLeftOver({ hook, deletePolicy }: Judged, live: JsonObject | undefined): boolean {
  return (
    live !== undefined &&
    hook !== null &&
    ((deletePolicy.includes("succeeded") && hasCompleted(live)) ||
      (deletePolicy.includes("failed") && hasFailedForGood(live)))
  );
}

/**
 * Why a hook cannot run: what it ran as before has ended and does not begin again. Written over, it would
 * count as done.
 */
function whySpent({ hook }: Judged, live: JsonObject): string | undefined {
  const isHelms = hook !== null && hook.deletePolicy.length > 0;
  return isHelms && (hasCompleted(live) || hasFailedForGood(live))
    ? "it is there from an earlier run, has ended, and does not run again: add before-hook-creation to its helm.sh/hook-delete-policy, or delete it"
    : undefined;
}

/**
 * Whether an object is never deleted to be made anew. What runs as a hook holds nothing worth to be kept, and
 * has to run again.
 */
function staysForever({ hook, manifest, treatment }: Judged, live: JsonObject | undefined): boolean {
  const isRun = hook !== null && runsToEnd(manifest.ref);
  const isKept = [manifest.value, live].some(
    (state) => keepReason(objectField(state, "metadata")) !== undefined,
  );
  return treatment.resourcePolicy.includes("skip-recreate") || (isKept && !isRun);
}

/**
 * Why an object that is there must not be written. What hooks and crds folders of charts have made is
 * nobody's, whatever the policy.
 */
function whyNotTaken({ object }: Candidate, live: JsonObject, deciding: DecisionOptions): string | undefined {
  if (isAdopted(live, deciding)) {
    return undefined;
  }
  const { id, releases, policy } = deciding;
  const owner = ownerOf(live, id, releases);
  const claim = mayTake(owner, policy, object.owned || owner.kind !== "none");
  return claim.taken ? undefined : (claim.reason ?? "it belongs to somebody else");
}

/**
 * Why a definition may not lose versions: the server would refuse it, after all that comes before it was
 * written.
 */
function whyStillStored({ manifest }: Judged, live: JsonObject): string | undefined {
  const removed = isDefinitionKind(manifest.ref) ? removedStoredVersions(manifest.value, live) : [];
  return removed.length === 0
    ? undefined
    : `objects may still be stored as ${removed.join(" and ")} (status.storedVersions): keep that version, run \`converge crd migrate ${manifest.name}\`, then take it out`;
}

/** Whether an object is an ordinary one of the release, or of the Helm release that is taken over. */
function isOwned(live: JsonObject, deciding: DecisionOptions): boolean {
  return isMember(live, deciding.id) || isAdopted(live, deciding);
}

/** Whether an object is of the Helm release that is taken over. */
function isAdopted(live: JsonObject, { helm }: DecisionOptions): boolean {
  return helm !== undefined && isOwnedByHelm(live, helm);
}

/** Why an object that is not there is not made. */
function whyNotMade(
  { manifest, hook, treatment }: Judged,
  hash: string,
  { finished }: DecisionOptions,
): string | undefined {
  if (treatment.resourcePolicy.includes("skip-create")) {
    return "werf.io/resource-policy: skip-create leaves it to others to make it";
  }
  return hook === null && finished.get(manifest.key) === hash
    ? "the Job has completed and was removed by its ttl"
    : undefined;
}

/** Why an object that is there is left as it is. */
function whyNotChanged(value: JsonObject): string | undefined {
  const request = ignoresMutation(objectField(value, "metadata"));
  return request === undefined ? undefined : `${request} leaves it as it is`;
}

interface LiveState {
  readonly live: JsonObject | undefined;
  readonly replaces: boolean;
  readonly fromHelm: boolean;
}

function applied(candidate: Candidate, marks: Marks, { live, replaces, fromHelm }: LiveState): Decision {
  const { object, left } = candidate;
  const transfer = { ceded: cededOf(object.manifest.value, left), fromHelm };
  const patch = live === undefined ? undefined : transferPatch(live, transfer);
  const { deletePolicy, manifest, owned } = object;
  const annotations = objectField(objectField(manifest.value, "metadata"), "annotations");
  const sentAnew = createdForm(candidate, marks);
  return {
    type: "apply",
    sent: sentForm(candidate, marks),
    labelled: owned,
    live,
    ...(patch === undefined ? {} : { migration: patch }),
    transfer,
    replaces,
    recreatable: mayRecreate(annotations, deletePolicy) && !staysForever(object, live),
    ...(sentAnew === undefined ? {} : { sentAnew }),
  };
}
