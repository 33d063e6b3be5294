import type { ApiError } from "../../client/model/api-error.ts";
import type { Place } from "../../client/model/cluster.ts";
import { isMember } from "../../inventory/applyset-membership.ts";
import { type Extent, type ParentRecord, withExtent } from "../../inventory/applyset-parent.ts";
import { isCrd, isDefinitionKind } from "../../manifest/crd.ts";
import { BugError } from "../../object/bug-error.ts";
import type { JsonObject } from "../../object/json.ts";
import { refOf, uidOf } from "../../object/metadata.ts";
import { versionOf } from "../../object/object-ref.ts";
import { type Plan, plannedObjects, type PlannedObject } from "../../plan/plan.ts";
import { keptVersions } from "../../plan/versions/versioned-object.ts";
import { findAutoscaled } from "../observe/autoscaled.ts";
import { type Candidate, candidatesOf as planCandidates } from "./candidate.ts";
import { type Decision, decide, decideObject, type DecisionOptions } from "./decide-object.ts";
import { type Adoption, requireAdopted } from "../adopt/adoption.ts";
import { withAdopted } from "../adopt/unrelated-owner.ts";
import type { RestMapper } from "../model/rest-mapper.ts";
import { getMany, kindsOf, openWatches } from "../observe/observe-release.ts";
import { isStored } from "../store/applyset-store.ts";
import { nameReleases } from "../observe/owned-objects.ts";
import { findCandidates } from "../observe/prune-candidates.ts";
import { type ApplyRequest, isFromUndoneRun } from "../model/release-request.ts";
import type { EffectDeps } from "../model/effect-context.ts";
import type { RunContext } from "../model/run-context.ts";

/** The state that was observed and the decisions made, before anything is written. */
export interface ReleaseDecision {
  readonly record: ParentRecord;
  readonly decisions: ReadonlyMap<PlannedObject, Decision>;
  /** Live objects of the release that the set lacks, by key; empty if nothing is to be pruned. */
  readonly candidates: ReadonlyMap<string, JsonObject>;
  /** Reports whether an object already belongs to the release, or to the owner that it adopts. */
  readonly owns: (object: JsonObject) => boolean;
  /** Decides again on an object that has changed since it was observed. */
  readonly again: Redecide;
  /**
   * Whether all objects of the release could be read: those that could not are neither pruned nor forgotten.
   */
  readonly isComplete: boolean;
}

/** Decides on an object of the plan as it is now; `live` is undefined if it does not exist. */
export type Redecide = (object: PlannedObject, live: JsonObject | undefined) => Decision;

/** Inputs of a release's decisions. */
export interface ReleaseDeciding {
  readonly deps: EffectDeps;
  readonly request: Pick<ApplyRequest, "inventoryPolicy" | "prune" | "undoing" | "pauseReason">;
  /** The owner of another tool that it adopts. */
  readonly adoption?: Adoption | undefined;
}

/**
 * Reads a release's live objects and those that its set would overwrite, and decides what to do with each.
 */
export async function decideRelease(
  plan: Plan,
  record: ParentRecord,
  { deps, request, adoption }: ReleaseDeciding,
): Promise<ReleaseDecision> {
  const { liveObjects, kinds, context } = deps;
  const { prune, undoing, inventoryPolicy: policy } = request;
  // A release without objects needs no search for them.
  const unseen = isStored(record) ? await openWatches(withExtent(record, extentOf(plan)), deps) : [];
  const places = placesOf(plan, kinds).filter(({ key }) => liveObjects.get(key) === undefined);
  // Only the whole shows which labels of kapp have to stay.
  const isWhole = policy === "force-adopt" || adoption?.tool === "kapp";
  const { found, refused } = await getMany(places, context, isWhole);
  const live = (key: string): JsonObject | undefined => liveObjects.get(key) ?? found.get(key);
  const deciding: DecisionOptions = {
    id: record.id,
    releases: await nameReleases([...found.values()], record.id, deps),
    isAutoscaled: await findAutoscaled(plan, live, deps),
    policy,
    live,
    adopted: adoption,
    unreadable: (key) => refused.get(key),
    ...(request.pauseReason === undefined ? {} : { pauseReason: request.pauseReason }),
    finished: record.finished,
  };
  const again = redeciding(plan, deciding);
  const decided = decide(plan, deciding);
  const known = adoptingRecord(record, liveOf(decided.values()), { adoption, context });
  const decisions = plan.action === "rollback" ? withoutDefinitions(decided) : decided;
  const mayGo: IsWanted = (...at) => (undoing === undefined ? prune : isFromUndoneRun(undoing, ...at));
  const candidates =
    prune || undoing !== undefined
      ? await candidatesOf(plan, wantedBy(plan, live), { id: record.id, deps, adoption, mayGo })
      : new Map<string, JsonObject>();
  if (prune) {
    reportUnseen(unseen, context);
  }
  const isComplete = unseen.length === 0;
  return { record: known, decisions, candidates, owns: ownedBy(record, adoption), again, isComplete };
}

/** The record of a release once it is known what its owner to adopt has of the set. */
function adoptingRecord(
  record: ParentRecord,
  live: readonly JsonObject[],
  { adoption, context }: Pick<ReleaseDeciding, "adoption"> & { readonly context: RunContext },
): ParentRecord {
  if (adoption === undefined) {
    return record;
  }
  requireAdopted(adoption, live, { record, context });
  return withAdopted(record, adoption, live);
}

/** The live objects that may be written. */
function liveOf(decisions: Iterable<Decision>): readonly JsonObject[] {
  return [...decisions].flatMap((decision) =>
    decision.type === "foreign" || decision.live === undefined ? [] : [decision.live],
  );
}

function ownedBy({ id }: ParentRecord, adoption: Adoption | undefined): (object: JsonObject) => boolean {
  return (object) => isMember(object, id) || adoption?.owns(object) === true;
}

/** Decides again by the same rules. The parts of the plan that this needs are gathered on first use. */
function redeciding(plan: Plan, deciding: DecisionOptions): Redecide {
  let candidates: ReadonlyMap<PlannedObject, Candidate> | undefined;
  return (object, live) => {
    candidates ??= new Map(planCandidates(plan).map((candidate) => [candidate.object, candidate]));
    const candidate = candidates.get(object);
    if (candidate === undefined) {
      throw new BugError(`${object.manifest.key} is not in the plan`);
    }
    const decision = decideObject(candidate, { ...deciding, live: () => live, unreadable: () => undefined });
    return plan.action === "rollback" ? withoutDefinition(object, decision) : decision;
  };
}

/** The release's objects that the set lacks, plus the leftovers of the owner being adopted. */
async function candidatesOf(
  plan: Plan,
  isWanted: IsWanted,
  {
    id,
    deps,
    adoption,
    mayGo,
  }: Pick<ReleaseDeciding, "deps" | "adoption"> & {
    readonly id: string;
    readonly mayGo: IsWanted;
  },
): Promise<ReadonlyMap<string, JsonObject>> {
  const mayStay: IsWanted = (key, object) =>
    !mayGo(key, object) ||
    isWanted(key, object) ||
    (plan.action === "rollback" && isDefinitionKind(refOf(object)));
  const own = findCandidates(deps, id, mayStay);
  return adoption === undefined ? own : new Map([...own, ...(await adoption.findLeftovers(mayStay, deps))]);
}

/**
 * Reports something about an object by its key and state: whether the set has it, even under another key;
 * whether it may be deleted.
 */
type IsWanted = (key: string, object: JsonObject) => boolean;

/**
 * The decisions of a rollback, which leaves existing CRDs as they are: an older CRD would remove fields of
 * existing objects. A CRD that does not exist has no objects, and the revision's objects need it.
 */
function withoutDefinitions(
  decisions: ReadonlyMap<PlannedObject, Decision>,
): ReadonlyMap<PlannedObject, Decision> {
  return new Map([...decisions].map(([object, decision]) => [object, withoutDefinition(object, decision)]));
}

function withoutDefinition({ manifest }: PlannedObject, decision: Decision): Decision {
  return decision.type === "apply" && decision.live !== undefined && isCrd(manifest)
    ? { type: "left", reason: "a rollback does not change CRDs", live: decision.live }
    : decision;
}

/**
 * Reports whether an object is in the set, even under another group of its kind, as Ingresses and Events once
 * had two, or is an older version of one.
 */
function wantedBy(plan: Plan, live: (key: string) => JsonObject | undefined): IsWanted {
  const resting = plan.resting.filter(({ owned }) => owned).map(({ manifest }) => manifest.key);
  const planned = plan.groups.flatMap((group) => group.objects.map(({ manifest }) => manifest.key));
  const keys = new Set([...planned, ...resting]);
  const uids = new Set([...keys].map((key) => uidOf(live(key) ?? {})).filter((uid) => uid !== ""));
  const isKeptVersion = keptVersions(plannedObjects(plan));
  return (key, object) => keys.has(key) || uids.has(uidOf(object)) || isKeptVersion(refOf(object));
}

function reportUnseen(refusals: readonly ApiError[], { emit, clock }: RunContext): void {
  for (const { message } of refusals) {
    emit({
      type: "notice",
      at: clock.now(),
      level: "warning",
      message: `some objects of the release cannot be listed and are not pruned: ${message}`,
    });
  }
}

/** Every object that was decided on, both as specified and as it is in the cluster. */
export function objectsSeen({ decisions, candidates }: ReleaseDecision): readonly JsonObject[] {
  const live = liveOf(decisions.values());
  return [...[...decisions.keys()].map(({ manifest }) => manifest.value), ...live, ...candidates.values()];
}

/** Reports whether a decision is about an object that the release already has. */
export function isOwn(decision: Decision, owns: ReleaseDecision["owns"]): boolean {
  return decision.type !== "foreign" && decision.live !== undefined && owns(decision.live);
}

/** The keys of existing objects, unowned or of the adopted owner, that the release adopts. */
export function takenOver({ decisions, record: { id } }: ReleaseDecision): readonly string[] {
  return [...decisions].flatMap(([{ manifest, owned }, decision]) => {
    const isNew = decision.type === "apply" && decision.live !== undefined && !isMember(decision.live, id);
    return owned && isNew ? [manifest.key] : [];
  });
}

/** The kinds and namespaces of the objects that will belong to the release. */
export function extentOf(plan: Plan): Extent {
  const objects = [...plan.groups.flatMap((group) => group.objects), ...plan.resting];
  const owned = objects.filter((object) => object.owned).map(({ manifest }) => manifest.ref);
  return { groupKinds: kindsOf(owned), namespaces: [...new Set(owned.map(({ namespace }) => namespace))] };
}

/** The places of a plan's objects whose kinds are served, without those that are only waited for. */
function placesOf(plan: Plan, kinds: RestMapper): readonly (Place & { readonly key: string })[] {
  return plan.groups.flatMap((group) =>
    group.objects.flatMap(({ manifest: { key, ref, name, apiVersion }, treatment }) => {
      const resource = kinds.find(ref, versionOf(apiVersion)) ?? kinds.find(ref);
      return resource === undefined || treatment.isExternal
        ? []
        : [{ key, resource, namespace: ref.namespace, name }];
    }),
  );
}
