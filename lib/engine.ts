/**
 * The operations of the command line and of controllers. Passes values between layers and decides nothing.
 *
 *     SourceText → ReadObject → Manifest + Directives → edges → groups → Plan → tasks → Result
 */
import type { DiffRequest as ReleaseDiffRequest, ReleaseDiff } from "./apply/release/diff-release.ts";
import type { Result } from "./apply/model/event.ts";
import type { GuardedRequest } from "./apply/release/decide-changes.ts";
import type { HistoryRequest, ReleaseHistory } from "./apply/release/history-release.ts";
import type { ListRequest, ReleaseList } from "./apply/release/list-releases.ts";
import type { Migration, MigrationRequest } from "./apply/release/migrate-definition.ts";
import type { Move, MoveRequest } from "./apply/release/move-object.ts";
import type { ApplyRequest, ReleaseRequest } from "./apply/model/release-request.ts";
import type { RevisionContent, RevisionRequest } from "./apply/release/read-revision.ts";
import type { RevisionChoice } from "./apply/release/rollback-release.ts";
import type { SetRequest } from "./apply/release/plan-release.ts";
import type { Undo } from "./apply/release/apply-atomic.ts";
import type { ReleaseStatus, StatusRequest } from "./apply/release/status-release.ts";
import type { RunContext } from "./apply/model/run-context.ts";
import type { ControllerOptions } from "./modules/controller/controller-options.ts";
import type { Controllers } from "./modules/controller/controllers.ts";
import { readManifests } from "./manifest/parse-manifests.ts";
import type { ObjectDiff } from "./object/field-change.ts";
import type { SentObject } from "./report/release/revision-text.ts";
import type { StatusListener } from "./apply/release/watch-status.ts";
import type { OwningUnit } from "./sync/status/find-owning-units.ts";
import type { Unit } from "./sync/unit/unit.ts";
import type { SyncController } from "./sync/sync-controller.ts";
import type { SyncControllerOptions } from "./sync/sync-controller-options.ts";

export { type CachedDefinitions, loadSchemas, readDefinitionSet } from "./offline-schemas.ts";
export {
  plan,
  planChecked,
  type PlanRequest,
  type PlanResult,
  show,
  validate,
  type Validated,
} from "./offline.ts";

/** A set to apply: its sources, the planning options and how to treat the cluster. */
export interface ApplySetRequest extends Omit<GuardedRequest, "rollback">, SetRequest {
  /** Rolls back what a failed run has changed. */
  readonly atomic: boolean;
}

/** Applies a set in dependency order, waits until its objects are ready, and reports the result. */
export async function apply(asked: ApplySetRequest, context: RunContext): Promise<Result> {
  const request = withForesight(asked);
  return asked.atomic ? applyAtomically(request, context) : applySet(request, context);
}

/** Adds which refusals are foreseen before anything is written. */
export function withForesight(asked: ApplySetRequest): GuardedRequest & SetRequest {
  // In a sidecar another unit may still bring the namespace.
  const refusesMissingPlaces = asked.externalDeps !== "wait" && asked.comesElsewhere === undefined;
  const refusesImmutable =
    asked.validate !== "ignore" && asked.invalid === "fail" && asked.comesElsewhere === undefined;
  return { ...asked, rollback: undefined, refusesMissingPlaces, refusesImmutable };
}

async function applySet(request: GuardedRequest & SetRequest, context: RunContext): Promise<Result> {
  const { decideChanges, executeChanges, openObserved, planRelease, readTexts, ReportedRun } =
    await import("./apply/release/steps.ts");
  const run = new ReportedRun(request.timeouts, context);
  try {
    // There is no end if another run has installed the release meanwhile: this one is then an upgrade.
    for (;;) {
      using release = await openObserved(request, run);
      await request.guard?.opened(release);
      const texts = await readTexts(request, release);
      request.guard?.read(texts);
      const plan = await planRelease(texts, request, release);
      const decision = await decideChanges(plan, request, release);
      const end = await executeChanges(decision, release);
      if (end !== undefined) {
        return run.end(end);
      }
    }
  } catch (error) {
    return run.fail(error);
  }
}

async function applyAtomically(request: GuardedRequest & SetRequest, context: RunContext): Promise<Result> {
  const { AtomicRun } = await import("./apply/release/apply-atomic.ts");
  const run = new AtomicRun(request, context);
  const result = await applySet(request, run.context);
  const undo = await run.findUndo(result);
  if (undo === undefined) {
    return result;
  }
  const { removeCreated } = await import("./apply/release/delete-created.ts");
  const ended =
    undo.target === undefined
      ? await removeCreated(undo, request, context)
      : await rollback(undoingRequest(request, undo), context);
  run.reportUndone(ended, undo);
  return result;
}

/** Builds the request for the rollback that undoes a failed run. */
function undoingRequest(
  request: GuardedRequest & SetRequest,
  { revision: newest, undoing, target: to }: Undo,
): RollbackToRequest {
  // A reference outside the set that an earlier run accepted must not block the rollback.
  const externalDeps = request.externalDeps === "error" ? "ignore" : request.externalDeps;
  const { guard: _, ...rest } = request;
  // What existed before the run stays, whoever has created it.
  return { ...rest, externalDeps, to, newest, undoing, prune: false };
}

/** The revision of a release to roll back to, and how. */
export interface RollbackToRequest
  extends
    Omit<ApplyRequest, "source" | "isPartial" | "rollback">,
    RevisionChoice,
    Pick<SetRequest, "externalDeps" | "compat"> {}

/** Planning options of texts that were applied before: the cluster has accepted them as they are. */
const recorded = { invalid: "fail", validate: "ignore", keepRandom: false } as const;

/** Applies an earlier revision of a release again and reports the result. */
export async function rollback(asked: RollbackToRequest, context: RunContext): Promise<Result> {
  const { decideChanges, executeChanges, openRelease, planRelease, ReportedRun } =
    await import("./apply/release/steps.ts");
  const { readRevisionTexts } = await import("./apply/release/rollback-release.ts");
  const run = new ReportedRun(asked.timeouts, context);
  const { to, newest, externalDeps, compat, ...rest } = asked;
  const { release: name, timeout, hooks, onPlan } = asked;
  const order = compat === undefined ? {} : { compat };
  const planning = { release: name, externalDeps, ...order, timeout, hooks, onPlan, ...recorded };
  try {
    for (;;) {
      const release = await openRelease({ ...rest, isRollback: true }, run);
      const { texts, rollback: target } = await readRevisionTexts({ to, newest }, release);
      const plan = await planRelease(texts, planning, release);
      const request = { ...rest, source: undefined, isPartial: false, rollback: target };
      const decision = await decideChanges(plan, request, release);
      const end = await executeChanges(decision, release);
      if (end !== undefined) {
        return run.end(end);
      }
    }
  } catch (error) {
    return run.fail(error);
  }
}

/** Deletes a release in reverse dependency order and reports the result. */
export async function destroy(
  request: Omit<ReleaseRequest, "timeout">,
  context: RunContext,
): Promise<Result> {
  const { deleteRelease } = await import("./apply/release/delete-release.ts");
  return deleteRelease({ ...request, timeout: request.timeouts.prune }, context);
}

/** Returns the status of a release, object by object; undefined if there is no such release. */
export async function status(
  request: StatusRequest,
  context: RunContext,
): Promise<ReleaseStatus | undefined> {
  const { statusOfRelease } = await import("./apply/release/status-release.ts");
  return statusOfRelease(request, context);
}

/**
 * Reports the status of a release at first and after every change, until the signal of the context aborts.
 * Then its reason is thrown. Returns early if there is no such release, or if it is deleted.
 */
export async function followStatus(
  request: StatusRequest,
  context: RunContext,
  changed: StatusListener,
): Promise<"missing" | "deleted"> {
  const { watchStatus } = await import("./apply/release/watch-status.ts");
  return watchStatus(request, context, changed);
}

/** Returns the units of sidecars that own a release, as far as the user may read them. */
export async function owningUnits(
  release: { readonly release: string; readonly namespace: string },
  { cluster, signal }: RunContext,
): Promise<readonly OwningUnit[]> {
  const { findKeepers } = await import("./sync/status/find-owning-units.ts");
  return findKeepers(release, cluster, { signal });
}

/** Returns the revisions of a release; undefined if there is no such release. */
export async function history(
  request: HistoryRequest,
  context: RunContext,
): Promise<ReleaseHistory | undefined> {
  const { historyOfRelease } = await import("./apply/release/history-release.ts");
  return historyOfRelease(request, context);
}

/** The objects that a revision applied, in their order. */
export interface SentRevision extends Omit<RevisionContent, "objects"> {
  readonly objects: readonly (SentObject & { readonly isHook: boolean })[];
}

/** Returns the objects that a revision applied; undefined if there is no such release. */
export async function revision(
  request: RevisionRequest,
  context: RunContext,
): Promise<SentRevision | undefined> {
  const { readRevision } = await import("./apply/release/read-revision.ts");
  const { findHooks } = await import("./plan/find-hooks.ts");
  const found = await readRevision(request, context);
  if (found === undefined) {
    return undefined;
  }
  const read = found.objects.flatMap(({ file, text }) => readManifests({ name: file, text }).objects);
  const hooks = findHooks(read);
  return {
    ...found,
    objects: read.map(({ origin, value }) => ({ file: origin.file, value, isHook: hooks.has(value) })),
  };
}

/** Lists the releases of a namespace or of a cluster. */
export async function list(request: ListRequest, context: RunContext): Promise<ReleaseList> {
  const { listReleases } = await import("./apply/release/list-releases.ts");
  return listReleases(request, context);
}

/** A set to compare with the cluster: its sources, the planning options and how it would be applied. */
export interface DiffSetRequest extends ReleaseDiffRequest, SetRequest, Pick<ApplyRequest, "onPlan"> {}

/** Returns what `apply` would change, field by field, without changing it. */
export async function diff(request: DiffSetRequest, context: RunContext): Promise<Comparison> {
  const { openRelease, planRelease, readTexts, redactingSink } = await import("./apply/release/steps.ts");
  const { diffRelease } = await import("./apply/release/diff-release.ts");
  const { compareObjects } = await import("./compare/compare-objects.ts");
  const sink = redactingSink(context.emit);
  const release = await openRelease(request, { context: { ...context, emit: sink.emit }, sink });
  const texts = await readTexts(request, release);
  const plan = await planRelease(texts, request, release);
  const { differences, ...rest } = await diffRelease(plan, request, release);
  return { ...rest, objects: differences.map((difference) => compareObjects(difference)) };
}

/** A set compared with the cluster, field by field. */
export interface Comparison extends Omit<ReleaseDiff, "differences"> {
  readonly objects: readonly ObjectDiff[];
}

/** Moves an object from one release to another. */
export async function move(request: MoveRequest, context: RunContext): Promise<Move> {
  const { moveObject } = await import("./apply/release/move-object.ts");
  return moveObject(request, context);
}

/** Rewrites the objects of a custom resource in its storage version. */
export async function migrate(request: MigrationRequest, context: RunContext): Promise<Migration> {
  const { migrateDefinition } = await import("./apply/release/migrate-definition.ts");
  return migrateDefinition(request, context);
}

function planningOf({ externalDeps, compat, validation: validate }: Unit): PlanningOptions {
  return { externalDeps, ...(compat === undefined ? {} : { compat }), validate };
}

type PlanningOptions = Pick<SetRequest, "externalDeps" | "compat" | "validate">;

/**
 * Starts the sync controller, which reconciles units with their git revisions. It still needs a
 * configuration; the caller stops it.
 */
export async function sync(options: Omit<SyncControllerOptions, "engine">): Promise<SyncController> {
  const { SyncController: SyncControllerClass } = await import("./sync/sync-controller.ts");
  const { removalRequest, unitRequest } = await import("./sync/unit/unit-request.ts");
  const { approvalGuards } = await import("./saved/approval-guard.ts");
  const guardFor = approvalGuards();
  return new SyncControllerClass({
    ...options,
    engine: {
      apply: (run, context) =>
        apply(
          {
            ...unitRequest(run.unit, run),
            source: run.source,
            sources: run.sources,
            planApart: options.planApart,
            ...planningOf(run.unit),
            ...(run.approval === undefined
              ? {}
              : { guard: guardFor(run.approval, { ...run.unit, ...planningOf(run.unit) }) }),
            comesElsewhere: run.comesElsewhere,
            pauseReason: run.pauseReason,
            invalid: "fail",
            atomic: false,
            keepsNumber: true,
            onWritten: run.onWritten,
            onPlan: async (planned) => {
              run.onPlan(planned);
              return Promise.resolve();
            },
          },
          context,
        ),
      destroy: ({ release, namespace }, context) => destroy(removalRequest(release, namespace), context),
    },
  });
}

/**
 * Creates the controllers of modules, which run modules as units of a sync controller. They start with `run`.
 */
export async function modules(options: ControllerOptions): Promise<Controllers> {
  const { Controllers: ControllersClass } = await import("./modules/controller/controllers.ts");
  return new ControllersClass(options);
}
