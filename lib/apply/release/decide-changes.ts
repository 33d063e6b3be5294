import { checkPruneLimits, type PruneRefusal } from "../../inventory/prune-limits.ts";
import type { ParentRecord } from "../../inventory/applyset-parent.ts";
import { isCrd } from "../../manifest/crd.ts";
import type { SetTexts } from "../../manifest/read-set.ts";
import type { RuleName } from "../../order/model/edge.ts";
import { type Plan, plannedObjects } from "../../plan/plan.ts";
import { refuseFutileHooks, demandPlaces } from "../decide/preconditions.ts";
import { type ReleaseDecision, decideRelease, isOwn, objectsSeen } from "../decide/decide-release.ts";
import { abandonedRefusals, findAbandoned } from "../effect/abandoned.ts";
import { askConsent, warnOf } from "../effect/ask-consent.ts";
import { placedValue } from "../effect/finalizer-hints.ts";
import { keptBecause } from "../effect/pruning.ts";
import type { JsonObject } from "../../object/json.ts";
import { refOf } from "../../object/metadata.ts";
import { type ApplyRequest, isFromUndoneRun } from "../model/release-request.ts";
import { neededBySet } from "../observe/prune-candidates.ts";
import { unrelatedRefusals } from "../adopt/unrelated-owner.ts";
import { planRemoval } from "../plan/plan-removal.ts";
import { demandChangeable } from "../effect/foresee-refusals.ts";
import { announceKept } from "./kept-definitions.ts";
import type { OpenedRelease } from "./open-release.ts";
import type { ReleasePlan } from "./plan-release.ts";
import { openSession, type Session, type SessionOptions } from "./session.ts";

/** Refuses a run before its first write: its methods reject with a RefusedError if it must not go on. */
export interface RunGuard {
  /** Called once the release is opened, before its set is planned. */
  readonly opened: (opened: OpenedRelease) => Promise<void>;
  /** Called with the texts of the set, before they are planned. Throws a RefusedError to refuse them. */
  readonly read: (texts: SetTexts) => void;
  /** Called with the decisions on the whole set, and again under the lock, for which they are made again. */
  readonly decided: (decision: DecidedRelease, opened: OpenedRelease) => Promise<void>;
  /**
   * Called once nothing else refuses the run, and again under the lock. Returns the decision to execute,
   * which may be a newer one. May also reject with an ApprovalMissingError.
   */
  readonly permits?: (decision: DecidedRelease, opened: OpenedRelease) => Promise<DecidedRelease>;
  /** Called with the namespace of the release if the run has created it, before the lock is taken in it. */
  readonly created?: (namespace: JsonObject) => void;
  /** Returns why an object that has changed since then is left as it is; undefined if it may be written. */
  readonly withholds?: (key: string) => string | undefined;
  /** Returns the digest of the approved plan of the run; undefined if it needs none. It is used up. */
  readonly approvedPlan?: () => string | undefined;
  /** Reports whether the run may write what follows from its outcomes: objects for a failure, deletions. */
  readonly allowsFollowUps?: () => boolean;
}

/** A request whose decisions may have to be those of a saved plan. */
export interface GuardedRequest extends ApplyRequest {
  readonly guard?: RunGuard;
}

/** A set that is decided: what becomes of each of its objects, and of those that it lacks. */
export interface DecidedRelease {
  readonly plan: Plan;
  /** The request as far as the set allows: nothing is pruned for a set that is not whole. */
  readonly request: GuardedRequest;
  readonly decided: ReleaseDecision;
  /** To be closed by whoever executes the decisions. */
  readonly session: Session;
  /** The consents for which a real run would be refused; only of a dry run. */
  readonly lacking?: readonly PruneRefusal[];
}

/**
 * Observes the objects of a planned set and decides what to do with each. Throws a RefusedError if it is
 * known that the run would fail, or if a person has to consent and does not.
 */
export async function decideChanges(
  { plan, isWhole, healthRules }: ReleasePlan,
  asked: GuardedRequest,
  opened: OpenedRelease,
): Promise<DecidedRelease> {
  const limits = isWhole ? {} : { prune: false, isPartial: true };
  const request = { ...asked, ...limits, ...(healthRules === undefined ? {} : { healthRules }) };
  // Inactive objects may still be in the cluster, and their values in the logs of active ones.
  opened.run.sink.addSecrets(plannedObjects(plan).map(({ value }) => value));
  opened.run.sink.addDecrypted(plannedObjects(plan));
  const session = sessionFor(plan, request, opened);
  try {
    const decided = await decideAgain({ plan, request, session }, opened.record, opened);
    const { deps } = session;
    await request.guard?.decided({ plan, request, decided, session }, opened);
    reportDefinitions(decided, request, opened);
    if (request.refusesMissingPlaces === true) {
      await demandPlaces(plan, decided, deps);
    }
    const lacking = await demandConsent({ plan, request, decided, session }, opened);
    if (request.refusesImmutable === true && request.choices.dryRun === false && !hasHooksBefore(plan)) {
      await demandChangeable(decided, { deps, minor: opened.lookups.minor, redact: opened.run.sink.redact });
    }
    if (request.choices.dryRun === false) {
      refuseFutileHooks(plan, decided);
    }
    return await permitted({ plan, request, decided, session, lacking }, opened);
  } catch (error) {
    session.close();
    throw error;
  }
}

/** Returns the decision that the guard of its run permits: the given one, or one that was made since. */
export async function permitted(decision: DecidedRelease, opened: OpenedRelease): Promise<DecidedRelease> {
  return (await decision.request.guard?.permits?.(decision, opened)) ?? decision;
}

/** Decides on the objects of a plan for the record of their release as it is now. */
export function decideAgain(
  { plan, request, session: { deps } }: Pick<DecidedRelease, "plan" | "request" | "session">,
  record: ParentRecord,
  { adoption }: Pick<OpenedRelease, "adoption">,
): Promise<ReleaseDecision> {
  return decideRelease(plan, record, { deps, adoption, request });
}

/**
 * Throws a RefusedError if more would be pruned than the limits allow, and no person consents. Returns what a
 * dry run lacks consent for.
 */
export async function demandConsent(
  decision: DecidedRelease,
  opened: Pick<OpenedRelease, "run" | "adoption">,
): Promise<readonly PruneRefusal[]> {
  const { request, decided, session } = decision;
  const { sink, context } = opened.run;
  sink.addSecrets(objectsSeen(decided));
  if (decided.candidates.size === 0) {
    return [];
  }
  const { lacking, given } = await consentsFor(decision, opened);
  warnOf(given, context);
  return askConsent(lacking, { context, dryRun: session.deps.choices.dryRun, consent: request.consent });
}

/** Returns the decisions to make before the candidates are pruned, and those that flags have made. */
async function consentsFor(
  { plan, request, decided, session: { deps } }: DecidedRelease,
  { adoption }: Pick<OpenedRelease, "adoption">,
): Promise<{ readonly lacking: readonly PruneRefusal[]; readonly given: readonly PruneRefusal[] }> {
  const { candidates, decisions, owns, record } = decided;
  const { pruneLimits: limits } = request;
  const going = goingOf(candidates, plan, request);
  const abandoned = await findAbandoned(
    {
      going,
      staying: plannedObjects(plan).map((manifest) => placedValue(manifest)),
      id: record.id,
      plan: (objects) => planRemoval(objects, { request, namespace: plan.namespace }),
    },
    deps,
  );
  const leftAlone = abandonedRefusals(abandoned, "--allow-prune=controllers");
  const unrelated = unrelatedRefusals(going, { adoption, record });
  const limited = checkPruneLimits({
    candidates: [...going].map(([key, object]) => ({ key, ...refOf(object) })),
    owned: candidates.size + [...decisions.values()].filter((decision) => isOwn(decision, owns)).length,
    limits,
  });
  const isCounted = "count" in limits.maxPrune && going.size <= limits.maxPrune.count;
  const [askedOwner, givenOwner] = isCounted ? [[], unrelated] : [unrelated, []];
  const [asked, given] = limits.allow.has("controllers") ? [[], leftAlone] : [leftAlone, []];
  return { lacking: [...askedOwner, ...limited, ...asked], given: [...givenOwner, ...given] };
}

/** The candidates that nothing keeps, by key. */
function goingOf(
  candidates: ReleaseDecision["candidates"],
  plan: Plan,
  { undoing }: Pick<ApplyRequest, "undoing">,
): ReadonlyMap<string, JsonObject> {
  const neededBecause = neededBySet(plan);
  return new Map(
    [...candidates].filter(
      ([key, object]) =>
        (undoing === undefined || !isFromUndoneRun(undoing, key, object)) &&
        (keptBecause(object) ?? neededBecause(object)) === undefined,
    ),
  );
}

/** Reports which CRDs outlive the release, and which a rollback does not restore. */
function reportDefinitions(
  { decisions }: ReleaseDecision,
  { rollback }: Pick<ApplyRequest, "rollback">,
  { run: { context } }: OpenedRelease,
): void {
  const created = [...decisions].flatMap(([{ manifest }, decision]) =>
    decision.type === "apply" && decision.live === undefined ? [manifest] : [],
  );
  announceKept(created, context);
  const left = [...decisions].filter(([{ manifest }, { type }]) => type !== "apply" && isCrd(manifest));
  if (rollback !== undefined && left.length > 0) {
    const names = left.map(([{ manifest }]) => manifest.name).join(", ");
    const message = `a rollback does not change CRDs: ${names}`;
    context.emit({ type: "notice", at: context.clock.now(), level: "note", message });
  }
}

/** Opens the session in which the objects of a plan are observed. */
export function sessionFor(
  plan: Plan,
  request: Parameters<typeof openSession>[1] & Pick<ApplyRequest, "createNamespace">,
  { place: { kinds, namespace }, record, run, liveObjects }: OpenedRelease,
): Session {
  const objects = [...manifestsOf(plan), ...(request.createNamespace ? [namespaceObject(namespace)] : [])];
  const options = { kinds, id: record.id, objects, deprecated: deprecatedIn(plan), liveObjects };
  return openSession(options, request, run.context);
}

/** Hooks may delete or replace objects before the run reaches them. */
function hasHooksBefore({ groups }: Plan): boolean {
  return groups.some(({ stage }) => stage === "pre");
}

function deprecatedIn({ diagnostics }: Plan): ReadonlySet<string> {
  return new Set(diagnostics.flatMap(({ code, ref }) => (code === "VersionDeprecated" ? (ref ?? []) : [])));
}

function manifestsOf(plan: Plan): SessionOptions["objects"] {
  return plan.groups.flatMap((group) =>
    group.objects.map(({ manifest: { ref, value }, waitsFor }) => ({
      ref,
      value,
      comesAfter: waitsFor.some(({ rule, until }) => until === "ready" && writtenRules.has(rule)),
    })),
  );
}

/** Rules whose edges are explicitly declared. */
const writtenRules: ReadonlySet<RuleName> = new Set([
  "depends-on",
  "deploy-dependency",
  "external-dependency",
]);

/** The namespace that `createNamespace` requests counts as part of the set: objects in it may wait for it. */
function namespaceObject(name: string): SessionOptions["objects"][number] {
  return {
    ref: { group: "", kind: "Namespace", namespace: "", name },
    value: { apiVersion: "v1", kind: "Namespace", metadata: { name } },
    comesAfter: false,
  };
}
