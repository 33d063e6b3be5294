/**
 * Deletes a release: everything it owns in reverse order, then its record. The namespace that holds the
 * record goes last, so that a killed run can be repeated and still knows what is left.
 */
import {
  getIfExists,
  isStored,
  loadParent,
  type ReleaseLocation,
  removeParent,
} from "../store/applyset-store.ts";
import { removeApproval } from "../store/approval-store.ts";
import type { Place } from "../../client/model/cluster.ts";
import type { JsonObject } from "../../object/json.ts";
import type { GroupKind } from "../../object/object-ref.ts";
import type { Plan } from "../../plan/plan.ts";
import { isTerminating, uidOf } from "../../object/metadata.ts";
import { parentName } from "../../inventory/apply-set.ts";
import { isMember } from "../../inventory/applyset-membership.ts";
import { type ParentRecord, withExtent } from "../../inventory/applyset-parent.ts";
import type { ReadObject } from "../../manifest/manifest.ts";
import { resolveManifests } from "../../manifest/resolve-manifests.ts";
import { deletionTasks, hookKeys, objectsOfNewest } from "./deletion-hooks.ts";
import type { Result } from "../model/event.ts";
import { dryEnding } from "../effect/ask-consent.ts";
import { type ForeignAlong, foreignDeletedAlong, withObjects } from "../effect/foreign-along.ts";
import { finalizerHints } from "../effect/finalizer-hints.ts";
import { joinTasks } from "../model/task.ts";
import { RestMapper } from "../model/rest-mapper.ts";
import { summarizeRun, storeFailure } from "../store/run-summary-record.ts";
import { deletedDefinitions } from "./kept-definitions.ts";
import { lockUnlessGone, removeLeftovers } from "../store/release-leftovers.ts";
import type { RedactingSink } from "../model/redact-events.ts";
import { findOwned } from "../observe/find-owned.ts";
import type { PruneOptions } from "../effect/pruning.ts";
import type { ReleaseRequest } from "../model/release-request.ts";
import { removalTasks } from "./build-tasks.ts";
import { findAllRevisions, removeRevisions } from "../store/revision-store.ts";
import type { ExecutionResult } from "../execute/executor-options.ts";
import { type RunEnd, endingOf, executeTasks } from "../execute/execute-run.ts";
import { ReportedRun } from "../execute/reported-run.ts";
import { planRemoval } from "../plan/plan-removal.ts";
import { openSession, type Session } from "./session.ts";
import { isGood } from "../model/outcome.ts";
import type { RunContext } from "../model/run-context.ts";

/** Deletes a release and returns the result. Throws only for bugs of ours. */
export function deleteRelease(request: ReleaseRequest, context: RunContext): Promise<Result> {
  const run = new ReportedRun(request.timeouts, context);
  return remove(request, run).then(
    (end) => run.end(end),
    (error: unknown) => run.fail(error),
  );
}

async function remove(request: ReleaseRequest, { context, sink }: ReportedRun): Promise<RunEnd> {
  const { cluster, signal } = context;
  const { release, namespace = cluster.namespace } = request;
  const [catalog, record] = await Promise.all([
    cluster.discover({ signal }),
    loadParent({ context, release, namespace }),
  ]);
  const kinds = new RestMapper(cluster, catalog);
  const place: ReleaseLocation = { context, kinds, release, namespace };
  const session = openSession({ kinds, id: record.id, objects: [] }, request, context);
  try {
    const begun = isStored(record) ? record : await begunRecord(place, record);
    return begun === undefined
      ? await finishEarlier({ place, record, session, sink }, request)
      : await removeStored({ place, record: begun, session, sink }, request);
  } finally {
    session.close();
  }
}

/** The remains of a first run that was killed before it wrote its record: at most the namespace. */
async function begunRecord(place: ReleaseLocation, record: ParentRecord): Promise<ParentRecord | undefined> {
  const found = await getIfExists(homeOf(place), place.context);
  return found === undefined || isTerminating(found) || !isMember(found, record.id)
    ? undefined
    : withExtent(record, { groupKinds: [{ group: "", kind: "Namespace" }], namespaces: [] });
}

function homeOf({ kinds, namespace }: ReleaseLocation): Place {
  return {
    resource: kinds.require({ group: "", kind: "Namespace" }, "v1"),
    namespace: "",
    name: namespace,
  };
}

interface Removal {
  readonly place: ReleaseLocation;
  readonly record: ParentRecord;
  readonly session: Session;
  readonly sink: RedactingSink;
}

async function removeStored(removal: Removal, request: ReleaseRequest): Promise<RunEnd> {
  const { place } = removal;
  const { context } = place;
  if (request.choices.dryRun !== false) {
    const { lacking, ...ran } = await removeObjects(removal, request);
    return dryEnding(endingOf(ran, context), lacking);
  }
  const lock = await lockUnlessGone(place, request.timeouts.lock);
  if (lock === undefined) {
    return finishEarlier(removal, request);
  }
  let isForgotten = false;
  try {
    // A run that held the lock until now may have created objects where the record did not name them yet.
    const current = await loadParent(place);
    const locked = isStored(current) ? { ...removal, record: current } : removal;
    const kept = { place, signal: lock.lost };
    // No other run adds one while the lock is held, so they are listed while the objects are deleted.
    const revisions = findAllRevisions(locked.record.history, kept);
    revisions.catch(() => {});
    const ran = await removeObjects(locked, request, lock.lost);
    if (ran.outcomes.every(isGood)) {
      await removeRevisions(await revisions, kept);
      await removeApproval(place, lock.lost);
      await removeParent(place, lock.lost);
      isForgotten = true;
      await lock.remove();
    } else {
      await rememberFailure(ran, locked, lock.lost);
    }
    return endingOf(ran, context);
  } finally {
    if (!isForgotten) {
      await lock.release();
    }
  }
}

function rememberFailure(
  ran: ExecutionResult,
  { place, record, sink }: Removal,
  lost: AbortSignal,
): Promise<void> {
  const facts = { action: "delete", at: place.context.clock.now(), mask: sink.redact };
  const lastRun = summarizeRun({ ...ran, ...endingOf(ran, place.context) }, facts);
  // If only what runs after the deletion has failed, nothing is deployed any more: the next apply is an
  // installation.
  const isUp = ran.outcomes.some((outcome) => outcome.operation === "delete" && !isGood(outcome));
  const installed = record.installed && isUp;
  return storeFailure({ ...record, installed, lastRun }, place, { stored: record, lost });
}

/** The objects that a deletion has found. */
interface Found {
  /** The live objects of the release, by key. */
  readonly owned: ReadonlyMap<string, JsonObject>;
  /** The objects that its newest revision has sent. */
  readonly sent: readonly ReadObject[];
  /** CRDs and custom resources that are deleted with it though they do not belong to it. */
  readonly unlabelled: readonly JsonObject[];
}

function removingOf(
  { place: { namespace }, record, session }: Removal,
  request: ReleaseRequest,
  { owned, sent, unlabelled }: Found,
): PruneOptions {
  const uids = new Set(unlabelled.map(uidOf));
  return {
    deps: session.deps,
    id: record.id,
    deleteContents: request.deleteContents,
    owns: (object) => isMember(object, record.id) || uids.has(uidOf(object)),
    ownHooks: hookKeys(sent, namespace),
    hints: finalizerHints({
      live: withObjects(owned, unlabelled),
      liveObjects: session.deps.liveObjects,
      sent: resolveManifests(sent, namespace).manifests,
      plan: (objects) => planRemoval(objects, { request, namespace }),
    }),
  };
}

/** Returns what is deleted with a release and is not its own: CRDs, and custom resources of others. */
async function deletedBesides(
  { place: { context, namespace }, record, session: { deps } }: Removal,
  request: ReleaseRequest,
  { owned, sent }: Pick<Found, "owned" | "sent">,
): Promise<ForeignAlong> {
  const definitions = await deletedDefinitions(sent, { deleteCrds: request.deleteCrds, context });
  const going = withObjects(owned, definitions);
  const plan = (objects: readonly JsonObject[]): Plan => planRemoval(objects, { request, namespace });
  const leaving = { going, staying: [], id: record.id, ownHooks: hookKeys(sent, namespace), plan };
  const { objects, lacking } = await foreignDeletedAlong(leaving, request, deps);
  return { objects: [...definitions, ...objects], lacking };
}

/** Deletes what the release owns: the namespace that holds its record after everything else. */
async function removeObjects(
  { place, record, session, sink }: Removal,
  request: ReleaseRequest,
  stop?: AbortSignal,
): Promise<ExecutionResult & Pick<ForeignAlong, "lacking">> {
  const newest = objectsOfNewest(record, place, request.hooks);
  // Objects that cannot be seen are reported first.
  newest.catch(() => {});
  const owned = await findOwned(record, session.deps);
  sink.addSecrets(owned.values());
  const homeKey = `/Namespace/${place.namespace}`;
  const home = owned.get(homeKey);
  const sent = await newest;
  const { kinds, namespace } = place;
  const besides = await deletedBesides({ place, record, session, sink }, request, { owned, sent });
  const { objects: unlabelled, lacking } = besides;
  const rest = [...[...owned].filter(([key]) => key !== homeKey).map(([, object]) => object), ...unlabelled];
  sink.addSecrets(sent.map(({ value }) => value));
  const making = {
    operation: "delete" as const,
    timeout: request.timeouts.prune,
    removing: removingOf({ place, record, session, sink }, request, { owned, sent, unlabelled }),
  };
  const around = {
    hooks: request.hooks ? sent : [],
    isNamespaced: (kind: GroupKind) => kinds.find(kind)?.namespaced,
  };
  const plan = planRemoval(rest, { request, namespace, around });
  const tasks = await deletionTasks(plan, record, { making, external: request.timeouts.external });
  const last =
    home === undefined ? undefined : removalTasks(planRemoval([home], { request, namespace }), making);
  const ran = await executeTasks(
    last === undefined ? tasks : joinTasks(tasks, last),
    { plan, request, session, ...(stop === undefined ? {} : { stop }) },
    place.context,
  );
  return { ...ran, lacking };
}

/**
 * Finishes the deletion of a release without a record: one that was deleted before, perhaps not completely,
 * or that never existed.
 */
async function finishEarlier({ place, record, session }: Removal, request: ReleaseRequest): Promise<RunEnd> {
  const { context, kinds, namespace, release } = place;
  const found = await getIfExists(homeOf(place), context);
  if (found !== undefined && isTerminating(found)) {
    const plan = planRemoval([found], { request, namespace });
    const tasks = removalTasks(plan, {
      operation: "delete",
      timeout: request.timeouts.prune,
      removing: { deps: session.deps, id: "", deleteContents: true },
    });
    return endingOf(await executeTasks(tasks, { plan, request, session }, context), context);
  }
  const lease: Place = {
    resource: kinds.require({ group: "coordination.k8s.io", kind: "Lease" }, "v1"),
    namespace,
    name: parentName(release),
  };
  if (found === undefined && isStored(record)) {
    return { verdict: "converged", message: `namespace ${namespace} was deleted, and the release with it` };
  }
  if (found === undefined || (await getIfExists(lease, context)) === undefined) {
    return { verdict: "failed", message: `there is no release ${release} in namespace ${namespace}` };
  }
  if (request.choices.dryRun === false && !(await removeLeftovers(place, request.timeouts.lock))) {
    const message = `release ${release} was installed meanwhile: run converge delete again`;
    return { verdict: "failed", message };
  }
  return { verdict: "converged", message: "an earlier run deleted everything except its lock" };
}
